import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { aJob } from '../../tests/support/records.ts'
import { starterTexts } from '../../tests/support/starter-company.ts'
import { reminderOf } from './calendar.ts'

const publicUrl = 'https://www.nuqta.example'

test('a reminder is a calendar of one day with an alarm, byte for byte', () => {
  const job = aJob(7, { title: 'Designer; motion, sound \\ light', posted_on: '2026-02-01', closes_on: '2026-12-31' })
  expect(reminderOf(job, 'en', { publicUrl, texts: starterTexts('en'), loadedAt: '2026-02-03T04:05:06.789Z' })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Nuqta//Jobs//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:job-7-closes@www.nuqta.example',
      'DTSTAMP:20260203T040506Z',
      'LAST-MODIFIED:20260203T040506Z',
      'SEQUENCE:29501525',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY;LANGUAGE=en:Last day to apply: Designer\\; motion\\, sound \\\\ light',
      'DESCRIPTION;LANGUAGE=en:You can apply for this job until the end of this da',
      ' y.\\n\\nhttps://www.nuqta.example/careerApply/7',
      'URL:https://www.nuqta.example/careerApply/7',
      'TRANSP:TRANSPARENT',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Last day to apply: Designer\\; motion\\, sound \\\\ light',
      'TRIGGER:-P1DT15H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

test('a changed closing date updates the reminder, also to an earlier day', () => {
  const fileOf = (closes_on: string, loadedAt: string) =>
    reminderOf(aJob(7, { closes_on }), 'en', { publicUrl, texts: starterTexts('en'), loadedAt })
  const fieldOf = (file: string, name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(file)?.[1]?.trim()
  const former = fileOf('2026-12-31', '2026-02-03T04:05:06.789Z')
  const changed = fileOf('2026-11-30', '2026-02-03T04:06:07.000Z')
  expect(fieldOf(changed, 'UID')).toBe(fieldOf(former, 'UID'))
  expect(Number(fieldOf(changed, 'SEQUENCE'))).toBeGreaterThan(Number(fieldOf(former, 'SEQUENCE')))
  expect(Number(fieldOf(changed, 'SEQUENCE'))).toBeLessThan(2 ** 31)
})

test('where another host has the content, a reminder is as old as its job', () => {
  const calendar = reminderOf(aJob(7, { posted_on: '2026-02-01' }), 'en', {
    publicUrl,
    texts: starterTexts('en'),
  })
  expect(calendar).toContain('DTSTAMP:20260201T000000Z\r\n')
  expect(calendar).not.toContain('SEQUENCE')
})

describe.each(LANGUAGES)('a reminder in %s', (language) => {
  const title = 'مصمّم رسوم متحركة، 🙂 للأفلام\r\nالقصيرة والطويلة والواجهات كلها وما بينها من أعمال\u0007'.repeat(3)
  const calendar = reminderOf(aJob(1, { title }), language, { publicUrl, texts: starterTexts(language) })
  const lines = calendar.split('\r\n')

  test('ends every line with CR LF, and has neither of them alone', () => {
    expect(calendar.endsWith('\r\n')).toBe(true)
    expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(calendar.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
  })

  test('has no line of more than 75 octets, and cuts no character in two', () => {
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/\p{Cs}/u)
    }
  })

  test('unfolds to the title that was given', () => {
    const summary = calendar
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .find((line) => line.startsWith('SUMMARY'))
    const text = (summary ?? '').slice((summary ?? '').indexOf(':') + 1)
    const unescaped = text.replace(/\\([\\;,n])/g, (_, character) => (character === 'n' ? '\n' : character))
    expect(unescaped).toContain(title.replaceAll('\r\n', '\n').replaceAll('\u0007', ' ').trimEnd())
  })

  test('names the page in its language, and has the same number in both', () => {
    expect(calendar).toContain(`URL:${publicUrl}${language === 'ar' ? '/ar' : ''}/careerApply/1\r\n`)
    expect(calendar).toContain('UID:job-1-closes@www.nuqta.example\r\n')
  })
})
