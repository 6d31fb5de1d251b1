import { Inbox, type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { foldLetters } from '#texts/spelling.ts'
import { api } from '../api.ts'
import { type Action, useOfferedActions } from '../parts/actions.ts'
import { Dialog, Modal } from '../parts/dialog.tsx'
import { Icon } from '../parts/elements.tsx'
import { Check } from '../parts/field.tsx'
import { MAX_SEARCH_LENGTH } from '../parts/filters.tsx'
import { LoadFailure, useLoaded } from '../parts/work.tsx'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'
import styles from './palette.module.css'
import shortcutStyles from './shortcuts.module.css'

interface PaletteResult {
  id: string
  label: ReactNode
  aside?: ReactNode
  icon?: LucideIcon
  open(): void
}

const TYPING_PAUSE_MILLISECONDS = 150
const MAX_FOUND = 6

export function Palette({ onClose }: { onClose(): void }) {
  const { shell, inbox, say } = useTexts()
  const { palette } = shell
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const listId = useId()
  const found = useFoundSubmissions(typed)
  const groups = [
    { heading: inbox.title, results: found.results },
    { heading: palette.do, results: useMatchingActions(typed) },
  ].filter(({ results }) => results.length > 0)
  const results = groups.flatMap((group) => group.results)
  const current = results[Math.min(chosen, results.length - 1)]

  const open = (result: PaletteResult | undefined) => {
    if (!result) return
    onClose()
    // After the dialog has given the focus back: the next screen may take it.
    setTimeout(() => result.open())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen((Math.min(chosen, results.length - 1) + step + results.length) % Math.max(1, results.length))
    else if (event.key === 'Enter') open(current)
    else return
    event.preventDefault()
  }
  const optionId = (id: string) => `${listId}-${id}`
  const currentId = current && optionId(current.id)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  return (
    <Modal className={styles.palette} aria-label={palette.label} onClose={onClose}>
      <div className={styles.input}>
        <Icon of={Search} />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={currentId}
          aria-label={shell.palette.label}
          placeholder={shell.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_SEARCH_LENGTH}
          dir={typed ? 'auto' : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div role="listbox" id={listId} aria-label={shell.palette.label} className={styles.list}>
        {groups.map(({ heading, results: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
          <div key={heading} role="group" aria-label={heading}>
            <p className={styles.heading} aria-hidden>
              {heading}
            </p>
            {members.map((result) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
              <div
                key={result.id}
                id={optionId(result.id)}
                role="option"
                aria-selected={result === current}
                tabIndex={-1}
                className={classNames(styles.option, result === current && styles.current)}
                onClick={() => open(result)}
                onPointerMove={() => setChosen(results.indexOf(result))}
              >
                {result.icon && <Icon of={result.icon} />}
                <span className="own" dir="auto">
                  {result.label}
                </span>
                {result.aside && <span className={styles.aside}>{result.aside}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.isFailed && <LoadFailure loaded={found.finding} />}
      {results.length === 0 && !found.isUnderWay && !found.isFailed && (
        <p className={styles.nothing}>{say('shell.palette.empty', { typed })}</p>
      )}
      <p className="vh" role="status">
        {say('shell.palette.count', { count: results.length })}
      </p>
      <footer className={styles.foot} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {shell.palette.keys.choose}
        </span>
        <span>
          <kbd>Enter</kbd> {shell.palette.keys.open}
        </span>
        <span>
          <kbd>Esc</kbd> {shell.palette.keys.close}
        </span>
      </footer>
    </Modal>
  )
}

function useMatchingActions(typed: string): PaletteResult[] {
  const actions = useOfferedActions()
  return useMemo(() => {
    const wanted = foldLetters(typed.trim())
    return actions
      .filter(({ keysOnly, label }) => !keysOnly && foldLetters(label).includes(wanted))
      .map((action) => ({
        id: action.id,
        label: action.label,
        ...(action.icon && { icon: action.icon }),
        ...(action.keys && { aside: <Keys action={action} /> }),
        open: action.run,
      }))
  }, [actions, typed])
}

function useFoundSubmissions(typed: string) {
  const { submissions: words } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const typedNow = can('submissions.read') ? typed.trim() : ''
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(setWanted, TYPING_PAUSE_MILLISECONDS, typedNow)
    return () => clearTimeout(timer)
  }, [typedNow])
  const finding = useLoaded(wanted || undefined, async ({ signal }) => {
    const { items } = await api('GET /submissions', { query: { search: wanted, limit: MAX_FOUND }, signal })
    return { wanted, items }
  })
  const isFailed = typedNow !== '' && finding.failure !== undefined
  const items = typedNow === '' || isFailed ? [] : (finding.result?.items ?? [])
  const results = items.map(
    ({ reference, name, kind }): PaletteResult => ({
      id: reference,
      label: <bdi>{name}</bdi>,
      aside: (
        <span className="muted small">
          {words.kinds[kind]} <bdi dir="ltr">{reference}</bdi>
        </span>
      ),
      icon: Inbox,
      open: () => navigate(`/inbox/${reference}`),
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
      <kbd>{stroke.replace('Mod+', 'Ctrl ').replace('Shift+', '⇧ ')}</kbd>
    </span>
  ))
}
