import { useTranslations } from 'use-intl'
import type { Job } from '#contract/entities.ts'
import { localeOf } from '#texts/languages.ts'
import { useFormats, useLanguage, useTexts } from '../../page-context.tsx'

/** Names of currencies come from ICU; a waking page keeps the server's (`FromIcu`). */
export function useSalary({ salary }: Pick<Job, 'salary'>) {
  const language = useLanguage()
  const sentence = useTranslations('jobs')
  const { periods } = useTexts('jobs')
  const format = useFormats()
  if (!salary) return undefined
  const { minimum, maximum, currency } = salary
  const period = periods[salary.period]
  const maximumFractionDigits = Number.isInteger(minimum) && Number.isInteger(maximum) ? 0 : 2
  const money = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits,
    minimumFractionDigits: maximumFractionDigits,
  })
  const highest = money.format(maximum)
  return minimum === maximum
    ? sentence('salaryFixed', { amount: highest, period })
    : sentence('salaryRange', { minimum: format.number(minimum), maximum: highest, period })
}

export const FromIcu = ({ children }: { children: string }) => <bdi suppressHydrationWarning>{children}</bdi>
