import { formatsIn } from '#texts/dates-and-numbers.ts'
import { momentInWords } from '../../hiring/interviews/in-words.ts'
import type { InterviewPlace } from '../../platform/database/tables.ts'
import {
  type MailContent,
  type Part,
  personalMail,
  type Speaking,
  type SpeakingToVisitor,
  type translator,
} from './templates.ts'

export interface CompanyClock {
  timeZone: string
  city: string | undefined
}

export interface InterviewInMail {
  reference: string
  name: string
  job: string
  people: string
  startsAt: string | null
  chooseUntil: string
  changeableUntil: string
  minutes: number
  place: InterviewPlace
  location: string
  note: string
}

type Say = ReturnType<typeof translator>

function momentsIn({ language }: Speaking, clock: CompanyClock) {
  return {
    day: (moment: string) => formatsIn(language, clock.timeZone).weekday(moment),
    when: (at: string) => momentInWords(at, language, clock),
  }
}

export function interviewTimesMail(
  { reference, job, people, chooseUntil, minutes, place, note }: InterviewInMail,
  speaking: SpeakingToVisitor,
  { clock, link, count, isReminder }: { clock: CompanyClock; link: string; count: number; isReminder: boolean },
): MailContent {
  const { when } = momentsIn(speaking, clock)
  const kind = isReminder ? 'timesReminder' : 'times'
  return personalMail(speaking, (say, company) => ({
    subject: say(`interviews.${kind}.subject`, { company, reference }),
    parts: [
      say(`interviews.${kind}.text`, { job, count } as never),
      say('interviews.length', { minutes, place, people }),
      ...(note && !isReminder ? [note] : []),
      { link, label: say('interviews.times.open') },
      say('interviews.times.until', { when: when(chooseUntil) }),
    ],
  }))
}

export type InterviewNews = 'booked' | 'changed' | 'cancelled' | 'reminder'

export function interviewMail(
  news: InterviewNews,
  interview: InterviewInMail,
  speaking: SpeakingToVisitor,
  { clock, link, cancelledBy }: { clock: CompanyClock; link: string | undefined; cancelledBy: string | null },
): MailContent {
  const { day, when } = momentsIn(speaking, clock)
  const { reference, startsAt, changeableUntil, minutes, place, people } = interview
  const open = (say: Say): Part[] => (link ? [{ link, label: say('interviews.open') }] : [])
  if (news === 'cancelled')
    return personalMail(speaking, (say, company) => ({
      subject: say('interviews.cancelled.subject', { company, reference }),
      parts: startsAt
        ? [
            say('interviews.cancelled.text', { when: when(startsAt) }),
            say(cancelledBy === 'candidate' ? 'interviews.cancelled.byYou' : 'interviews.cancelled.byUs'),
            ...open(say),
          ]
        : [say('interviews.cancelled.textProposed'), ...open(say)],
    }))
  return personalMail(speaking, (say, company) => ({
    subject: say(`interviews.${news}.subject`, { company, day: day(String(startsAt)) }),
    parts: [
      say(`interviews.${news}.text`, { when: when(String(startsAt)) }),
      say('interviews.length', { minutes, place, people }),
      ...placeParts(say, interview),
      say('interviews.change', { when: when(changeableUntil) }),
      ...open(say),
    ],
  }))
}

function placeParts(say: Say, { place, location }: InterviewInMail): Part[] {
  if (place === 'video') return [say('interviews.place.video'), { link: location, label: say('interviews.place.join') }]
  return [place === 'office' ? say('interviews.place.office', { location }) : say('interviews.place.phone')]
}

/** For an interviewer. The name and the job; the rest stays at the desk. */
export function staffInterviewMail(
  news: InterviewNews,
  { reference, name, job, startsAt, place, location }: InterviewInMail,
  speaking: Speaking,
  { clock, deskUrl }: { clock: CompanyClock; deskUrl: string | undefined },
): MailContent {
  const { day, when } = momentsIn(speaking, clock)
  const at = String(startsAt)
  const isOver = news === 'cancelled'
  const placeName = place === 'video' ? 'link' : place
  return personalMail(speaking, (say, company) => ({
    subject: say(`interviews.staff.subject.${news}`, { company, name, day: day(at) }),
    parts: [
      say(`interviews.staff.text.${news}`, { name, job, when: when(at) }),
      ...(isOver ? [] : [say(`interviews.staff.${placeName}`, { location })]),
      ...(deskUrl ? [{ link: `${deskUrl}/inbox/${reference}`, label: say('staff.open') }] : []),
    ],
  }))
}

/** Without a name: the application is erased. */
export const erasedInterviewMail = (startsAt: string, speaking: Speaking, clock: CompanyClock): MailContent =>
  personalMail(speaking, (say, company) => {
    const { day, when } = momentsIn(speaking, clock)
    return {
      subject: say('interviews.erased.subject', { company, day: day(startsAt) }),
      parts: [say('interviews.erased.text', { when: when(startsAt) })],
    }
  })
