import { type LoaderFunctionArgs, redirect } from 'react-router'
import { textsIn } from '#texts/index.ts'
import { isArabicAddress, permanentAddress } from '../../addresses.ts'
import { siteRequest } from '../../request-context.ts'
import { findByName } from './find-by-name.ts'
import { namesOfPages } from './menu.ts'
import { searchableOffers, searchablePages } from './searchables.ts'

/**
 * Enter in the search box, where no script has taken it over: the form asks for its own page with ?q=, and the answer
 * leads on to the first thing found. With nothing found the page stands, and its search box says so.
 */
export async function openFirstFound({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const query = searchParams.get('q')
  if (!query) return null
  const { language, callApi } = context.get(siteRequest)
  const pages = searchablePages(namesOfPages(textsIn(language)))
  const [first] = findByName(query, [...pages, ...(await searchableOffers(callApi))])
  if (first) throw redirect(isArabicAddress(pathname) ? permanentAddress(first.address, 'ar') : first.address)
  return null
}
