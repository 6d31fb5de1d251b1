import { Search } from 'lucide-react'
import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { callApiFromBrowser } from '../../call-api.ts'
import { useRoot, useTexts } from '../../page-context.tsx'
import { Icon, useAddress } from '../controls.tsx'
import {
  findByName,
  NOTHING_FOUND,
  type Searchable,
  searchableOffers,
  searchablePages,
  useDemoMenu,
  useNamesOfPages,
} from './menu.ts'
import styles from './search-box.module.css'

const MAX_SUGGESTIONS = 8

/** The combobox of the W3C's patterns: Enter opens the chosen suggestion, or the first. */
export function SearchBox({ look }: { look: 'boxed' | 'underlined' }) {
  const texts = useTexts('demo-navbars')
  const sentence = useTranslations('demo-navbars')
  const { pathname } = useLocation()
  const listId = useId()
  const { input, suggestions, active, isListShown, isSearching, setActive, open, events } = useSearch()

  useEffect(() => {
    if (isListShown && active >= 0)
      document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  }, [isListShown, active, listId])

  return (
    // biome-ignore lint/a11y/useSemanticElements: the element <search> is newer than the browsers we promise
    <form className={`${styles.search} ${styles[look]}`} role="search" action={pathname} onSubmit={events.onSubmit}>
      <label className="vh" htmlFor={`${listId}-input`}>
        {texts.search}
      </label>
      <Icon of={Search} />
      <input
        {...events.input}
        id={`${listId}-input`}
        ref={input}
        type="search"
        name="q"
        role="combobox"
        placeholder={texts.search}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={listId}
        aria-activedescendant={isListShown && active >= 0 ? optionId(listId, active) : undefined}
      />
      <div className={styles.popup} hidden={!isSearching}>
        {/* The input keeps the focus, so pressing a suggestion must not take it away. */}
        <div
          id={listId}
          role="listbox"
          aria-label={texts.suggestions}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            <Suggestion
              key={suggestion.kind + suggestion.address}
              id={optionId(listId, index)}
              suggestion={suggestion}
              isActive={index === active}
              onPoint={() => setActive(index)}
              onChoose={() => open(suggestion)}
            />
          ))}
        </div>
        {suggestions.length === 0 && <p className={styles.nothing}>{sentence('results', { count: 0 })}</p>}
      </div>
      <span className="vh" role="status">
        {isSearching && sentence('results', { count: suggestions.length })}
      </span>
      {!isSearching && (
        <p id={NOTHING_FOUND} className={styles.notFound}>
          {sentence('results', { count: 0 })}
        </p>
      )}
    </form>
  )
}

function useSearch() {
  const navigate = useNavigate()
  const address = useAddress()
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { pages, offers, fetchOffers } = useSearchables()

  const find = (among: Searchable[]) => findByName(query, among).slice(0, MAX_SUGGESTIONS)
  const suggestions = find([...pages, ...offers])
  const isListShown = isOpen && suggestions.length > 0
  const isSearching = isOpen && query.trim() !== ''

  const search = (typed: string) => {
    fetchOffers()
    setQuery(typed)
    setIsOpen(true)
  }

  const open = (found: Searchable | undefined) => {
    if (!found) return
    setIsOpen(false)
    setQuery('')
    if (input.current) input.current.value = ''
    navigate(address(found.address))
  }

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isListShown && active >= 0) return open(suggestions[active])
    open(suggestions[0] ?? find(await fetchOffers())[0])
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isSearching) setIsOpen(false)
    else if (event.key === 'ArrowDown' && suggestions.length) {
      setIsOpen(true)
      setActive((active + 1) % suggestions.length)
    } else if (event.key === 'ArrowUp' && suggestions.length) {
      setIsOpen(true)
      setActive(active <= 0 ? suggestions.length - 1 : active - 1)
    } else return
    event.preventDefault()
  }

  const onInput = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    setActive(-1)
    search(currentTarget.value)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes
  useEffect(() => {
    if (document.activeElement === input.current && input.current?.value) search(input.current.value)
  }, [])

  const events = { onSubmit, input: { onFocus: fetchOffers, onInput, onKeyDown, onBlur: () => setIsOpen(false) } }
  return { input, suggestions, active, isListShown, isSearching, setActive, open, events }
}

interface SuggestionProps {
  id: string
  suggestion: Searchable
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Suggestion({ id, suggestion: { name, kind }, isActive, onPoint, onChoose }: SuggestionProps) {
  const { kinds } = useTexts('demo-navbars')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: an option of a combobox is pointed at, never focused
    <div id={id} role="option" aria-selected={isActive} onMouseMove={onPoint} onClick={onChoose}>
      <span>{name}</span>
      <small>{kinds[kind]}</small>
    </div>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

let offersOnTheirWay: Promise<Searchable[]> | undefined

function useSearchables() {
  const { settings } = useRoot()
  const menu = useDemoMenu()
  const [offers, setOffers] = useState<Searchable[]>([])
  const names = useNamesOfPages()
  const fetchOffers = async () => {
    offersOnTheirWay ??= searchableOffers(callApiFromBrowser(settings.apiHost))
    const arrived = await offersOnTheirWay
    // After a failure the next use of the box asks again.
    if (arrived.length === 0) offersOnTheirWay = undefined
    setOffers(arrived)
    return arrived
  }
  return { pages: searchablePages(menu, names), offers, fetchOffers }
}
