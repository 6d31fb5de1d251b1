import { createTranslator } from 'use-intl/core'
import type { Job } from '#contract/entities.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import { daysAfter } from '#domain/platform/calendar.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { permanentAddress } from '#site/addresses.ts'
import type { Texts } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'

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
    `PRODID:-//${escaped(companyName)}//Jobs//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:job-${job.id}-closes@${new URL(publicUrl).hostname}`,
    ...(loadedAt
      ? [
          `DTSTAMP:${inUtc(loadedAt)}`,
          `LAST-MODIFIED:${inUtc(loadedAt)}`,
          `SEQUENCE:${Math.floor(Date.parse(loadedAt) / MINUTE)}`,
        ]
      : [`DTSTAMP:${compact(job.posted_on)}T000000Z`]),
    `DTSTART;VALUE=DATE:${compact(job.closes_on)}`,
    `DTEND;VALUE=DATE:${compact(daysAfter(job.closes_on, 1))}`,
    `SUMMARY;LANGUAGE=${language}:${escaped(summary)}`,
    `DESCRIPTION;LANGUAGE=${language}:${escaped(sentence('description', { address }))}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    `TRIGGER:${ALARM}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const inUtc = (moment: string) => moment.replace(/\.\d+Z$/, 'Z').replace(/[-:]/g, '')

const compact = (day: string) => day.replaceAll('-', '')

/** Section 3.3.11. */
function escaped(text: string) {
  return (
    text
      .replaceAll('\r\n', '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that the format forbids
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll('\\', '\\\\')
      .replaceAll(';', '\\;')
      .replaceAll(',', '\\,')
      .replaceAll('\n', '\\n')
  )
}

const MAX_LINE_OCTETS = 75

/** Section 3.1: at most 75 octets in a line; a continued line begins with a space. */
function folded(line: string) {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > MAX_LINE_OCTETS) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += length
  }
  return lines.join('\r\n')
}
