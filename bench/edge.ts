import { startSite } from '../tests/support/start-site.ts'
import { atLeast, atMost, type Measurement } from './measurement.ts'
import { hasNginx, startCachingNginx, startNginx } from './nginx.ts'
import { gzippedPage, inTurns } from './pages.ts'

const AT_ONCE = 500

/** A kept page against a file of the same bytes, both from nginx; then how often the site renders while many ask. */
export async function edge(): Promise<Measurement[]> {
  if (!hasNginx()) {
    console.error('nginx is not installed: its lines are left out')
    return []
  }
  const site = await startSite({ LOG_LEVEL: 'info' })
  const cache = await startCachingNginx(site.url)
  await gzippedPage(cache.url)
  const page = await gzippedPage(cache.url)
  const [file, openFile] = [
    await startNginx(page.headers, page.bytes, { keepsItOpen: false }),
    await startNginx(page.headers, page.bytes),
  ]
  const { kept, still, open } = await inTurns({ kept: cache, still: file, open: openFile })
  const start = performance.now()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => fetch(`${cache.url}about`)))
  const seconds = Math.ceil((performance.now() - start) / 1000)
  const asked = new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size
  await Promise.all([file.stop(), openFile.stop(), cache.stop()])
  await site.stop()
  return [
    atLeast(
      0.7,
      'a page that nginx keeps, against a file with its bytes',
      kept?.rate ?? 0,
      still?.rate ?? 0,
      'pages/s',
    ),
    atLeast(0.6, 'the same against a file that nginx keeps open', kept?.rate ?? 0, open?.rate ?? 0, 'pages/s'),
    atMost(2, "nginx's time for each of those pages, user and system", kept?.cost ?? 0, still?.cost ?? 1, 'µs'),
    atMost(1, `requests that reach the site of ${AT_ONCE} at once, against one a second`, asked, seconds + 1, ''),
  ]
}
