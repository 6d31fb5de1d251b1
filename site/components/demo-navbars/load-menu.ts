import { inBrowser, type Needs } from '../../load.ts'
import { contentInBrowser } from '../../texts.tsx'
import { findRecordAddresses } from './menu.ts'

/** In the browser the search box opens its results itself. */
export const loadMenuInBrowser = inBrowser(({ callApi }: Needs) => findRecordAddresses(callApi, contentInBrowser.facts))
