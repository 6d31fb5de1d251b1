import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { classNames } from '#site/brand/class-names.ts'
import { foldLetters } from '#texts/spelling.ts'
import { type PaletteResult, type PaletteSource, useOfferedActions, usePaletteSources } from '../parts/actions.tsx'
import { Icon } from '../parts/elements.tsx'
import { MAX_SEARCH_LENGTH } from '../parts/filters.tsx'
import { LoadFailure, useLoaded } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './palette.module.css'
import { Keys } from './shortcuts.tsx'

interface Group {
  heading: string
  results: PaletteResult[]
}

const TYPING_PAUSE_MILLISECONDS = 150

/** Find or do: actions of the shell and the screen, and whatever sources find for what is typed. */
export function Palette({ onClose }: { onClose(): void }) {
  const { shell, say } = useTexts()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const found = useFound(typed)
  const actions = useMatchingActions(typed)
  const groups = [...found.groups, { heading: shell.palette.do, results: actions }].filter(
    ({ results }) => results.length > 0,
  )
  const results = groups.flatMap((group) => group.results)
  const current = results[Math.min(chosen, results.length - 1)]

  useEffect(() => {
    const returnTo = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus()
    }
  }, [])

  const open = (result: PaletteResult | undefined) => {
    if (!result) return
    onClose()
    // After the dialog has given the focus back, so that what opens next can take it.
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press outside is a shortcut; Esc does the same
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={shell.palette.label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
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
        {groups.map(({ heading, results }) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
          <div key={heading} role="group" aria-label={heading}>
            <p className={styles.heading} aria-hidden>
              {heading}
            </p>
            {results.map((result) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
              <div
                key={result.id}
                id={optionId(result.id)}
                role="option"
                aria-selected={result === current}
                tabIndex={-1}
                className={classNames(styles.option, result === current && styles.current)}
                onClick={() => open(result)}
                onPointerMove={() => setChosen(indexOf(groups, result))}
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
    </dialog>
  )
}

const indexOf = (groups: Group[], result: PaletteResult) => groups.flatMap(({ results }) => results).indexOf(result)

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

/** What the sources find, once there is a pause in typing. */
function useFound(typed: string) {
  const sources = usePaletteSources()
  const typedNow = typed.trim()
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(setWanted, TYPING_PAUSE_MILLISECONDS, typedNow)
    return () => clearTimeout(timer)
  }, [typedNow])
  const finding = useLoaded(wanted || undefined, async ({ signal }) => {
    const find = async ({ heading, find }: PaletteSource) => ({ heading, results: await find(wanted, signal) })
    return { wanted, groups: await Promise.all(sources.map(find)) }
  })
  const isFailed = typedNow !== '' && finding.failure !== undefined
  return {
    finding,
    isFailed,
    isUnderWay: typedNow !== '' && !isFailed && finding.result?.wanted !== typedNow,
    groups: typedNow === '' || isFailed ? [] : (finding.result?.groups ?? []),
  }
}
