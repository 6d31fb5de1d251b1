import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { useTimeZone } from 'use-intl'
import { calendarDay, daysAfter, momentAt } from '#domain/platform/calendar.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { useActions } from '../../parts/actions.ts'
import { useDraft } from '../../parts/drafts.ts'
import { Body, Button, Head, Icon, Note } from '../../parts/elements.tsx'
import { Check, CheckList, Choice, Field, Options, SelectField, TextField } from '../../parts/field.tsx'
import { FormContext, LoadFailure, useAnnouncements, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { About, loadColleagues, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './interviews.module.css'
import { WeekGrid } from './week-grid.tsx'

export const handle = { folded: true }

export async function loader({ params, request }: LoaderFunctionArgs) {
  const [loaded, colleagues] = await Promise.all([
    api('GET /submissions/:id/interviews', { params: { id: params.id as string }, signal: request.signal }),
    loadColleagues(),
  ])
  return { ...loaded, colleagues }
}

/** As the call takes them. */
const MAX_PEOPLE = 8
const SHOWN_DAYS = 7
const CHOICE_DAYS = [1, 2, 3, 5, 7, 10]
const USUAL_CHOICE_DAYS = 3
const CHANGE_HOURS = [0, 2, 12, 24, 48, 72]
const MINUTES = ['30', '45', '60', '90'] as const
const BUFFERS = ['0', '15', '30'] as const
const END_OF_CHOICE = '18:00'

type Minutes = (typeof MINUTES)[number]
type Buffer = (typeof BUFFERS)[number]
type Place = 'video' | 'office' | 'phone'

export interface Draft {
  people: string[]
  minutes: Minutes
  buffer: Buffer
  place: Place
  video: string
  office: string
  note: string
  slots: string[]
  chooseDays: string
  changeHours: string
  movesStage: boolean
}

export type ProposalDraft = ReturnType<typeof useDraft<Draft>>

export function Component() {
  const { submission } = useLoaderData<typeof loader>()
  return <Propose key={submission.reference} />
}

function useProposal() {
  const { submission, process, interviews, changeHours } = useLoaderData<typeof loader>()
  const { person } = useSession()
  const { team, others } = useColleagues().interviewersOf(process)
  const open = interviews.find(({ state }) => state === 'proposed' || state === 'expired' || state === 'chosen')
  const isMove = open?.state === 'chosen'
  const former = interviews.at(-1)
  const isHere = (id: string) => [...team, ...others].some((colleague) => colleague.id === id)
  const suggested = team.length > 0 ? team.map(({ id }) => id).slice(0, MAX_PEOPLE) : [person.id]
  const initial = (): Draft => ({
    ...newDraft(person.id, changeHours),
    people: (former?.people ?? suggested).filter(isHere),
    minutes: MINUTES.find((each) => Number(each) === former?.minutes) ?? '45',
    buffer: BUFFERS.find((each) => Number(each) === former?.bufferMinutes) ?? '15',
    place: former?.place ?? 'video',
    video: former?.place === 'video' ? former.location : '',
    office: former?.place === 'office' ? former.location : '',
    note: former?.note ?? '',
    slots: isMove ? [String(open.startsAt)] : [],
    changeHours: String(former?.changeHours ?? changeHours),
    movesStage: isBeforeInterview(submission),
  })
  const draft = useDraft(`interview ${submission.reference} ${open?.id ?? ''} ${open?.version ?? ''}`, initial)
  return { submission, open, isMove, draft, interviewers: [...team, ...others] }
}

function Propose() {
  const { submission, open, isMove, draft, interviewers } = useProposal()
  const { canSend } = useLoaderData<typeof loader>()
  const { interviews: texts, say } = useTexts()
  const form = useSubmit()
  const send = useSend(form)
  const { name, reference } = submission
  return (
    <ProposalForm
      title={say(isMove ? 'interviews.change' : 'interviews.times', { name })}
      note={<About item={submission} />}
      back={{ to: `/inbox/${reference}`, label: <bdi>{reference}</bdi> }}
      blocked={!canSend && texts.mailOff}
      isMove={isMove}
      canMove={isBeforeInterview(submission)}
      except={open?.id}
      {...{ interviewers, draft, form, send }}
    />
  )
}

export const isBeforeInterview = ({ stage }: { stage: string }) => stage === 'new' || stage === 'in-review'

interface ProposalFormProps {
  title: string
  note: ReactNode
  back: { to: string; label: ReactNode }
  /** Why nothing can be sent. */
  blocked: string | false
  /** Of one interview, whose time was chosen. */
  isMove: boolean
  canMove: boolean
  except?: string | undefined
  /** Who may be asked, the team first. */
  interviewers: readonly { id: string; name: string }[]
  draft: ProposalDraft
  form: ReturnType<typeof useSubmit>
  send(): void
  children?: ReactNode
}

/** Settings at one side, the week of the interviewers at the other. */
export function ProposalForm({ title, note, back, blocked, isMove, canMove, ...props }: ProposalFormProps) {
  const { except, interviewers, draft, form, send, children } = props
  const { interviews: texts, say, formats } = useTexts()
  const { value } = draft
  const { zone } = useZone()
  const [from, setFrom] = useState(() =>
    calendarDay(new Date(Math.max(currentTime().getTime(), Date.parse(value.slots[0] ?? '') || 0)), zone),
  )
  const week = useLoaded(`${from} ${value.people.join()} ${except}`, ({ signal }) =>
    api('GET /interviews/week', {
      query: { from, days: SHOWN_DAYS, people: value.people, ...(except && { except }) },
      signal,
      background: true,
    }),
  )
  const count = value.slots.length
  useActions([{ id: 'send', label: texts.keys.send, keys: 'Mod+Enter', run: () => send() }])
  const until = daysAfter(from, SHOWN_DAYS - 1)
  return (
    <>
      <Head
        title={title}
        note={note}
        actions={
          <Button
            look="primary"
            busy={form.isBusy}
            blocked={blocked || (count === 0 && texts.chooseFirst)}
            onClick={() => send()}
            label={isMove ? texts.save : say('interviews.send', { count })}
          />
        }
      />
      <Body className={styles.propose}>
        <section className={styles.settings} aria-label={texts.propose}>
          <p>
            <Link className={styles.back} to={back.to}>
              <Icon of={ArrowLeft} isDirection small />
              <span className="link">{back.label}</span>
            </Link>
          </p>
          {blocked && <Note>{blocked}</Note>}
          {children}
          <Settings {...{ draft, isMove, canMove, form, interviewers }} />
        </section>
        <section className={styles.times} aria-label={texts.grid}>
          <div className={styles.weekHead}>
            <Button small onClick={() => setFrom(daysAfter(from, -SHOWN_DAYS))} label={texts.previousWeek} />
            <b>{say('interviews.range', { from: formats.calendarDay(from), to: formats.calendarDay(until) })}</b>
            <Button small onClick={() => setFrom(daysAfter(from, SHOWN_DAYS))} label={texts.nextWeek} />
          </div>
          {week.failure && <Note kind="wrong">{texts.calendarFailed}</Note>}
          <LoadFailure loaded={week} />
          {form.failure && <SendFailure form={form} />}
          {week.result && (
            <WeekGrid
              week={week.result}
              wanted={{
                people: value.people,
                minutes: Number(value.minutes),
                bufferMinutes: Number(value.buffer),
              }}
              slots={value.slots}
              isSingle={isMove}
              onChange={(slots) => draft.patch({ slots })}
              onWeek={(weeks) => setFrom(daysAfter(from, weeks * SHOWN_DAYS))}
            />
          )}
        </section>
      </Body>
    </>
  )
}

export const useZone = () => ({ zone: useTimeZone() ?? 'UTC' })

interface SettingsProps {
  interviewers: readonly { id: string; name: string }[]
  draft: ProposalDraft
  isMove: boolean
  canMove: boolean
  form: ReturnType<typeof useSubmit>
}

function Settings({ draft, isMove, canMove, form, interviewers }: SettingsProps) {
  const { interviews: texts, say } = useTexts()
  const { value } = draft
  return (
    <FormContext value={form}>
      <fieldset className={styles.people}>
        <legend>{texts.people}</legend>
        <CheckList
          of={interviewers.map(({ id, name }) => [id, name] as const)}
          chosen={value.people}
          onChange={(people) => draft.patch({ people })}
        />
        {form.errorOf('people') && <p className={styles.error}>{form.errorOf('people')}</p>}
      </fieldset>
      {!isMove && <Choice legend={texts.length} options={texts.lengths} {...draft.choice('minutes')} />}
      {!isMove && <Choice legend={texts.buffer} options={texts.buffers} {...draft.choice('buffer')} />}
      <Choice legend={texts.place} options={texts.places} {...draft.choice('place')} />
      {value.place === 'video' && (
        <Field
          label={texts.link}
          hint={texts.linkHint}
          error={form.errorOf('location')}
          type="url"
          ltr
          {...draft.field('video')}
        />
      )}
      {value.place === 'office' && (
        <Field label={texts.office} error={form.errorOf('location')} dir="auto" {...draft.field('office')} />
      )}
      {value.place === 'phone' && <p className="second small">{texts.phoneHint}</p>}
      {!isMove && (
        <>
          <div className={styles.pair}>
            <ChooseUntil draft={draft} />
            <SelectField
              label={texts.changeUntil}
              value={value.changeHours}
              onChange={({ target }) => draft.patch({ changeHours: target.value })}
            >
              <Options
                of={[...new Set([...CHANGE_HOURS, Number(value.changeHours)])]
                  .toSorted((one, other) => one - other)
                  .map((hours) => [String(hours), say('interviews.changeHours', { hours })] as const)}
              />
            </SelectField>
          </div>
          <TextField label={texts.note} dir="auto" maxLength={2000} {...draft.field('note')} />
          {canMove && (
            <Check
              label={texts.moveStage}
              checked={value.movesStage}
              onChange={({ target }) => draft.patch({ movesStage: target.checked })}
            />
          )}
        </>
      )}
      <p className="muted small">{texts.zoneHint}</p>
    </FormContext>
  )
}

function ChooseUntil({ draft }: Pick<SettingsProps, 'draft'>) {
  const { interviews: texts, formats } = useTexts()
  const { zone } = useZone()
  const { value } = draft
  return (
    <SelectField
      label={texts.chooseUntil}
      value={value.chooseDays}
      onChange={({ target }) => draft.patch({ chooseDays: target.value })}
    >
      <Options
        of={CHOICE_DAYS.map((days) => [String(days), formats.moment(choiceEnd(days, value.slots, zone))] as const)}
      />
    </SelectField>
  )
}

/** Never after the last time: nothing would be left to choose. */
function choiceEnd(days: number, slots: readonly string[], zone: string): string {
  const day = daysAfter(calendarDay(currentTime(), zone), days)
  const wanted = (momentAt(`${day}T${END_OF_CHOICE}`, zone) ?? currentTime()).toISOString()
  const last = slots.toSorted().at(-1)
  return last && last < wanted ? last : wanted
}

function SendFailure({ form }: { form: ReturnType<typeof useSubmit> }) {
  const { interviews: texts, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const { refusal, failure } = form
  const details = refusal?.problem === 'interviewBusy' ? (refusal.body.details as BusyDetails | undefined) : undefined
  if (!details?.personId || !details.until) return <Note kind="wrong">{failure}</Note>
  const words = { when: formats.moment(details.startsAt), name: nameOf(details.personId) }
  return (
    <Note kind="wrong">
      {say('interviews.refused', { ...words, until: formats.time(details.until) })}{' '}
      {details.next && <span>{`${texts.legend.offered}: ${formats.moment(details.next)}`}</span>}
    </Note>
  )
}

interface BusyDetails {
  startsAt: string
  personId?: string
  until?: string
  next?: string
}

/** As the server takes it. */
export const wordsOf = (value: Draft, zone: string) => ({
  ...{ people: value.people, place: value.place, location: value.place === 'phone' ? '' : value[value.place] },
  ...{ minutes: Number(value.minutes), bufferMinutes: Number(value.buffer), note: value.note },
  ...{ slots: value.slots.toSorted(), chooseUntil: choiceEnd(Number(value.chooseDays), value.slots, zone) },
  ...{ changeHours: Number(value.changeHours), movesStage: value.movesStage },
})

/** Initial values of a new proposal. */
export const newDraft = (personId: string, changeHours: number): Draft => ({
  ...{ people: [personId], minutes: '45', buffer: '15', place: 'video', video: '', office: '', note: '', slots: [] },
  ...{ chooseDays: String(USUAL_CHOICE_DAYS), changeHours: String(changeHours), movesStage: true },
})

function useSend({ submit, isBusy }: ReturnType<typeof useSubmit>) {
  const { submission, open, isMove, draft } = useProposal()
  const { interviews: texts, say } = useTexts()
  const { zone } = useZone()
  const navigate = useNavigate()
  const announcements = useAnnouncements()
  // The same for every try: a repeated request proposes once.
  const id = useMemo(() => crypto.randomUUID(), [])
  const { value } = draft
  const { reference, name } = submission
  const { people, place, location, ...rest } = wordsOf(value, zone)
  const common = { people, place, location }

  const propose = async () => {
    const body = { id, ...common, ...rest, ...(open && { replaces: open.id }) }
    await api('POST /submissions/:id/interviews', { params: { id: reference }, body })
    return { changed: id, text: say('interviews.sent', { count: value.slots.length, name }) }
  }
  const change = async () => {
    const interview = open as NonNullable<typeof open>
    const body = { ...common, startsAt: value.slots[0] as string, version: interview.version }
    await api('PUT /interviews/:id', { params: { id: interview.id }, body })
    return { changed: interview.id, text: texts.changed }
  }

  return () => {
    if (isBusy || value.slots.length === 0) return
    void submit(async () => {
      const { changed, text } = await (isMove ? change() : propose())
      draft.forget()
      await navigate(`/inbox/${reference}`)
      announcements.offerUndo({
        text,
        async undo() {
          await api('DELETE /interviews/:id/last-change', { params: { id: changed } })
          announcements.show(texts.undone)
          await navigate(`/interviews/${reference}`)
        },
      })
    })
  }
}
