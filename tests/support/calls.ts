import type { Page } from '@playwright/test'

/** Without fonts, which are fetched when their first letter is shown, and without the count of visitors. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'font' && new URL(request.url()).pathname !== '/seen')
      calls.push(`${request.method()} ${request.url()}`)
  })
  return calls
}
