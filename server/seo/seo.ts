import type { FastifyInstance } from 'fastify'
import { ApiError } from '#contract/call.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addressOfJob } from '#contract/page-addresses.ts'
import type { ContentVersion } from '#domain/content/content-version.ts'
import { permanentAddress } from '#site/addresses.ts'
import { companyTexts } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#texts/languages.ts'
import { callApiFor } from '../call-api.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { sendPageInstead } from '../pages/responses.ts'
import { pageTexts, WRITTEN_TEXTS } from '../pages/texts.ts'
import { indeedFeed, linkedinFeed, openJobPublication } from './board-feeds.ts'
import { createDocumentCache, OPEN_JOBS_MAX_AGE_SECONDS } from './cached-responses.ts'
import { reminderOf } from './calendar.ts'
import { manifest, robots, securityContact, sitemap } from './documents.ts'
import { startDrawingProcess } from './drawing-process.ts'
import { blogFeed, jobsFeed } from './feeds.ts'
import { icons } from './icons.ts'
import { sharePictures as sharePicturesPlugin } from './share-pictures.ts'
import type { Source } from './source.ts'

interface SeoOptions {
  publicUrl: string
  apiHost: string | undefined
  contentVersion: () => ContentVersion
  sharePictures: { folder: string; isAhead: boolean }
  jobFeeds: { boards: readonly string[]; linkedinCompanyId?: string | undefined }
}

const XML = 'application/xml; charset=utf-8'
const RSS = 'application/rss+xml; charset=utf-8'

export async function seo(
  app: FastifyInstance,
  { publicUrl, apiHost, contentVersion, sharePictures, jobFeeds }: SeoOptions,
) {
  const callApiIn = (language: Language) =>
    callApiFor(app, apiHost ?? '', { address: '127.0.0.1', language, requestId: 'seo' })
  const versionName = () => [WRITTEN_TEXTS, apiHost ?? '', contentVersion().content].join(' ')
  const contentLoadedAt = () => (apiHost ? undefined : contentVersion().loadedAt)
  const textsIn = (language: Language) => companyTexts(contentVersion().siteContent.company, language)
  const pageContentIn = (language: Language) => pageTexts(contentVersion().siteContent, language).content
  const searchAndShareOf = (plain: string, language: Language) =>
    (!apiHost && pageContentIn(language).search[plain.toLowerCase()]) || {}
  const source: Source = {
    publicUrl,
    callApiIn,
    textsIn,
    pageContentIn,
    searchAndShareOf,
    contentVersion,
    contentLoadedAt,
    versionName,
  }
  const respond = createDocumentCache(contentVersion, securityHeaders({ publicUrl }))

  const offer = (address: string, contentType: string, make: () => string | Promise<string>, maxAgeSeconds?: number) =>
    app.get(address, (request, reply) => respond(request, reply, address, { contentType, make, maxAgeSeconds }))
  // A closed job leaves it within a minute.
  const offerOpenJobs = (address: string, contentType: string, make: () => Promise<string>) =>
    offer(address, contentType, make, OPEN_JOBS_MAX_AGE_SECONDS)

  offerOpenJobs('/sitemap.xml', XML, () => sitemap(source))
  offer('/robots.txt', 'text/plain; charset=utf-8', () => robots(source))
  offer('/.well-known/security.txt', 'text/plain; charset=utf-8', () => securityContact(source, new Date()))
  for (const language of LANGUAGES) {
    const inLanguage = (plain: string) => permanentAddress(plain, language)
    offerOpenJobs(inLanguage('/jobs.rss'), RSS, () => jobsFeed(source, language))
    offerReminders(language)
    offer(inLanguage('/blog.rss'), RSS, () => blogFeed(source, language))
    offer(inLanguage('/manifest.webmanifest'), 'application/manifest+json', () => manifest(source, language))
  }
  const { boards, linkedinCompanyId = '' } = jobFeeds
  if (boards.includes('indeed')) offerOpenJobs('/feeds/indeed.xml', XML, () => indeedFeed(source, new Date()))
  if (boards.includes('linkedin'))
    offerOpenJobs('/feeds/linkedin.xml', XML, () => linkedinFeed(source, linkedinCompanyId, new Date()))
  if (boards.includes('ojobpub'))
    offerOpenJobs('/.well-known/ojobpub.json', 'application/json', () => openJobPublication(source, new Date()))

  function offerReminders(language: Language) {
    const address = permanentAddress('/jobs/:id(^[1-9][0-9]{0,9}$).ics', language)
    app.get<{ Params: { id: string } }>(address, async (request, reply) => {
      const id = Number(request.params.id)
      try {
        const { data: job } = await callApiIn(language)(endpoints.job, { id })
        return reply
          .headers(securityHeaders({ publicUrl }))
          .type('text/calendar; charset=utf-8')
          .header('cache-control', 'no-cache')
          .header('content-disposition', `attachment; filename="job-${id}.ics"`)
          .send(reminderOf(job, language, { publicUrl, texts: textsIn(language), loadedAt: contentLoadedAt() }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return sendPageInstead(app, request, reply, permanentAddress(addressOfJob({ id }), language))
      }
    })
  }

  const { draw, stop } = startDrawingProcess()
  app.addHook('onClose', async () => stop())
  const markAddress = () => pageContentIn(DEFAULT_LANGUAGE).brand.mark
  await app.register(icons, { publicUrl, draw, markAddress })
  await app.register(sharePicturesPlugin, { ...source, ...sharePictures, draw })
}
