import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { useFormats } from '../../formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { useActions } from '../../shell/actions.tsx'
import { assignable } from '../../submissions/colleagues.ts'
import type { Colleague, Kind, Stage } from '../../submissions/item.ts'
import { useLanguage, useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

const TYPING_PAUSE_MILLISECONDS = 250
const DAY = 24 * 60 * 60_000

interface FilterBarProps {
  /** From the search to the list. */
  onDown(): void
  colleagues: readonly Colleague[]
  jobs: { id: number; title: { en: string; ar: string } }[]
}

/** Every filter stands in the address, so that a list can be kept, sent and gone back to. */
export function FilterBar({ onDown, colleagues, jobs }: FilterBarProps) {
  const texts = useTexts('inbox')
  const words = useTexts('submissions')
  const language = useLanguage()
  const formats = useFormats()
  const [address, setAddress] = useSearchParams()
  const change = (name: string, value: string) =>
    setAddress((former) => {
      if (value) former.set(name, value)
      else former.delete(name)
      return former
    })
  const since = (days: number) => formats.dayKey(new Date(Date.now() - (days - 1) * DAY))
  const periods = (['1', '7', '30'] as const).map((days) => [since(Number(days)), texts.periods[days]] as const)
  const chosenDay = address.get('since') ?? ''
  const days =
    periods.some(([day]) => day === chosenDay) || !chosenDay
      ? periods
      : [...periods, [chosenDay, formats.day(chosenDay)] as const]

  return (
    <search className={styles.filters} aria-label={texts.filters}>
      <SearchField onDown={onDown} />
      <div className={styles.selects}>
        <Filter
          label={texts.form}
          value={address.get('form')}
          onChange={(value) => change('form', value)}
          options={Object.entries(words.kinds) as [Kind, string][]}
        />
        <Filter
          label={texts.job}
          value={address.get('job')}
          onChange={(value) => change('job', value)}
          options={[...jobs.map(({ id, title }) => [String(id), title[language]] as const), ['general', words.general]]}
        />
        <Filter
          label={texts.stage}
          value={address.get('stage')}
          onChange={(value) => change('stage', value)}
          options={Object.entries(words.stages) as [Stage, string][]}
        />
        <Filter
          label={texts.person}
          value={address.get('person')}
          onChange={(value) => change('person', value)}
          options={[
            ['me', texts.me],
            ['nobody', texts.nobody],
            ...assignable(colleagues).map(({ id, name }) => [id, name] as const),
          ]}
        />
        <Filter
          label={texts.language}
          value={address.get('language')}
          onChange={(value) => change('language', value)}
          options={Object.entries(words.languages)}
        />
        <Filter label={texts.received} value={chosenDay} onChange={(value) => change('since', value)} options={days} />
        <Filter
          label={texts.marked}
          value={address.get('marked')}
          onChange={(value) => change('marked', value)}
          options={[
            ['yes', texts.yes],
            ['no', texts.no],
          ]}
        />
        <Filter
          label={texts.order}
          value={address.get('order')}
          onChange={(value) => change('order', value)}
          options={[['waiting', texts.orders.waiting]]}
          none={texts.orders.newest}
        />
      </div>
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
function Filter({ label, value, options, onChange, none }: FilterProps) {
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

/** Typed text goes into the address after a pause; `/` comes here, and the arrow goes on to what was found. */
function SearchField({ onDown }: { onDown(): void }) {
  const texts = useTexts('inbox')
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
          return former
        },
        { replace: true },
      )
    }, TYPING_PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed, setAddress])
  useActions([{ id: 'search', label: texts.keys.search, keys: '/', icon: Search, run: () => input.current?.focus() }])
  return (
    <span className={styles.search}>
      <Icon of={Search} small />
      <input
        ref={input}
        type="search"
        dir="auto"
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
