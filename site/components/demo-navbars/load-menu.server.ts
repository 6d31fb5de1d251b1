import { type LoaderFunctionArgs, redirect } from 'react-router'
import { textsIn } from '#texts/index.ts'
import { isArabicAddress, permanentAddress } from '../../addresses.ts'
import { siteRequest } from '../../request-context.ts'
import {
  demoMenu,
  findByName,
  findRecordAddresses,
  NOTHING_FOUND,
  namesOfPages,
  type RecordAddresses,
  searchableOffers,
  searchablePages,
} from './menu.ts'

/** Without a script the search box asks for the page with ?q=, which redirects to the first result, or to the message that there is none. */
export async function loadMenu({ request, context }: LoaderFunctionArgs): Promise<RecordAddresses> {
  const { pathname, searchParams } = new URL(request.url)
  const { language, callApi, pageTexts } = context.get(siteRequest)
  const records = await findRecordAddresses(callApi, pageTexts.content)
  const query = searchParams.get('q')
  if (query === null) return records
  const pages = searchablePages(
    demoMenu(records),
    namesOfPages(pageTexts.content.navigation, textsIn(language)['demo-navbars']),
  )
  const [found] = findByName(query, [...pages, ...(await searchableOffers(callApi))])
  if (!found) throw redirect(`${pathname}#${NOTHING_FOUND}`)
  throw redirect(isArabicAddress(pathname) ? permanentAddress(found.address, 'ar') : found.address)
}
