import { calendarAddressOf } from '#contract/mail-address.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { calendarFile, calendarMoment, calendarParameter, calendarText } from '../../platform/calendar-file.ts'

export interface CalendarEntry {
  /** Of the interview: the same in every mail about it. */
  id: string
  sequence: number
  startsAt: string
  endsAt: string
  summary: string
  description?: string
  location?: string
  language: Language
  mailDomain: string
}

interface Invitation extends CalendarEntry {
  method: 'REQUEST' | 'CANCEL'
  organizer: { name: string; address: string }
  attendee: { name: string; address: string; hasAccepted: boolean }
  stampedAt: string
}

/** RFC 5546. One attendee per mail, so that addresses stay private. */
export const invitationFile = ({ method, organizer, attendee, stampedAt, ...entry }: Invitation): string =>
  calendarFile([
    ...headOf(entry, method),
    ...eventLines(entry, stampedAt, method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED', [
      `ORGANIZER;CN=${calendarParameter(organizer.name)}:${calendarAddressOf(organizer.address)}`,
      [
        'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT',
        `PARTSTAT=${attendee.hasAccepted ? 'ACCEPTED' : 'NEEDS-ACTION'};RSVP=FALSE`,
        `CN=${calendarParameter(attendee.name)}:${calendarAddressOf(attendee.address)}`,
      ].join(';'),
    ]),
    'END:VCALENDAR',
  ])

/** For any calendar, without an invitation. */
export const entryFile = (entry: CalendarEntry, stampedAt: string): string =>
  calendarFile([...headOf(entry, 'PUBLISH'), ...eventLines(entry, stampedAt, 'CONFIRMED'), 'END:VCALENDAR'])

interface Feed {
  name: string
  language: Language
  stampedAt: string
  entries: CalendarEntry[]
}

export const feedFile = ({ name, language, stampedAt, entries }: Feed): string =>
  calendarFile([
    ...headOf({ language }, 'PUBLISH'),
    `X-WR-CALNAME:${calendarText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...entries.flatMap((entry) => eventLines(entry, stampedAt, 'CONFIRMED')),
    'END:VCALENDAR',
  ])

const headOf = ({ language }: Pick<CalendarEntry, 'language'>, method: string) => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `PRODID:-//Interviews//${localeOf(language).toUpperCase()}`,
  'CALSCALE:GREGORIAN',
  `METHOD:${method}`,
]

function eventLines(entry: CalendarEntry, stampedAt: string, status: string, people: string[] = []) {
  const { id, sequence, startsAt, endsAt, summary, description, location, language, mailDomain } = entry
  const worded = (name: string, text: string | undefined) =>
    text ? [`${name};LANGUAGE=${language}:${calendarText(text)}`] : []
  return [
    'BEGIN:VEVENT',
    `UID:interview-${id}@${mailDomain}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${calendarMoment(stampedAt)}`,
    `DTSTART:${calendarMoment(startsAt)}`,
    `DTEND:${calendarMoment(endsAt)}`,
    ...worded('SUMMARY', summary),
    ...worded('DESCRIPTION', description),
    ...worded('LOCATION', location),
    `STATUS:${status}`,
    ...people,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ]
}
