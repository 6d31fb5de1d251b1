import { useMatches } from 'react-router'
import { inBrowser, type Needs } from '../../load.ts'
import { saidInBrowser } from '../../texts.tsx'
import { demoMenu, type RecordAddresses } from './menu.ts'
import { findRecordAddresses } from './record-addresses.ts'

/** In the browser the search box opens what it found by itself. */
export const loadMenuInBrowser = inBrowser(({ callApi }: Needs) => findRecordAddresses(callApi, saidInBrowser.facts))

/** The menu of a page that loads it. */
export const useDemoMenu = () => demoMenu((useMatches().at(-1)?.loaderData as RecordAddresses | undefined) ?? {})
