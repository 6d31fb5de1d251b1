import { api, type ResultOf } from '../../api.ts'
import { Block, Dot, TextLink } from '../../parts/elements.tsx'
import { LoadFailure, useLoaded } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { KeptTexts } from '../content/kept-texts.tsx'
import styles from './today.module.css'

type Today = ResultOf<'GET /today'>

export function ContentWork({ today }: { today?: Today }) {
  const { today: texts, say, formats, language } = useTexts()
  const { work, loading } = useContentWork()
  const { closingSoon, closedUndecided } = today?.content ?? { closingSoon: [], closedUndecided: [] }
  const isFine = work?.length === 0 && closingSoon.length + closedUndecided.length === 0
  return (
    <Block title={texts.content}>
      <KeptTexts />
      {isFine && <p className="second">{texts.contentFine}</p>}
      <LoadFailure loaded={loading} />
      <ul className={styles.content}>
        {work?.map(({ type, state, label }) => (
          <li key={`${type} ${state}`}>
            <Dot {...(state === 'behind' || state === 'missing' ? { colour: 'cinnabar' } : {})} />
            <TextLink to={`/content/${type}?state=${state}`}>{label}</TextLink>
          </li>
        ))}
        {closingSoon.map(({ id, title, closesOn, applications }) => (
          <li key={id}>
            <Dot />
            <TextLink to={`/stages/${id}`}>
              {say('today.closesSoon', { job: title[language], when: formats.calendarDay(closesOn) })}
            </TextLink>
            <span className="muted small">
              {applications === 0 ? texts.noApplications : say('today.applications', { count: applications })}
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
  )
}

const STATES_WITH_WORK = ['behind', 'missing', 'draft', 'scheduled'] as const

/** Open work by type; unknown until counted, empty without the right to change it. */
function useContentWork() {
  const { content, say } = useTexts()
  const { can } = useSession()
  const mayChange = can('content.change')
  const loading = useLoaded(mayChange ? 'content' : undefined, (manner) => api('GET /content', manner))
  const counts = loading.result?.counts
  if (!mayChange) return { work: [], loading }
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
  return { work, loading }
}
