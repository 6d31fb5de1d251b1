import { api, type ResultOf } from '../../api.ts'
import { addressOfRecords, isUnderPages } from '../../content-addresses.ts'
import { Block, Dot, TextLink } from '../../parts/elements.tsx'
import { LoadFailure, useLoaded } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { KeptTexts } from '../content/kept-texts.tsx'
import { Reviews } from './reviews.tsx'
import styles from './today.module.css'

type Today = ResultOf<'GET /today'>
type ContentCounts = ResultOf<'GET /content'>['counts']

export function ContentWork({ today }: { today?: Today }) {
  const { today: texts, say, formats, language } = useTexts()
  const { mayChange, work, counts, loading } = useContentWork()
  const { closingSoon, closedUndecided } = today?.content ?? { closingSoon: [], closedUndecided: [] }
  const aboutJobs = closingSoon.length + closedUndecided.length
  const isFine = work?.length === 0 && aboutJobs === 0
  // Without the right to change content only jobs are known here.
  if (!mayChange && aboutJobs === 0) return null
  return (
    <>
      <Block title={texts.content}>
        <KeptTexts />
        {mayChange && <Reviews />}
        {isFine && <p className="second">{texts.contentFine}</p>}
        <LoadFailure loaded={loading} />
        <ul className={styles.content}>
          {work?.map(({ type, state, label }) => (
            <li key={`${type} ${state}`}>
              <Dot {...(state === 'behind' || state === 'missing' ? { colour: 'cinnabar' } : {})} />
              <TextLink to={addressOfRecords(type, `?state=${state}`)}>{label}</TextLink>
            </li>
          ))}
          {closingSoon.map(({ id, title, closesOn, applications }) => (
            <li key={id}>
              <Dot />
              <TextLink to={`/stages/${id}`}>
                {say('today.closesSoon', { job: title[language], when: formats.calendarDay(closesOn) })}
              </TextLink>
              <span className="muted small">
                {applications === 0
                  ? texts.noApplications
                  : say('today.applications', { count: applications, figure: formats.number(applications) })}
              </span>
            </li>
          ))}
          {closedUndecided.map(({ id, title, undecided }) => (
            <li key={id}>
              <Dot colour="cinnabar" />
              <TextLink to={`/inbox?job=${id}&stage=in-review&stage=new`}>
                {say('today.closedUndecided', { job: title[language], count: undecided })}
              </TextLink>
            </li>
          ))}
        </ul>
      </Block>
      {!today && counts && <AllContent counts={counts} />}
    </>
  )
}

function AllContent({ counts }: { counts: ContentCounts }) {
  const { content, shell, formats } = useTexts()
  const types = (Object.keys(counts) as (keyof ContentCounts)[]).filter((type) => !isUnderPages(type))
  return (
    <Block title={content.title}>
      <ul className={styles.content}>
        {types.map((type) => (
          <li key={type}>
            <Dot />
            <TextLink to={`/content/${type}`}>{content.types[type]}</TextLink>
            <span className="muted small">{formats.number(counts[type].published + counts[type].unpublished)}</span>
          </li>
        ))}
        <li>
          <Dot />
          <TextLink to="/pages">{shell.screens.pages}</TextLink>
        </li>
      </ul>
    </Block>
  )
}

const STATES_WITH_WORK = ['behind', 'missing', 'draft', 'scheduled'] as const

/** Open work by type; unknown until counted, and without the right to change it. */
function useContentWork() {
  const { content, say } = useTexts()
  const { can } = useSession()
  const mayChange = can('content.change')
  const loading = useLoaded(mayChange ? 'content' : undefined, (manner) => api('GET /content', manner))
  const counts = loading.result?.counts
  const work =
    counts &&
    (Object.keys(counts) as (keyof typeof counts)[]).flatMap((type) =>
      STATES_WITH_WORK.filter((state) => counts[type][state] > 0).map((state) => ({
        type,
        state,
        label: say('today.contentWork', {
          type: content.types[type],
          state: content.states[state],
          count: counts[type][state],
        }),
      })),
    )
  return { mayChange, work, counts, loading }
}
