import { Search, X } from 'lucide-react'
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useActions } from './actions.ts'
import { Icon } from './elements.tsx'
import { Options } from './field.tsx'
import styles from './filters.module.css'
import { RouterContext } from './work.tsx'

const TYPING_PAUSE_MILLISECONDS = 250
export const MAX_SEARCH_LENGTH = 200

interface SearchFieldProps {
  texts: Record<'filters' | 'searchLabel' | 'search' | 'clear', string> & { keys: { search: string } }
  /** Arrow down: from the search to the list. */
  onDown(): void
}

export function Filters({ children, ...search }: SearchFieldProps & { children: ReactNode }) {
  return (
    <search className={styles.filters} aria-label={search.texts.filters}>
      <SearchField {...search} />
      <div className={styles.selects}>{children}</div>
    </search>
  )
}

interface FilterProps {
  label: string
  value: string | null
  options: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
  none?: string
}

export function Filter({ label, value, options, onChange, none }: FilterProps) {
  const isSet = Boolean(value)
  return (
    <span className={classNames(styles.filter, isSet && styles.set)}>
      <select aria-label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none ?? label}</option>
        <Options of={options} />
      </select>
    </span>
  )
}

export const filterClass = styles.filter

/** The state of an address that was reached by filtering: typed text still belongs to it. */
const GOES_ON = 'filter'

export function useFilters() {
  const [address, setAddress] = useSearchParams()
  const change = useCallback(
    (name: string, value: string, { replace = false } = {}) =>
      setAddress(
        (former) => {
          if (value) former.set(name, value)
          else former.delete(name)
          // Another filter begins at the first page.
          former.delete('page')
          return former
        },
        { replace, state: GOES_ON },
      ),
    [setAddress],
  )
  return [address, change] as const
}

function SearchField({ texts, onDown }: SearchFieldProps) {
  const [address, change] = useFilters()
  const inAddress = address.get('search') ?? ''
  const [typed, setTyped] = useState(inAddress)
  const input = useRef<HTMLInputElement>(null)
  const { key, state } = useLocation()
  const router = use(RouterContext)
  const isOtherList = useNavigationType() === 'POP' || state !== GOES_ON
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another address, or the same one asked for anew
  useEffect(() => {
    // Typed text does not belong to another view.
    if (isOtherList) setTyped(inAddress)
  }, [key])
  useEffect(() => {
    if (typed.trim() === inAddress) return
    const timer = setTimeout(() => {
      // On a busy machine the other list is not drawn yet.
      if (router?.state.navigation.state !== 'idle' || router.state.location.key !== key) return
      change('search', typed.trim(), { replace: true })
    }, TYPING_PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed, inAddress, change, router, key])
  useActions([{ id: 'search', label: texts.keys.search, keys: '/', icon: Search, run: () => input.current?.focus() }])
  return (
    <span className={styles.search}>
      <Icon of={Search} small />
      <input
        ref={input}
        type="search"
        // The placeholder keeps the document's direction.
        dir={typed ? 'auto' : undefined}
        maxLength={MAX_SEARCH_LENGTH}
        aria-label={texts.searchLabel}
        placeholder={texts.search}
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
