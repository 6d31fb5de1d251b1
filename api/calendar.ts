/** The calendar day it is for the company, wherever the server stands. */
export function calendarDay(moment: Date, timeZone: string): string {
  return formatIn(timeZone).format(moment)
}

export function daysAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Canadian English writes a date the ISO way. */
function formatIn(timeZone: string) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format
}
