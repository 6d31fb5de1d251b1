import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { DELIVERIES, type Delivery } from '#domain/notifications/staff/deliveries.ts'
import { api } from '../../api.ts'
import { Block, Note } from '../../parts/elements.tsx'
import { Check, CheckList, Choice, Options, openToChoose, SelectField } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './account.module.css'

type Settings = Awaited<ReturnType<typeof loadNotificationSettings>>
type Change = Partial<Pick<Settings, 'quietFrom' | 'quietUntil' | 'isQuietWhenClosed' | 'jobs'>> & {
  choices?: Partial<Record<Settings['kinds'][number]['kind'], Delivery>>
}

export const loadNotificationSettings = () => api('GET /account/notifications')

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const MORNING = 8
const EVENING = 20
const NO_HOURS = 'none'

/** Each choice is stored at once. */
export function NotificationSettings({ stored }: { stored: Settings }) {
  const { notifications: texts, shell, say, formats } = useTexts()
  const { submit, failure } = useSubmit()
  const [settings, setSettings] = useState(stored)
  const [savedAt, setSavedAt] = useState<Date>()
  const section = useLinked('#notifications')
  const save = (change: Change) => {
    const former = settings
    const { choices = {}, ...quiet } = change
    const kinds = former.kinds.map((each) => ({ ...each, delivery: choices[each.kind] ?? each.delivery }))
    setSettings({ ...former, ...quiet, kinds })
    return submit(async () => {
      try {
        await api('PATCH /account/notifications', { body: change })
        setSavedAt(new Date())
      } catch (error) {
        setSettings(former)
        throw error
      }
    }, shell.saved)
  }
  return (
    <div className={styles.wide} ref={section} id="notifications">
      <Block
        title={texts.title}
        aside={
          savedAt && <span className="muted small">{say('notifications.saved', { when: formats.time(savedAt) })}</span>
        }
      >
        <p className="second">{texts.intro}</p>
        {failure && <Note kind="wrong">{failure}</Note>}
        {!settings.areMailed && <Note>{texts.notMailed}</Note>}
        {settings.refusedAt && (
          <Note kind="wrong">{say('notifications.refused', { when: formats.ago(settings.refusedAt) })}</Note>
        )}
        <Grid settings={settings} save={save} />
        <QuietHours settings={settings} save={save} />
        {settings.jobsToChoose.length > 0 && <Jobs settings={settings} save={save} />}
      </Block>
    </div>
  )
}

interface PartProps {
  settings: Settings
  save(change: Change): void
}

function Grid({ settings, save }: PartProps) {
  const { notifications: texts } = useTexts()
  const id = useId()
  return (
    <table className={styles.deliveries}>
      <caption className="vh">{texts.title}</caption>
      <thead>
        <tr>
          <td />
          {DELIVERIES.map((delivery) => (
            <th key={delivery} scope="col" id={`${id}-${delivery}`}>
              {texts.deliveries[delivery]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.kinds.map(({ kind, delivery: chosen }) => (
          <tr key={kind}>
            <th scope="row" id={`${id}-${kind}`}>
              {texts.kinds[kind].choice}
            </th>
            {DELIVERIES.map((delivery) => (
              <td key={delivery}>
                <label className={styles.delivery}>
                  <input
                    type="radio"
                    name={kind}
                    aria-labelledby={`${id}-${kind} ${id}-${delivery}`}
                    checked={delivery === chosen}
                    onChange={() => save({ choices: { [kind]: delivery } })}
                  />
                  <span className={styles.rhombus} aria-hidden />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function QuietHours({ settings: { quietFrom, quietUntil, isQuietWhenClosed, weekdaysClosed }, save }: PartProps) {
  const { notifications: texts, say, formats } = useTexts()
  const isNever = quietFrom === quietUntil
  const hours = HOURS.map((hour) => [String(hour), formats.hour(hour)] as const)
  const begin = (value: string) => {
    if (value === NO_HOURS) return save({ quietFrom: 0, quietUntil: 0 })
    const from = Number(value)
    const until = isNever || from === quietUntil ? (from === MORNING ? EVENING : MORNING) : quietUntil
    return save({ quietFrom: from, quietUntil: until })
  }
  return (
    <>
      <div className={styles.quiet}>
        <SelectField
          label={texts.quietFrom}
          name="quietFrom"
          value={isNever ? NO_HOURS : quietFrom}
          onKeyDown={openToChoose}
          onChange={({ target }) => begin(target.value)}
        >
          <option value={NO_HOURS}>{texts.noQuiet}</option>
          <Options of={hours} />
        </SelectField>
        {!isNever && (
          <SelectField
            label={texts.quietUntil}
            name="quietUntil"
            value={quietUntil}
            onKeyDown={openToChoose}
            onChange={({ target }) => save({ quietUntil: Number(target.value) })}
          >
            <Options of={hours.filter(([hour]) => hour !== String(quietFrom))} />
          </SelectField>
        )}
      </div>
      {weekdaysClosed.length > 0 && (
        <Check
          label={say('notifications.whenClosed', {
            days: formats.list(weekdaysClosed.map((weekday) => formats.weekdays[weekday] ?? '')),
          })}
          checked={isQuietWhenClosed}
          onChange={({ target }) => save({ isQuietWhenClosed: target.checked })}
        />
      )}
      <p className="muted small">{say('notifications.quietHint', { hour: formats.hour(MORNING) })}</p>
    </>
  )
}

/** New jobs are mailed about only where all are. */
function Jobs({ settings: { jobs, jobsToChoose }, save }: PartProps) {
  const { notifications: texts, board, submissions: words, language } = useTexts()
  const all = [
    ...jobsToChoose.map(({ id, title }) => [id, title[language]] as const),
    ['general', board.general] as const,
    ['internship', words.kinds['internship-application']] as const,
  ]
  return (
    <div className={styles.jobs}>
      <Choice
        legend={texts.jobs}
        name="jobs"
        value={jobs === null ? 'all' : 'some'}
        options={{ all: texts.allJobs, some: texts.someJobs }}
        onChange={(value) => save({ jobs: value === 'all' ? null : all.map(([id]) => id) })}
      />
      {jobs !== null && (
        <>
          <fieldset>
            <legend className="vh">{texts.someJobs}</legend>
            <CheckList of={all} chosen={jobs} onChange={(chosen) => save({ jobs: chosen })} />
          </fieldset>
          <p className="muted small">{texts.otherJobs}</p>
        </>
      )}
    </div>
  )
}

/** A link from a mail shows the part that it names. */
function useLinked(hash: string) {
  const part = useRef<HTMLDivElement>(null)
  const location = useLocation()
  useEffect(() => {
    if (location.hash === hash) part.current?.scrollIntoView({ block: 'start' })
  }, [location, hash])
  return part
}
