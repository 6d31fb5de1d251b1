import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { daysAfter } from '#domain/platform/calendar.ts'
import { calendarFile, calendarMoment, calendarText } from '#domain/platform/calendar-file.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { permanentAddress } from '#site/addresses.ts'
import type { Texts } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'

// On the morning two days before the day, which begins at midnight.
const ALARM = '-P1DT15H'

/** RFC 5545. A stable UID and a growing SEQUENCE make a calendar replace the entry when the closing date moves. */
export function reminderOf(
  job: Job,
  language: Language,
  { publicUrl, texts, loadedAt }: { publicUrl: string; texts: Texts; loadedAt?: string | undefined },
): string {
  const { companyName } = texts.shell
  const address = publicUrl + permanentAddress(addressOfJob(job), language)
  const sentence = createTranslator({ locale: localeOf(language), messages: texts, namespace: 'job-reminder' })
  const summary = sentence('summary', { job: job.title })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(companyName)}//Jobs//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:job-${job.id}-closes@${new URL(publicUrl).hostname}`,
    ...(loadedAt
      ? [
          `DTSTAMP:${calendarMoment(loadedAt)}`,
          `LAST-MODIFIED:${calendarMoment(loadedAt)}`,
          `SEQUENCE:${Math.floor(Date.parse(loadedAt) / MINUTE)}`,
        ]
      : [`DTSTAMP:${compact(job.posted_on)}T000000Z`]),
    `DTSTART;VALUE=DATE:${compact(job.closes_on)}`,
    `DTEND;VALUE=DATE:${compact(daysAfter(job.closes_on, 1))}`,
    `SUMMARY;LANGUAGE=${language}:${calendarText(summary)}`,
    `DESCRIPTION;LANGUAGE=${language}:${calendarText(sentence('description', { address }))}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${calendarText(summary)}`,
    `TRIGGER:${ALARM}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return calendarFile(lines)
}

const compact = (day: string) => day.replaceAll('-', '')
