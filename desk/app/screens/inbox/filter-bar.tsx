import { DAY } from '#domain/platform/durations.ts'
import { currentTime } from '../../clock.ts'
import { Filter, Filters, useFilters } from '../../parts/filters.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

interface FilterBarProps {
  onDown(): void
  jobs: { id: number; title: { en: string; ar: string } }[]
}

export function FilterBar({ onDown, jobs }: FilterBarProps) {
  const { assignable } = useColleagues()
  const { inbox: texts, submissions: words, language, formats } = useTexts()
  const [address, change] = useFilters()
  const since = (days: number) => formats.dayKey(new Date(currentTime().getTime() - (days - 1) * DAY))
  const periods = (['1', '7', '30'] as const).map((days) => [since(Number(days)), texts.periods[days]] as const)
  const chosenDay = address.get('since') ?? ''
  const days =
    periods.some(([day]) => day === chosenDay) || !chosenDay
      ? periods
      : [...periods, [chosenDay, formats.day(chosenDay)] as const]

  const general = ['general', words.general] as const
  const people = assignable.map(({ id, name }) => [id, name] as const)
  const filters: [name: string, label: string, options: readonly (readonly [string, string])[], none?: string][] = [
    ['form', texts.form, Object.entries(words.kinds)],
    ['job', texts.job, [...jobs.map(({ id, title }) => [String(id), title[language]] as const), general]],
    ['stage', texts.stage, Object.entries(words.stages)],
    ['person', texts.person, [['me', texts.me], ['nobody', texts.nobody], ...people]],
    ['language', texts.language, Object.entries(words.languages)],
    ['since', texts.received, days],
    [
      'marked',
      texts.marked,
      [
        ['yes', texts.yes],
        ['no', texts.no],
      ],
    ],
    ['order', texts.order, [['waiting', texts.orders.waiting]], texts.orders.newest],
  ]

  return (
    <Filters texts={texts} onDown={onDown}>
      {filters.map(([name, label, options, none]) => (
        <Filter
          key={name}
          label={label}
          value={address.get(name)}
          onChange={(value) => change(name, value)}
          options={options}
          {...(none && { none })}
        />
      ))}
    </Filters>
  )
}
