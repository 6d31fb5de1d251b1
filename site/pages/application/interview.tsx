import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { clockAhead, formatsIn, utcOffset } from '#texts/dates-and-numbers.ts'
import { NO_TIME_SUITS, type OpenPage, type ShownInterview } from '../../application-page.ts'
import { Button, ButtonAnchor } from '../../components/controls.tsx'
import { useErrorSentences } from '../../components/form/answer-fields.tsx'
import { Field, TextField } from '../../components/form/field.tsx'
import { useFormats, useLanguage, useRoot, useTexts } from '../../page-context.tsx'
import { ActForm, ActSection, StepButtons } from './acts.tsx'
import styles from './interview.module.css'

export function Interview({ page }: { page: OpenPage }) {
  const { interview } = page.application
  if (!interview) return null
  if (interview.state === 'chosen') return <Chosen page={page} interview={interview} />
  return interview.state === 'proposed' ? <Choice page={page} interview={interview} /> : null
}

/** The sentence that replaces the one about the stage. */
export function useInterviewLead(interview: ShownInterview) {
  const texts = useTexts('application').interview
  const sentence = useTranslations('application.interview')
  const { list } = useFormats()
  const { state, minutes, place, people, cancelledBy } = interview
  if (state === 'expired') return texts.expiredText
  if (state === 'cancelled') return cancelledBy === 'candidate' ? texts.cancelledByYou : texts.cancelledByUs
  return sentence('lead', { minutes, place, people: list(people) })
}

function Choice({ page, interview }: { page: OpenPage; interview: ShownInterview }) {
  const texts = useTexts('application').interview
  const sentence = useTranslations('application.interview')
  const { moment: momentOf } = useFormats()
  const { chooseUntil, changeHours, times, unsuitable, note } = interview
  return (
    <section className={styles.interview} aria-label={texts.times}>
      {note && <Note text={note} />}
      {times.every(({ isTaken }) => isTaken) && <p>{texts.allTaken}</p>}
      {unsuitable && (
        <p className={styles.said} dir="auto">
          {sentence('asked', { words: unsuitable })}
        </p>
      )}
      <TimesForm page={page} times={times} hasNone submit={texts.confirm} />
      <p className={styles.fine}>{sentence('until', { when: momentOf(chooseUntil), hours: changeHours })}</p>
    </section>
  )
}

interface TimesFormProps {
  page: OpenPage
  times: ShownInterview['times']
  hasNone?: boolean
  submit: string
  cancel?: string
}

/** Radio buttons, so that it works without JavaScript. */
function TimesForm({ page, times, hasNone = false, submit, cancel }: TimesFormProps) {
  const texts = useTexts('application').interview
  const sentenceFor = useErrorSentences()
  const { weekday } = useFormats()
  const isBroken = page.question === NO_TIME_SUITS && page.broken !== undefined
  const days = [...new Set(times.map(({ startsAt }) => weekday(startsAt)))]
  return (
    <ActForm act="choose-time" className={styles.form}>
      <fieldset className={styles.times}>
        <legend className="vh">{texts.times}</legend>
        <p className={styles.zone}>
          <Zone at={times[0]?.startsAt} />
        </p>
        {days.map((day) => (
          <div key={day} className={styles.day}>
            <p>{day}</p>
            {times.map((time) => weekday(time.startsAt) === day && <Time key={time.id} time={time} />)}
          </div>
        ))}
        {hasNone && (
          <div className={styles.day}>
            <label className={styles.time}>
              <input type="radio" name="slot" value={NO_TIME_SUITS} defaultChecked={isBroken} />
              <span>{texts.none}</span>
            </label>
            <div className={styles.words}>
              <TextField
                name="answer"
                of="times"
                label={texts.noneWords}
                error={isBroken ? sentenceFor('answer', page.broken as never) : undefined}
                defaultValue={isBroken ? page.typed : undefined}
                rows={3}
                wide
              />
            </div>
          </div>
        )}
      </fieldset>
      {cancel ? (
        <StepButtons submit={submit} cancel={cancel} />
      ) : (
        <Button type="submit" className={styles.wide}>
          {submit}
        </Button>
      )}
    </ActForm>
  )
}

function Time({ time: { id, startsAt, endsAt, isTaken } }: { time: ShownInterview['times'][number] }) {
  const texts = useTexts('application').interview
  const sentence = useTranslations('application.interview')
  const { time } = useFormats()
  const own = useOwnTime(startsAt)
  const words = sentence('from', { from: time(startsAt), to: time(endsAt) })
  return (
    <label className={styles.time}>
      <input type="radio" name="slot" value={id} disabled={isTaken} />
      <span>
        {isTaken ? <s>{words}</s> : words}
        {own && !isTaken && <small>{own}</small>}
      </span>
      {isTaken && <b>{texts.taken}</b>}
    </label>
  )
}

function Chosen({ page, interview }: { page: OpenPage; interview: ShownInterview }) {
  const texts = useTexts('application').interview
  const sentence = useTranslations('application.interview')
  const { list, day, weekday, time } = useFormats()
  const { chosen, people, place, location, note } = interview
  const own = useOwnTime(chosen?.startsAt)
  if (!chosen) return null
  const { startsAt, endsAt } = chosen
  return (
    <section className={styles.interview} aria-label={texts.titles.chosen.replace(/\.$/, '')}>
      <div className={styles.chosen}>
        <i aria-hidden="true" />
        <div>
          <p>
            <time dateTime={startsAt}>
              <b>
                {weekday(startsAt)} <span className="vh">{day(startsAt)}</span>
              </b>
              <br />
              {sentence('from', { from: time(startsAt), to: time(endsAt) })}
            </time>
          </p>
          <p className={styles.fine}>
            <Zone at={startsAt} />
          </p>
          {own && <p className={styles.fine}>{own}</p>}
        </div>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.with}</dt>
          <dd>{list(people)}</dd>
        </div>
        <div>
          <dt>{texts.where}</dt>
          <dd>
            {texts[place]}
            {place === 'video' && (
              <>
                {': '}
                <a href={location} rel="noopener noreferrer" dir="ltr">
                  {location.replace(/^https?:\/\//, '')}
                </a>
              </>
            )}
            {place === 'office' && (
              <>
                {': '}
                <bdi>{location}</bdi>
              </>
            )}
          </dd>
        </div>
        {note && (
          <div>
            <dt>{texts.note}</dt>
            <dd className={styles.note} dir="auto">
              {note}
            </dd>
          </div>
        )}
      </dl>
      <ActForm act="calendar">
        <Button type="submit" icon={CalendarPlus} className={styles.wide}>
          {texts.calendar}
        </Button>
      </ActForm>
      <p className={styles.fine}>{texts.calendarHint}</p>
      <Changes page={page} interview={interview} />
    </section>
  )
}

function Changes({ page, interview }: { page: OpenPage; interview: ShownInterview }) {
  const texts = useTexts('application').interview
  const sentence = useTranslations('application.interview')
  const { moment: momentOf } = useFormats()
  const { contactInfo } = useRoot()
  const { times, canMove, canCancel, changeableUntil } = interview
  const free = times.filter(({ isTaken }) => !isTaken).length
  const when = momentOf(String(changeableUntil))
  const phone = `\u2066${contactInfo?.phone}\u2069`
  return (
    <>
      {canMove && free > 0 && (
        <ActSection title={texts.moveTitle} isOpen={page.step === 'move-interview'}>
          <p>{sentence('moveText', { count: free, when })}</p>
          {page.step === 'move-interview' ? (
            <TimesForm page={page} times={times} submit={texts.moveConfirm} cancel={texts.keep} />
          ) : (
            <ButtonAnchor look="ghost" href="?step=move-interview#step">
              {texts.move}
            </ButtonAnchor>
          )}
        </ActSection>
      )}
      {canCancel && (
        <ActSection title={texts.cancelTitle} isOpen={page.step === 'cancel-interview'}>
          <p>{texts.cancelText}</p>
          {page.step === 'cancel-interview' ? (
            <ActForm act="cancel-interview" hidden={{ proof: page.proof }}>
              <StepButtons submit={texts.cancelConfirm} cancel={texts.keep} />
            </ActForm>
          ) : (
            <ButtonAnchor look="ghost" href="?step=cancel-interview#step">
              {texts.cancel}
            </ButtonAnchor>
          )}
        </ActSection>
      )}
      {contactInfo && (
        <p className={styles.fine}>
          {canCancel ? sentence('byPhone', { when, phone }) : sentence('byPhoneNow', { phone })}
        </p>
      )}
    </>
  )
}

export function Call({ page }: { page: OpenPage }) {
  const texts = useTexts('application').interview.call
  const sentence = useTranslations('application.interview')
  const sentenceFor = useErrorSentences()
  const { weekday } = useFormats()
  const { canAskForCall, callRequest, answers } = page.application
  if (!canAskForCall) return null
  const isOpen = page.step === 'ask-call'
  const typed = page.call
  const phone = answers.find(({ field }) => field === 'phone')?.answer
  return (
    <ActSection title={texts.title} isOpen={isOpen}>
      {callRequest && (
        <p dir="auto">
          {callRequest.doneAt
            ? sentence('call.done', { date: weekday(callRequest.doneAt) })
            : sentence('call.asked', { phone: callRequest.phone, times: callRequest.times })}
        </p>
      )}
      <p>{texts.text}</p>
      {isOpen ? (
        <ActForm act="ask-call">
          <Field
            name="phone"
            type="tel"
            dir="ltr"
            label={texts.phone}
            defaultValue={typed?.phone ?? phone}
            error={typed?.errors.phone && sentenceFor('phone', typed.errors.phone)}
            required
            wide
          />
          <TextField
            name="times"
            label={texts.times}
            defaultValue={typed?.times}
            error={typed?.errors.times && sentenceFor('answer', typed.errors.times)}
            rows={2}
            required
            wide
          />
          <StepButtons submit={texts.send} cancel={texts.cancel} />
        </ActForm>
      ) : (
        <ButtonAnchor look="ghost" href="?step=ask-call#step">
          {texts.button}
        </ButtonAnchor>
      )}
    </ActSection>
  )
}

function Note({ text }: { text: string }) {
  const { note } = useTexts('application').interview
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{note}</dt>
        <dd className={styles.note} dir="auto">
          {text}
        </dd>
      </div>
    </dl>
  )
}

/** The company's zone by name, with its distance at that time. */
function Zone({ at }: { at: string | undefined }) {
  const sentence = useTranslations('application.interview')
  const timeZone = useTimeZone() ?? 'UTC'
  const language = useLanguage()
  const { contactInfo } = useRoot()
  const moment = at ?? new Date(0).toISOString()
  const offset = utcOffset(moment, timeZone)
  return sentence('zone', {
    city: contactInfo?.city ?? timeZone,
    offset: language === 'ar' ? `\u2066${offset}\u2069` : offset,
  })
}

/** Only where the visitor's clock shows another time, and only once the page is awake: the server knows no other clock. */
function useOwnTime(at: string | undefined) {
  const sentence = useTranslations('application.interview')
  const language = useLanguage()
  const timeZone = useTimeZone() ?? 'UTC'
  const [own, setOwn] = useState<string>()
  useEffect(() => {
    if (!at) return
    const ahead = -new Date(at).getTimezoneOffset() * 60_000
    if (ahead === clockAhead(at, timeZone)) return
    const own = formatsIn(language)
    const isSameDay = own.weekday(at) === formatsIn(language, timeZone).weekday(at)
    setOwn(isSameDay ? own.time(at) : own.moment(at))
  }, [at, language, timeZone])
  return own && sentence('own', { time: own })
}
