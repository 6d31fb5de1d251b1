import { CAMPAIGN_PARAMETER, SOURCE_KEY, SOURCE_PARAMETERS, type SourceField } from '#contract/constants.ts'
import { parseJson } from '#texts/formats.ts'

export type CameBy = Partial<Record<SourceField, string>>

/** The words of a campaign in an address, cut: the API cleans them. */
export function wordsOfCampaign(words: URLSearchParams): CameBy {
  const source = SOURCE_PARAMETERS.map((name) => words.get(name)).find(Boolean)
  const campaign = words.get(CAMPAIGN_PARAMETER)
  return { ...(source && { source: cut(source) }), ...(campaign && { campaign: cut(campaign) }) }
}

/** Kept by the first script. */
export function readCameBy(): CameBy | undefined {
  try {
    return parseJson(sessionStorage.getItem(SOURCE_KEY) ?? '') as CameBy | undefined
  } catch {
    return undefined
  }
}

const cut = (word: string) => word.slice(0, MAX_LENGTH)
const MAX_LENGTH = 100
