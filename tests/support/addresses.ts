import { permanentAddress } from '#site/addresses.ts'
import { type PageRoute, ROUTES } from '#site/route-table.ts'
import type { Language } from '#texts/languages.ts'
import { inTurn } from './turns.ts'

/** Records of the starter content with every optional part. */
const SAMPLE_IDS: Record<string, string> = { '/projectsOverView/:id': '0', '/projects-details/:id': '2' }

/** One address of every public page, in the order of the route table. */
export const ADDRESSES: string[] = ROUTES.filter((route: PageRoute) => !route.isPrivate).map(({ path }) =>
  path.replace(':id', SAMPLE_IDS[path] ?? '1'),
)

/** Addresses of a walk through all pages of a language. */
export const walkIn = (language: Language, turn = 0) => inTurn(ADDRESSES, language, turn)

export const addressIn = (language: Language, address: string) => permanentAddress(address, language)

// English first: an Arabic address sets the language cookie.
export const inBothLanguages = (addresses: string[]) => [
  ...addresses,
  ...addresses.map((address) => addressIn('ar', address)),
]
