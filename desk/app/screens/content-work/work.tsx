import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { NEEDS, type Need } from '#domain/content/content-needs.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import type { Language } from '#texts/languages.ts'
import { otherLanguage } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { Block, Body, Empty, Head, Table, TextLink } from '../../parts/elements.tsx'
import { Options, SelectField } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './work.module.css'

export const loader = () => api('GET /content-work')

type Work = ResultOf<'GET /content-work'>
type Needy = Work['needy'][number]
type Scheduled = Work['scheduled'][number]

export function Component() {
  const { needy, scheduled, names } = useLoaderData<typeof loader>()
  const { 'editing-help': help, content } = useTexts()
  const texts = help.work
  return (
    <>
      <Head title={texts.title} note={<TextLink to="/content">{content.title}</TextLink>} />
      <Body className={styles.body}>
        <Block title={texts.scheduled}>
          {scheduled.length === 0 ? (
            <p className="second">{texts.noneScheduled}</p>
          ) : (
            <Calendar scheduled={scheduled} names={names} />
          )}
        </Block>
        <Block title={texts.needs}>
          {needy.length === 0 ? <Empty title={texts.none} /> : <NeedyRecords needy={needy} />}
        </Block>
      </Body>
    </>
  )
}

interface CalendarProps {
  scheduled: readonly Scheduled[]
  names: Work['names']
}

/** The months in which something is scheduled. */
function Calendar({ scheduled, names }: CalendarProps) {
  const { formats } = useTexts()
  const byDay = new Map<string, Scheduled[]>()
  for (const each of scheduled) {
    const day = formats.dayKey(each.at)
    byDay.set(day, [...(byDay.get(day) ?? []), each])
  }
  const months = [...new Set([...byDay.keys()].map((day) => day.slice(0, 7)))]
  return months.map((month) => (
    <section key={month} className={styles.month}>
      <h3 className="h3">{formats.month(`${month}-01`)}</h3>
      <table className={styles.days}>
        <thead>
          <tr>
            {formats.weekdays.map((name) => (
              <th key={name} scope="col" className="muted small">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a weekday
                <td key={index} data-empty={!day || !byDay.has(day) || undefined}>
                  {day && <Day day={day} scheduled={byDay.get(day) ?? []} names={names} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ))
}

function Day({ day, scheduled, names }: CalendarProps & { day: string }) {
  const { content, 'editing-help': help, say, formats } = useTexts()
  const titleOf = useTitle()
  return (
    <>
      <time dateTime={day} className={styles.day}>
        <span className={styles.number}>{formats.number(Number(day.slice(8)))}</span>
        <span className={styles.whole}>{formats.weekdayOf(day)}</span>
      </time>
      {scheduled.length > 0 && (
        <ul>
          {scheduled.map((each) => (
            <li key={`${each.type} ${each.id} ${each.at}`}>
              <span className="muted small">{formats.time(each.at)}</span>{' '}
              <Link className="link" to={`/content/${each.type}/${each.id}`}>
                {titleOf(each)}
              </Link>{' '}
              <span className="muted small">
                {content.types[each.type]}
                {each.by && names[each.by] && ` · ${say('editing-help.work.by', { name: names[each.by] ?? '' })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {scheduled.length === 0 && <span className="vh">{help.work.noneScheduled}</span>}
    </>
  )
}

/** Weeks begin on Sunday. */
function weeksOf(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const days: (string | undefined)[] = Array.from({ length: first.getUTCDay() })
  for (const day = new Date(first); day.getUTCMonth() === first.getUTCMonth(); day.setUTCDate(day.getUTCDate() + 1))
    days.push(day.toISOString().slice(0, 10))
  while (days.length % 7 > 0) days.push(undefined)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

const MAX_SHOWN = 200

function NeedyRecords({ needy }: { needy: readonly Needy[] }) {
  const { content, 'editing-help': help, say } = useTexts()
  const texts = help.work
  const titleOf = useTitle()
  const [wanted, setWanted] = useState<Need>()
  const countOf = (need: Need) => needy.filter(({ needs }) => needs.some((each) => each.need === need)).length
  const shown = needy.filter(({ needs }) => !wanted || needs.some(({ need }) => need === wanted))
  const options = NEEDS.flatMap((need) => {
    const count = countOf(need)
    return count > 0 ? [[need, say(`editing-help.work.names.${need}`, { count })] as const] : []
  })
  return (
    <>
      <SelectField
        label={texts.filter}
        className={styles.filter}
        value={wanted ?? ''}
        onChange={({ target }) => setWanted(NEEDS.find((need) => need === target.value))}
      >
        <option value="">{say('editing-help.work.all', { count: needy.length })}</option>
        <Options of={options} />
      </SelectField>
      <Table stacks caption={texts.needs} columns={[texts.columns.title, texts.columns.type, texts.columns.needs]}>
        {shown.slice(0, MAX_SHOWN).map((record) => (
          <tr key={`${record.type} ${record.id}`}>
            <th scope="row" className={styles.title}>
              <Link className="link" to={`/content/${record.type}/${record.id}`}>
                {titleOf(record)}
              </Link>
            </th>
            <td data-label={texts.columns.type}>{content.types[record.type]}</td>
            <td data-label={texts.columns.needs}>
              <Needs of={record} />
            </td>
          </tr>
        ))}
      </Table>
      {shown.length > MAX_SHOWN && <p>{say('editing-help.work.more', { count: shown.length - MAX_SHOWN })}</p>}
    </>
  )
}

function Needs({ of: { needs } }: { of: Needy }) {
  const { content, say, formats } = useTexts()
  return (
    <ul>
      {needs.map(({ need, languages, values }) => (
        <li key={need} className={styles.need}>
          {say(`editing-help.work.need.${need}`, {
            languages: formats.list(languages.map((language) => content.parts[language])),
            values: formats.list(values),
          })}
        </li>
      ))}
    </ul>
  )
}

function useTitle() {
  const { content, language } = useTexts()
  return ({ type, title }: { type: ContentType; title: Record<Language, string> }) => (
    <bdi>{title[language] || title[otherLanguage(language)] || content.types[type] || content.untitled}</bdi>
  )
}
