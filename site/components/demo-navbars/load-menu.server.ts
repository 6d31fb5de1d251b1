import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { CallApi } from '#contract/call.ts'
import { textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { isArabicAddress, permanentAddress } from '../../addresses.ts'
import { siteRequest } from '../../request-context.ts'
import { findByName } from './find-by-name.ts'
import { demoMenu, namesOfPages, type RecordAddresses } from './menu.ts'
import { findRecordAddresses } from './record-addresses.ts'
import { searchableOffers, searchablePages } from './searchables.ts'

/**
 * What a page with a demo navbar needs. Enter in the search box, where no script has taken it over, asks for the page with ?q=, and the
 * answer leads on to the first thing found. With nothing found the page stands, and its search box says so.
 */
export async function loadMenu({ request, context }: LoaderFunctionArgs): Promise<RecordAddresses> {
  const { pathname, searchParams } = new URL(request.url)
  const { language, callApi, pageTexts } = context.get(siteRequest)
  const records = await findRecordAddresses(callApi, pageTexts.facts)
  const query = searchParams.get('q')
  const found = query ? await findFirst(query, records, { language, callApi }) : undefined
  if (found) throw redirect(isArabicAddress(pathname) ? permanentAddress(found.address, 'ar') : found.address)
  return records
}

async function findFirst(
  query: string,
  records: RecordAddresses,
  { language, callApi }: { language: Language; callApi: CallApi },
) {
  const pages = searchablePages(demoMenu(records), namesOfPages(textsIn(language)))
  const [first] = findByName(query, [...pages, ...(await searchableOffers(callApi))])
  return first
}
