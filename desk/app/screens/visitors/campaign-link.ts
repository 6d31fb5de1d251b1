import { CAMPAIGN_PARAMETER, SOURCE_PARAMETERS } from '#contract/constants.ts'
import { sourceWord } from '#contract/sources.ts'
import type { Language } from '#texts/languages.ts'

interface Wanted {
  /** A path of the site, or a whole address of it in either language. */
  page: string
  language: Language
  source: string
  campaign: string
}

type CampaignLink = { link: string } | { fault: 'otherSite' | 'notCounted' | 'needed' }

/** A link whose visits are counted under its campaign. `homes`: the address of the home page in each language. */
export function campaignLink(
  { page, language, source, campaign }: Wanted,
  homes: Record<Language, string>,
): CampaignLink {
  const words = [source, campaign]
  if ([page, ...words].some((typed) => !typed.trim())) return { fault: 'needed' }
  const counted = words.map(sourceWord)
  if (counted.includes(null)) return { fault: 'notCounted' }
  const plain = plainPath(page.trim(), homes)
  if (plain === undefined) return { fault: 'otherSite' }
  const link = new URL(homes[language].replace(/\/$/, '') + plain.replace(/^\/(?=\?|$)/, ''))
  for (const [index, name] of [SOURCE_PARAMETERS[0], CAMPAIGN_PARAMETER].entries())
    link.searchParams.set(name, counted[index] as string)
  return { link: link.href }
}

function plainPath(typed: string, homes: Record<Language, string>): string | undefined {
  if (!URL.canParse(typed, homes.en)) return undefined
  const { origin, pathname, search } = new URL(typed, homes.en)
  if (origin !== new URL(homes.en).origin) return undefined
  const arabic = new URL(homes.ar).pathname
  const isArabic = pathname === arabic || pathname.startsWith(`${arabic}/`)
  return (isArabic ? pathname.slice(arabic.length) || '/' : pathname) + search
}
