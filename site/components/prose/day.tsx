import { useTranslations } from 'use-intl'
import { useFormats, useRoot } from '../../page-context.tsx'

/** Product 3: day, full month name, year, in any time zone. */
export const useDay = () => useFormats().calendarDay

export function Day({ date }: { date: string }) {
  return <time dateTime={date}>{useDay()(date)}</time>
}

/** By the company's clock, which is named by its city. */
export function useMoment() {
  const format = useFormats()
  const sentence = useTranslations('application')
  const { contactInfo } = useRoot()
  return {
    dayOf: format.weekday,
    momentOf: (moment: string) =>
      contactInfo
        ? sentence('clock', { moment: format.moment(moment), city: contactInfo.city })
        : format.moment(moment),
  }
}
