import { Fragment } from 'react'
import { useLoaderData } from 'react-router'
import { mayDo, processesWith } from '#domain/people/rights.ts'
import { DAY, HOUR } from '#domain/platform/durations.ts'
import { TOLD_BY, UNDO_MINUTES } from '#domain/submissions/stages.ts'
import { classNames } from '#site/brand/class-names.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { api, type CallOptions, type ResultOf } from '../api.ts'
import { currentTime } from '../clock.ts'
import { Dot, type DotColour, type DotFill, Initial } from '../parts/elements.tsx'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'
import styles from './submissions.module.css'

type Listed = ResultOf<'GET /submissions'>['items'][number]
/** Only a search says where it found a word. */
export type Item = Omit<Listed, 'foundInCv'> & Partial<Pick<Listed, 'foundInCv'>>
export type Stage = Item['stage']

export type Filters = NonNullable<CallOptions<'GET /submissions'>['query']>

const FILTER_NAMES = [
  'form',
  'job',
  'stage',
  'step',
  'person',
  'language',
  'tag',
  'source',
  'heard',
  'reached',
  'reason',
  'answer',
  'since',
  'until',
  'marked',
  'read',
  'waiting',
  'samples',
  'search',
  'within',
  'order',
] as const

export function filtersIn(address: URLSearchParams): Filters {
  const found = FILTER_NAMES.map((name) => [name, address.getAll(name)] as const)
  return Object.fromEntries(
    found
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  ) as Filters
}

/** Filters in a fixed order, so that equal lists have equal addresses. */
export function filterAddress(address: URLSearchParams): string {
  const search = new URLSearchParams()
  for (const name of FILTER_NAMES) for (const value of address.getAll(name).toSorted()) search.append(name, value)
  return search.size > 0 ? `?${search}` : ''
}

type Described = Pick<Item, 'kind' | 'about' | 'jobId' | 'language'> & { aboutInArabic?: string | null }

/** Job titles follow the desk's language; typed text keeps its own. */
export function useAbout() {
  const { submissions: words, language } = useTexts()
  return ({ kind, about, aboutInArabic, jobId, language: written }: Described) => {
    if (kind !== 'career-application') return { text: about, lang: written }
    if (jobId === null || !about) return { text: words.general, lang: language }
    const isArabic = language === 'ar' && Boolean(aboutInArabic)
    return { text: isArabic ? (aboutInArabic as string) : about, lang: isArabic ? 'ar' : 'en' }
  }
}

export function About({ item }: { item: Described }) {
  const { text, lang } = useAbout()(item)
  return (
    <span className="own" lang={lang} dir="auto">
      {text}
    </span>
  )
}

/** Where the search found a word in a CV. */
export function FoundInCv({ found: { page, text, marks } }: { found: NonNullable<Item['foundInCv']> }) {
  const { say } = useTexts()
  const ends = [...marks.map(([start]) => start), text.length]
  return (
    <span className={styles.foundInCv}>
      <span className={styles.foundPage}>{say('inbox.foundInCv', { page })}</span>{' '}
      <bdi className="own" dir="auto">
        {text.slice(0, ends[0])}
        {marks.map(([start, end], index) => (
          <Fragment key={start}>
            <mark>{text.slice(start, end)}</mark>
            {text.slice(end, ends[index + 1])}
          </Fragment>
        ))}
      </bdi>
    </span>
  )
}

export function LanguageMark({ language }: { language: string }) {
  const { submissions: words } = useTexts()
  const known = language === 'ar' ? 'ar' : 'en'
  return (
    <span className={styles.language} role="img" aria-label={words.languages[known]} title={words.languages[known]}>
      {words.languageMarks[known]}
    </span>
  )
}

export function SampleMark({ item }: { item: Pick<Item, 'isSample'> }) {
  const { submissions: words } = useTexts()
  return item.isSample ? <span className={styles.sample}>{words.sample}</span> : null
}

const STAGE_DOTS: Record<Stage, { fill: DotFill; colour?: DotColour }> = {
  new: { fill: 'hollow' },
  'in-review': { fill: 'grain' },
  interview: { fill: 'half' },
  offer: { fill: 'nearly' },
  hired: { fill: 'solid' },
  declined: { fill: 'solid', colour: 'edge' },
  withdrawn: { fill: 'gone', colour: 'edge' },
  answered: { fill: 'solid' },
  archived: { fill: 'solid', colour: 'edge' },
}

export const StageDot = ({ stage }: { stage: Stage }) => <Dot {...STAGE_DOTS[stage]} />

/** A job may have its own names and stages. `step` is empty for the company's stage. */
export interface StageAt {
  stage: Stage
  step: string
  name: { en: string; ar: string } | null
}

export function useStageName() {
  const { submissions: words, language } = useTexts()
  return ({ stage, name }: Pick<StageAt, 'stage' | 'name'>) => name?.[language] ?? words.stages[stage]
}

export const isAtStage = (item: Pick<Item, 'stage' | 'step'>, { stage, step }: Pick<StageAt, 'stage' | 'step'>) =>
  item.stage === stage && item.step === step

export const stageKey = ({ stage, step }: Pick<StageAt, 'stage' | 'step'>) => step || stage

export function StageName({ stage, name = null }: { stage: Stage; name?: StageAt['name'] }) {
  const nameOf = useStageName()
  return (
    <span className={styles.stage}>
      <StageDot stage={stage} />
      {nameOf({ stage, name })}
    </span>
  )
}

export function Due({ item: { dueAt } }: { item: Pick<Item, 'dueAt'> }) {
  const { say } = useTexts()
  if (!dueAt) return null
  const left = Date.parse(dueAt) - currentTime().getTime()
  const isLate = left < 0
  const unit = Math.abs(left) < DAY ? ('hours' as const) : ('days' as const)
  const count = Math.max(1, Math.floor(Math.abs(left) / (unit === 'hours' ? HOUR : DAY)))
  return (
    <span className={classNames(isLate && styles.late)}>
      {say(`submissions.${isLate ? 'late' : 'left'}.${unit}`, { count })}
    </span>
  )
}

/** A message has nine working hours, an application five working days. */
const PROMISED_DOTS: Record<Item['kind'], number> = {
  'contact-message': 9,
  'internship-application': 5,
  'career-application': 5,
}

export function PromiseDots({ item }: { item: Pick<Item, 'kind' | 'createdAt' | 'dueAt'> }) {
  const { kind, createdAt, dueAt } = item
  if (!dueAt) return null
  const [from, until, now] = [Date.parse(createdAt), Date.parse(dueAt), currentTime().getTime()]
  const all = PROMISED_DOTS[kind]
  const used = Math.min(all, Math.floor(((now - from) / Math.max(1, until - from)) * all))
  const colour = now > until ? 'cinnabar' : 'ink'
  return (
    <span className={styles.promise} aria-hidden>
      {Array.from({ length: all }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots that never change places
        <Dot key={index} fill={index < used ? 'solid' : 'hollow'} colour={colour} />
      ))}
    </span>
  )
}

/** Says what the sender will see or receive after a move, and when. */
export function useTold() {
  const { say } = useTexts()
  const { sendsMail } = useSession()
  return (stage: Stage) => {
    const by = TOLD_BY[stage]
    return say(`submissions.told.${sendsMail ? by : TOLD_WITHOUT_MAIL[by]}`, { minutes: UNDO_MINUTES })
  }
}

const TOLD_WITHOUT_MAIL = {
  page: 'page',
  'page-and-mail': 'page',
  letter: 'nothing',
  'letter-or-page': 'page',
} as const

type Counted = keyof DeskTexts['submissions']['counts']

export function useCounted() {
  const { submissions: words, say, formats } = useTexts()
  return (counts: Record<string, number>) => {
    const parts = Object.entries(counts)
      .filter(([name, count]) => count > 0 && name in words.counts)
      .map(([name, count]) => say(`submissions.counts.${name as Counted}`, { count }))
    return formats.list(parts)
  }
}

type Colleague = ResultOf<'GET /colleagues'>['colleagues'][number]

export const loadColleagues = async () => (await api('GET /colleagues', { background: true })).colleagues

interface About {
  process: string
  interviews: readonly { state: string; people: string[] }[]
}

function seesAsTeam({ id, roles, teams }: Colleague, about: About | undefined) {
  if (!about) return false
  const holder = { roles, teams: teams.map((team) => ({ ...team, allowed: [] })) }
  const { whole, own } = processesWith(holder, 'submissions.read')
  const isAsked = about.interviews.some(({ state, people }) => people.includes(id) && !ENDED.includes(state))
  return whole.includes(about.process) || (own.includes(about.process) && isAsked)
}

const ENDED = ['cancelled', 'replaced']

/** `about`: the record that is shown. */
export function useColleagues(about?: About) {
  const { colleagues } = useLoaderData<{ colleagues: Colleague[] }>()
  const { submissions: words } = useTexts()
  return {
    nameOf(id: string | null) {
      if (id === null) return words.nobody
      return colleagues.find((colleague) => colleague.id === id)?.name ?? words.formerColleague
    },
    everybody: colleagues,
    isColleague: (id: string) => colleagues.some((colleague) => colleague.id === id),
    /** Who sees the record that is shown; without one, who sees all. */
    assignable: colleagues.filter(
      (colleague) => mayDo(colleague.roles, 'submissions.read') || seesAsTeam(colleague, about),
    ),
    /** Who may be asked for an interview, the team first. */
    interviewersOf(process: string) {
      const isOnTeam = ({ teams }: Colleague) => teams.some((team) => team.process === process)
      const others = colleagues.filter((each) => mayDo(each.roles, 'submissions.read') && !isOnTeam(each))
      return { team: colleagues.filter(isOnTeam), others }
    },
  }
}

export function AssigneeInitial({ id }: { id: string | null }) {
  const { person } = useSession()
  const { nameOf } = useColleagues()
  return <Initial name={id === null ? undefined : nameOf(id)} isMe={id === person.id} />
}
