import { formatsIn } from '#texts/dates-and-numbers.ts'
import ar from '#texts/desk/ar/notifications.json' with { type: 'json' }
import en from '#texts/desk/en/notifications.json' with { type: 'json' }
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import type { StaffNotification } from './list.ts'

const TEXTS: Record<Language, typeof en> = { en, ar }

/** The sentence in the bell. `by` is the company for acts of the command line, the sender or the server. */
export function sentenceOf(
  { kind, details }: Pick<StaffNotification, 'kind' | 'details'>,
  by: string,
  language: Language,
  timeZone: string,
): string {
  const say = createTranslator({ locale: localeOf(language), messages: TEXTS[language] })
  const when = details.at === undefined ? '' : formatsIn(language, timeZone).moment(details.at)
  return say(`kinds.${kind}.sentence`, { by, when, act: details.act ?? '' } as never)
}
