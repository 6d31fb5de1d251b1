import { Search, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from '../shell/actions.tsx'
import styles from './filters.module.css'
import { Icon } from './icon.tsx'

const TYPING_PAUSE_MILLISECONDS = 250
/** As long as a search may be for the server. */
const MAX_SEARCH_LENGTH = 200

interface SearchTexts {
  label: string
  placeholder: string
  clear: string
  /** In the list of keys. */
  key: string
}

interface FiltersProps {
  label: string
  search: SearchTexts
  /** From the search to the list. */
  onDown(): void
  children: ReactNode
}

/** What narrows a list: a search, and the filters beside it. */
export function Filters({ label, search, onDown, children }: FiltersProps) {
  return (
    <search className={styles.filters} aria-label={label}>
      <SearchField texts={search} onDown={onDown} />
      <div className={styles.selects}>{children}</div>
    </search>
  )
}

interface FilterProps {
  label: string
  value: string | null
  options: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
  /** What it says while nothing is chosen. */
  none?: string
}

/** Shows its name while it is open to all, and its choice otherwise. */
export function Filter({ label, value, options, onChange, none }: FilterProps) {
  const isSet = Boolean(value)
  return (
    <span className={classNames(styles.filter, isSet && styles.set)}>
      <select aria-label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none ?? label}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </span>
  )
}

/** For a choice elsewhere that looks like a filter. */
export const filterClass = styles.filter

/** Typed text goes into the address after a pause; `/` comes here, and the arrow goes on to what was found. */
function SearchField({ texts, onDown }: { texts: SearchTexts; onDown(): void }) {
  const [address, setAddress] = useSearchParams()
  const inAddress = address.get('search') ?? ''
  const [typed, setTyped] = useState(inAddress)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(inAddress)
  useEffect(() => {
    // The address changed by itself: another view, or the way back.
    if (inAddress !== latest.current) {
      latest.current = inAddress
      setTyped(inAddress)
    }
  }, [inAddress])
  useEffect(() => {
    if (typed.trim() === latest.current) return
    const timer = setTimeout(() => {
      latest.current = typed.trim()
      setAddress(
        (former) => {
          if (typed.trim()) former.set('search', typed.trim())
          else former.delete('search')
          // What was found begins at its first page.
          former.delete('page')
          return former
        },
        { replace: true },
      )
    }, TYPING_PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed, setAddress])
  useActions([{ id: 'search', label: texts.key, keys: '/', icon: Search, run: () => input.current?.focus() }])
  return (
    <span className={styles.search}>
      <Icon of={Search} small />
      <input
        ref={input}
        type="search"
        // An empty field stands as the words do that it offers.
        dir={typed ? 'auto' : undefined}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          onDown()
        }}
      />
      {typed && (
        <button type="button" aria-label={texts.clear} title={texts.clear} onClick={() => setTyped('')}>
          <Icon of={X} small />
        </button>
      )}
    </span>
  )
}
