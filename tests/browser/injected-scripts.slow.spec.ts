import { contentSecurityPolicy } from '../../server/http/security-headers.ts'
import { finishHtml } from '../../server/pages/finish-html.ts'
import { expect, type Page, test } from '../support/site.ts'
import { openAwake } from '../support/waking.ts'

test.use({ expectedErrors: [/Content Security Policy|404 \(Not Found\)/] })

const INJECTED = [
  '<script>window.injected = "a script"</script>',
  '<script data-immediate="">window.injected = "a script at once"</script>',
  '<script type="module">window.injected = "a module"</script>',
  '<script type="deferred/script">window.injected = "a deferred script"</script>',
  '<script type="deferred/script" data-module="">window.injected = "a deferred module"</script>',
  '<script nonce="guessed">window.injected = "a guessed nonce"</script>',
  '<img src="/none.png" onerror="window.injected = \'a handler\'">',
  '<a href="javascript:window.injected=1" id="bait">x</a>',
].join('')

const injectedInto = (page: Page) => page.evaluate(() => (window as { injected?: string }).injected)

test('injected before the page is finished and its policy made', async ({ page, baseURL }) => {
  const nonce = 'the-nonce-of-this-rendering'
  const rendered =
    `<!DOCTYPE html><html><head><link nonce="${nonce}" rel="stylesheet" href="/style.css"/></head><body>${INJECTED}` +
    `<script nonce="${nonce}">window.context = 'there'</script>` +
    `<script nonce="${nonce}" type="module" async="">window.application = window.context</script></body></html>`
  const { html, ...hashes } = finishHtml(
    { html: rendered, nonce, routeIds: ['root'], styledRouteIds: ['root'] },
    {
      manifest: {
        url: '/a.js',
        entry: { module: '/b.js', imports: [] },
        routes: { root: { css: ['/style.css'] } },
      } as never,
      bootScripts: {
        first: 'window.first = true',
        wakeLoader: `for (const script of document.querySelectorAll('script[type="deferred/script"]')) {
          const copy = document.createElement('script')
          if (script.hasAttribute('data-module')) copy.type = 'module'
          copy.textContent = script.textContent
          document.head.append(copy)
        }`,
      },
      readStyles: () => 'body{color:red}',
    },
  )
  const policy = contentSecurityPolicy({ ...hashes, apiHost: '', mapUrl: undefined, isDevelopment: false })
  // At the site's own host, which pages may call.
  await page.route(`${baseURL}/finished`, (route) =>
    route.fulfill({ body: html, headers: { 'content-type': 'text/html', 'content-security-policy': policy } }),
  )
  await page.goto('/finished')
  await expect.poll(() => page.evaluate(() => (window as { application?: string }).application)).toBe('there')
  expect(await page.evaluate(() => (window as { first?: boolean }).first)).toBe(true)
  await page.locator('#bait').click()
  expect(await injectedInto(page)).toBeUndefined()
})

for (const address of ['/about', '/contact', '/ar/services', '/no-such-page'])
  test(`injected into ${address} on its way`, async ({ page }) => {
    await page.route(`**${address}`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/<body>/, `<body>${INJECTED}`)
      await route.fulfill({ response, body })
    })
    await openAwake(page, address)
    await page.locator('#bait').dispatchEvent('click')
    expect(await injectedInto(page)).toBeUndefined()
  })
