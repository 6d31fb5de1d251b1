import { DAY } from '#domain/platform/durations.ts'
import { currentTime } from '../../clock.ts'
import { Filter, Filters, useFilters } from '../../parts/filters.tsx'
import { assignable } from '../../submissions/colleagues.ts'
import type { Colleague, Kind, Stage } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

interface FilterBarProps {
  /** From the search to the list. */
  onDown(): void
  colleagues: readonly Colleague[]
  jobs: { id: number; title: { en: string; ar: string } }[]
}

/** Every filter stands in the address, so that a list can be kept, sent and gone back to. */
export function FilterBar({ onDown, colleagues, jobs }: FilterBarProps) {
  const { inbox: texts, submissions: words, language, formats } = useTexts()
  const [address, change] = useFilters()
  const since = (days: number) => formats.dayKey(new Date(currentTime().getTime() - (days - 1) * DAY))
  const periods = (['1', '7', '30'] as const).map((days) => [since(Number(days)), texts.periods[days]] as const)
  const chosenDay = address.get('since') ?? ''
  const days =
    periods.some(([day]) => day === chosenDay) || !chosenDay
      ? periods
      : [...periods, [chosenDay, formats.day(chosenDay)] as const]

  return (
    <Filters
      label={texts.filters}
      search={{ label: texts.searchLabel, placeholder: texts.search, clear: texts.clear, key: texts.keys.search }}
      onDown={onDown}
    >
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
    </Filters>
  )
}
