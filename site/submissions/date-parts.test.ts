import { describe, expect, test } from 'vitest'
import { answerNameOf, joinDates, readWholeDate, shownIn, splitDate } from './date-parts.ts'

describe('a whole date is read', () => {
  test.each([
    '2001-05-09',
    '2001/5/9',
    '9/5/2001',
    '09.05.2001',
    ' 9 - 5 - 2001 ',
    '٩ مايو ٢٠٠١',
    '٩ أيار ٢٠٠١',
    '۹/۵/۲۰۰۱',
    '٩‏/٥‏/٢٠٠١',
    '9 May 2001',
    'May 9, 2001',
    'Wednesday, 9 May 2001',
    'الأربعاء، ٩ مايو ٢٠٠١',
  ])('from %s', (text) => {
    expect(readWholeDate(text)).toBe('2001-05-09')
  })

  test('with a month of two words', () => {
    expect(readWholeDate('3 كانون الثاني 1999')).toBe('1999-01-03')
  })

  test('with the month first only where it cannot be the day', () => {
    expect(readWholeDate('5/13/2001')).toBe('2001-05-13')
  })

  test.each(['', '9', '2001', '9/5', '9/5/01', '9 Mai 2001', '99/99/2001', '12345678', 'born 9/5/2001 in Cairo'])(
    'but not from “%s”',
    (text) => {
      expect(readWholeDate(text)).toBeUndefined()
    },
  )
})

describe('three parts are one answer', () => {
  const parts = (day: string, month: string, year: string) => ({
    date_of_birth_day: day,
    date_of_birth_month: month,
    date_of_birth_year: year,
  })

  test.each([
    [['9', '5', '2001'], '2001-05-09'],
    [['٠٩', '5', '٢٠٠١'], '2001-05-09'],
    [[' ۹ ', '5', '۲۰۰۱'], '2001-05-09'],
    [['', '', ''], ''],
    [['', '5', '2001'], '2001-05-'],
    [['9', '', '2001'], '2001--09'],
    [['9', '5', ''], '-05-09'],
    [['9', '5', '01'], '01-05-09'],
    [['1-2', '5', '2001'], '2001-05-1/2'],
    [['2001-05-09', '', ''], '2001-05-09'],
  ] as const)('%s', ([day, month, year], answer) => {
    expect(joinDates({ name: 'Mona', ...parts(day, month, year) })).toEqual({ name: 'Mona', date_of_birth: answer })
  })

  test('that a page of an older version may have sent or kept whole', () => {
    expect(joinDates({ graduation_date: '2020-07-01' })).toEqual({ graduation_date: '2020-07-01' })
  })

  test('and are shown again in the digits of the page', () => {
    expect(splitDate('2001-05-09', 'ar')).toEqual({ day: '٩', month: '5', year: '٢٠٠١' })
    expect(splitDate('2001--09', 'en')).toEqual({ day: '9', month: '', year: '2001' })
    expect(shownIn('date_of_birth_year', { date_of_birth: '2001-05-09' }, 'en')).toBe('2001')
    expect(shownIn('name', { name: 'Mona' }, 'en')).toBe('Mona')
  })

  test('by the name of their answer', () => {
    expect(answerNameOf('graduation_date_month')).toBe('graduation_date')
    expect(answerNameOf('why_hire_you')).toBe('why_hire_you')
  })
})
