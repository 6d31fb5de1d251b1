import type { Page, Route } from '@playwright/test'
import { GUEST_API } from '#contract/endpoints.ts'

/** Network failures on the way to the server. */
export const faults = {
  'answers 500': (route: Route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  'answers 503': (route: Route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/json', body: '{}' }),
  'answers nothing': (route: Route) => route.abort('connectionrefused'),
  'drops the connection after the commit': async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  },
} as const

const SUBMISSIONS = new RegExp(`${GUEST_API}(contact-us|Internship|Form)$`)

export const breakTheWay = (page: Page, fault: (route: Route) => Promise<void>) =>
  page.route(SUBMISSIONS, (route) => fault(route))

export const mendTheWay = (page: Page) => page.unroute(SUBMISSIONS)
