import { Problem } from '#api/http/problem.ts'
import { senderOf } from '#api/http/rate-limits.ts'
import { isToken, TOKEN_LENGTH } from '#domain/submissions/links.ts'
import { plainAddress } from '#site/addresses.ts'
import type { PageRoute } from '#site/route-table.ts'
import type { PostedForm, PostedFormName } from '#site/submissions/posted.ts'
import { fieldsKeptOf } from '#site/submissions/submit-post.server.ts'
import type { Applications } from './application.ts'
import type { JobAlerts } from './job-alerts.ts'
import { type MatchedRequest, type PageContext, visitorOf } from './page-request.ts'
import { readPost, refusalBeforeReading } from './posts.ts'
import type { RenderOptions } from './render.ts'
import { OWN_PAGE_HEADERS, sendBare, sendFile, sendPage, withoutQuery } from './responses.ts'
import { notFoundAddress, SHARED_PAGE, sendOnce, sendSharedPage } from './shared-pages.ts'

export async function answerOwnPage(context: PageContext, asked: MatchedRequest) {
  const { admission, applications, jobAlerts, cvMaximumBytes } = context
  const { request, reply, route, language } = asked
  reply.headers(OWN_PAGE_HEADERS)
  const isPost = request.method === 'POST'
  if (!applications || !jobAlerts) {
    if (isPost) throw new Problem('notFound')
    return sendSharedPage(context, asked, undefined)
  }
  const mended = !isPost && hasToken(route) && mendedAddress(asked.address)
  if (mended) return reply.header('content-length', '0').redirect(mended, 302)

  if (!isPost && hasToken(route)) await admission.limits.countUncachedPage(request)
  const refusal = isPost ? await refusalBeforeReading(context, request, { mayHideOrigin: true }) : undefined
  if (refusal) return sendBare(request, reply, language, refusal)
  const form = route.takesPosts as PostedFormName
  const held = admission.pageUploads.open(senderOf(request))
  try {
    const maxFileBytes = form === 'application' ? cvMaximumBytes : 0
    const post = isPost ? await readPost(request, { keepsField: fieldsKeptOf(form), maxFileBytes, held }) : undefined
    // One mail provider ends the alerts of many people from one address.
    if (post && form !== 'job-alert') await admission.limits.countChange(request)
    if (form === 'lost-link')
      return await show(context, asked, 200, { lostLink: await applications.lostLink(post?.answers) })
    if (form === 'job-alerts') {
      const { status, page } = await jobAlerts.ask(language, post?.answers)
      return await show(context, asked, status, { jobAlerts: page })
    }
    if (form === 'job-alert') return await answerJobAlert(context, asked, jobAlerts, post)
    return await answerApplication(context, asked, applications, post)
  } finally {
    held.release()
  }
}

async function answerJobAlert(context: PageContext, asked: MatchedRequest, jobAlerts: JobAlerts, post?: PostedForm) {
  const { request, url, address, language } = asked
  const token = tokenIn(address)
  const outcome = post
    ? await jobAlerts.act(token, language, post)
    : await jobAlerts.read(token, language, url.searchParams)
  if ('news' in outcome) return redirectToNews(asked, outcome.news)
  if (outcome.isUnknown) await context.admission.limits.countUnknownLink(request)
  return show(context, asked, outcome.status, { jobAlert: outcome.page }, outcome.isUnknown)
}

async function answerApplication(
  context: PageContext,
  asked: MatchedRequest,
  applications: Applications,
  post?: PostedForm,
) {
  const { request, reply, url, address, language } = asked
  const link = { token: tokenIn(address), language, query: url.searchParams, sender: senderOf(request) }
  const outcome = post ? await applications.act(link, post) : await applications.read(link)
  if ('file' in outcome) return sendFile(reply, outcome)
  if ('news' in outcome) return redirectToNews(asked, outcome.news)
  if (!outcome.page) await context.admission.limits.countUnknownLink(request)
  return show(context, asked, outcome.status, { application: outcome.page }, !outcome.page)
}

/** Reloading that page does not repeat the post. */
function redirectToNews({ reply, address }: MatchedRequest, news: string | undefined) {
  const done = news ? `?done=${news}` : ''
  return reply.header('content-length', '0').redirect(withoutQuery(address) + done, 303)
}

const tokenIn = (address: string) => decodeURIComponent(plainAddress(withoutQuery(address)).split('/').at(-1) as string)

/** Mail programs add characters to a link, or break it in two. Undefined where nothing can be mended. */
function mendedAddress(address: string): string | undefined {
  const token = tokenIn(address)
  const mended = token.replace(/[^\w-]/g, '').slice(0, TOKEN_LENGTH)
  if (mended === token || !isToken(mended)) return undefined
  const path = withoutQuery(address)
  return path.slice(0, path.lastIndexOf('/') + 1) + mended + address.slice(path.length)
}

type OwnPage = Pick<RenderOptions, 'application' | 'lostLink' | 'jobAlerts' | 'jobAlert'>

/** Unknown links share one page, so strangers cannot occupy the renderer. */
async function show(context: PageContext, asked: MatchedRequest, status: number, page: OwnPage, isUnknown = false) {
  const { request, reply, route } = asked
  const isPost = request.method === 'POST'
  const address = isUnknown ? notFoundAddress(route, asked.address) : asked.address
  const render = async () => {
    const target = new Request(context.origin + address, { method: isPost ? 'POST' : 'GET' })
    const { headers, ...rendered } = await context.renderPage(target, visitorOf(asked), page)
    for (const [name, value] of Object.entries(OWN_PAGE_HEADERS)) headers.set(name, value)
    return { ...rendered, headers, status: rendered.status < 400 ? status : rendered.status }
  }
  if (isPost || (hasToken(route) && !isUnknown)) return sendPage(reply, await render())
  return sendOnce(context, asked, { address, isNotFoundPage: isUnknown }, async () => {
    const rendered = await render()
    // A form before anything is typed holds nothing of a visitor.
    if (!isUnknown) rendered.headers.set('cache-control', SHARED_PAGE)
    return rendered
  })
}

const hasToken = ({ path }: PageRoute) => path.endsWith('/:id')
