import { Columns3, FileText, Inbox } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { PAGE_NAMES, typeOfPage } from '#contract/pages.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { foldLetters } from '#texts/spelling.ts'
import { api } from '../api.ts'
import { addressOfRecord } from '../content-addresses.ts'
import { type Action, useOfferedActions } from '../parts/actions.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Nothing, Picker, type PickerOption } from '../parts/picker.tsx'
import { LoadFailure, useLoaded } from '../parts/work.tsx'
import { useSession } from '../session.tsx'
import { FoundInCv } from '../submissions/item.tsx'
import { useTexts } from '../texts.tsx'
import shortcutStyles from './shortcuts.module.css'

const TYPING_PAUSE_MILLISECONDS = 150
const MAX_FOUND = 6

export function Palette({ onClose }: { onClose(): void }) {
  const { shell, inbox, content, say } = useTexts()
  const { palette } = shell
  const [typed, setTyped] = useState('')
  const wanted = useTypingPause(typed.trim())
  const found = useFoundSubmissions(typed.trim(), wanted)
  const records = useFoundContent(typed.trim(), wanted)
  const groups = [
    { heading: inbox.job, options: useFoundJobs(typed) },
    { heading: inbox.title, options: found.results },
    { heading: palette.do, options: useMatchingActions(typed) },
    { heading: content.title, options: records.results },
  ].filter(({ options }) => options.length > 0)
  return (
    <Picker
      label={palette.label}
      placeholder={palette.placeholder}
      typed={typed}
      onType={setTyped}
      groups={groups}
      onClose={onClose}
    >
      {found.isFailed && <LoadFailure loaded={found.finding} />}
      {groups.length === 0 && !found.isUnderWay && !records.isUnderWay && !found.isFailed && (
        <Nothing>{say('shell.palette.empty', { typed })}</Nothing>
      )}
    </Picker>
  )
}

function useMatchingActions(typed: string): PickerOption[] {
  const actions = useOfferedActions()
  return useMemo(() => {
    const wanted = foldLetters(typed.trim())
    return actions.flatMap((action): PickerOption[] => {
      const { id, label, icon, keys, keysOnly, run } = action
      if (keysOnly || !run || !foldLetters(label).includes(wanted)) return []
      return [{ id, label, ...(icon && { icon }), ...(keys && { aside: <Keys action={action} /> }), choose: run }]
    })
  }, [actions, typed])
}

function useTypingPause(typed: string) {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(setWanted, TYPING_PAUSE_MILLISECONDS, typed)
    return () => clearTimeout(timer)
  }, [typed])
  return wanted
}

/** Board of a job, by a part of its title in either language. */
function useFoundJobs(typed: string): PickerOption[] {
  const { language } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const wanted = foldLetters(typed.trim())
  const isWanted = wanted !== '' && can('submissions.read')
  const { result } = useLoaded(isWanted ? 'jobs' : undefined, (options) => api('GET /jobs', options))
  return (isWanted && result ? result.jobs : [])
    .filter(({ title }) => LANGUAGES.some((each) => foldLetters(title[each]).includes(wanted)))
    .slice(0, MAX_FOUND)
    .map(({ id, title }) => ({
      id: `job-${id}`,
      label: title[language],
      icon: Columns3,
      choose: () => navigate(`/stages/${id}`),
    }))
}

function useFoundContent(typed: string, wanted: string) {
  const { content, language } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const isWanted = typed !== '' && can('content.change')
  const { result, failure } = useLoaded((isWanted && wanted) || undefined, async ({ signal }) => {
    const { items } = await api('GET /found-content', { query: { search: wanted }, signal })
    return { wanted, items }
  })
  const named = isWanted ? pagesNamed(typed, content.types) : []
  const others = (isWanted && result ? result.items : []).filter(
    ({ type }) => !named.some((page) => page.type === type),
  )
  const results = [...named, ...others].map(
    ({ type, id, title }): PickerOption => ({
      id: `${type}-${id}`,
      label: title[language] || title.en || title.ar || content.types[type],
      aside: <span className="muted small">{content.types[type]}</span>,
      icon: FileText,
      choose: () => navigate(addressOfRecord(type, id)),
    }),
  )
  return { results, isUnderWay: isWanted && failure === undefined && result?.wanted !== typed }
}

/** A page is found by its name, too. */
const pagesNamed = (typed: string, names: DeskTexts['content']['types']) =>
  (['navigation', ...PAGE_NAMES.map(typeOfPage)] as const)
    .map((type) => ({ type, id: 1, title: { en: '', ar: '' } }))
    .filter(({ type }) => foldLetters(names[type]).includes(foldLetters(typed)))

function useFoundSubmissions(typed: string, pausedAt: string) {
  const { submissions: words } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const isReader = can('submissions.read')
  const typedNow = isReader ? typed : ''
  const wanted = isReader ? pausedAt : ''
  const finding = useLoaded(wanted || undefined, async ({ signal }) => {
    const { items } = await api('GET /submissions', { query: { search: wanted, limit: MAX_FOUND }, signal })
    return { wanted, items }
  })
  const isFailed = typedNow !== '' && finding.failure !== undefined
  const items = typedNow === '' || isFailed ? [] : (finding.result?.items ?? [])
  const results = items.map(
    ({ reference, name, kind, foundInCv }): PickerOption => ({
      id: reference,
      label: (
        <>
          <bdi>{name}</bdi>
          {foundInCv && <FoundInCv found={foundInCv} />}
        </>
      ),
      aside: (
        <span className="muted small">
          {words.kinds[kind]} <bdi dir="ltr">{reference}</bdi>
        </span>
      ),
      icon: Inbox,
      choose: () => navigate(`/inbox/${reference}`),
    }),
  )
  const isUnderWay = typedNow !== '' && !isFailed && finding.result?.wanted !== typedNow
  return { finding, isFailed, isUnderWay, results }
}

const STORAGE_KEY = 'desk-shortcuts'

/** Off for people who press single keys by accident (WCAG 2.1.4). A choice of this browser. */
export const areShortcutsOn = () => localStorage.getItem(STORAGE_KEY) !== 'off'

export function Shortcuts({ onClose }: { onClose(): void }) {
  const { shell: texts } = useTexts()
  const actions = useOfferedActions().filter(({ keys }) => keys)
  const [isOn, setOn] = useState(areShortcutsOn)
  const toggle = () => {
    localStorage.setItem(STORAGE_KEY, isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return (
    <Dialog title={texts.shortcuts.title} text={texts.shortcuts.hint} wide onClose={onClose} close={texts.close}>
      <Check label={texts.shortcuts.switch} checked={isOn} onChange={toggle} />
      <div className={shortcutStyles.lists}>
        {(['here', 'everywhere'] as const).map((scope) => {
          const members = actions.filter((action) => action.scope === scope)
          if (members.length === 0) return null
          return (
            <section key={scope}>
              <h3 className="h3">{texts.shortcuts[scope]}</h3>
              <dl className={shortcutStyles.list}>
                {members.map((action) => (
                  <div key={action.id}>
                    <dt>
                      <Keys action={action} />
                    </dt>
                    <dd>{action.label}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}

function Keys({ action: { keys = '' } }: { action: Pick<Action, 'keys'> }) {
  const { shell } = useTexts()
  return keys.split(' ').map((stroke, index) => (
    <span key={stroke} className={shortcutStyles.stroke}>
      {index > 0 && <span className="muted small"> {shell.shortcuts.then} </span>}
      <kbd>{stroke.replace('Mod+', 'Ctrl ').replace('Shift+', '⇧ ').replace('Alt+', 'Alt ')}</kbd>
    </span>
  ))
}
