import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useSearchParams,
} from 'react-router'
import { endpoints } from '#contract/endpoints.ts'
import { directionOf } from '#texts/languages.ts'
import { PREVIEW_PARAMETER, permanentAddress } from './addresses.ts'
import { pageAddress, tell } from './boot/beacon.ts'
import { IMMEDIATE_ATTRIBUTE } from './boot/deferred-scripts.ts'
import { EndedPreviewPage, ErrorPage, errorPageHandle, failureHandle } from './components/failures/error-page.tsx'
import { optionalPart } from './components/optional-part.ts'
import { Shell } from './components/shell/shell.tsx'
import { FAVICON, FAVICON_ICO, iconAddress, iconOf } from './icons.ts'
import { nullOnError } from './load.ts'
import { siteRequest } from './request-context.ts'
import { fontPreloads } from './styles/fonts.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'
import {
  allTextsArrived,
  type RootData,
  SentencesProvider,
  TextsBlock,
  usePageContent,
  useRoot,
} from './page-context.tsx'
import { somethingWaits } from './submissions/waiting-marker.ts'

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const { language, callApi, settings, receipt, endedPreview, isPreview } = context.get(siteRequest)
  return {
    language,
    settings,
    contactInfo: await nullOnError(callApi(endpoints.contactInfo)),
    ...(receipt && { receipt }),
    ...(endedPreview && { endedPreview }),
    ...(isPreview && { isPreview }),
  }
}

/** The language, the settings and the company's numbers stay as they are until the document is loaded anew. */
export const shouldRevalidate = () => false

export const clientMiddleware: MiddlewareFunction[] = [
  async (_, next) => {
    await allTextsArrived(document.documentElement.dataset.texts as string)
    return next()
  },
]

export function Layout({ children }: { children: ReactNode }) {
  const { language, settings, contactInfo } = useRoot()
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-api-host={settings.apiHost}
      data-texts={settings.textsUrl}
      data-seen={settings.seenAt || undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {fontPreloads[language].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <SiteIcons />
        <Links />
      </head>
      <body>
        <SentencesProvider timeZone={contactInfo?.time_zone ?? 'UTC'}>{children}</SentencesProvider>
        <TextsBlock />
        <ScrollRestoration {...{ [IMMEDIATE_ATTRIBUTE]: '' }} />
        <Scripts />
      </body>
    </html>
  )
}

function SiteIcons() {
  const { language } = useRoot()
  const { mark } = usePageContent('brand')
  return (
    <>
      <link rel="icon" href={iconOf(FAVICON, mark)} type="image/svg+xml" />
      <link rel="icon" href={iconOf(FAVICON_ICO, mark)} sizes="32x32" />
      <link rel="apple-touch-icon" href={iconOf(iconAddress(180), mark)} />
      <link rel="manifest" href={permanentAddress('/manifest.webmanifest', language)} />
      <meta name="theme-color" content="#f2f3f0" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0e1117" media="(prefers-color-scheme: dark)" />
    </>
  )
}

export default function Site() {
  const endedPreview = useEndedPreview()
  useCountOfViews()
  if (endedPreview) return <EndedPreview {...endedPreview} />
  return (
    <Shell>
      <OutboxNotice />
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const endedPreview = useEndedPreview()
  if (endedPreview) return <EndedPreview {...endedPreview} />
  return (
    <Shell handle={errorPageHandle(error)}>
      <ErrorPage error={error} />
    </Shell>
  )
}

/** The first script has counted the page that was loaded. */
function useCountOfViews() {
  const { pathname, search } = useLocation()
  const counted = useRef<string>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again on every page
  useEffect(() => {
    const address = pageAddress() ?? ''
    if (counted.current !== null && counted.current !== address) tell('seen')
    counted.current = address
  }, [pathname, search])
}

function useEndedPreview() {
  const [search] = useSearchParams()
  const { endedPreview } = useRoot()
  return search.has(PREVIEW_PARAMETER) ? endedPreview : undefined
}

function EndedPreview(content: { title: string; detail: string }) {
  return (
    <Shell handle={failureHandle}>
      <EndedPreviewPage {...content} />
    </Shell>
  )
}

const WaitingSubmissions = optionalPart(async () => {
  const [component] = await Promise.all([
    import('./components/outbox/waiting-submissions.tsx'),
    allTextsArrived(document.documentElement.dataset.texts as string),
  ])
  return component
})

/** Sends submissions of an earlier visit. Its code is loaded only if one waits. */
function OutboxNotice() {
  const { pathname } = useLocation()
  const [isNeeded, setNeeded] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again on every page
  useEffect(() => setNeeded((before) => before || somethingWaits()), [pathname])
  if (!isNeeded) return null
  return (
    <Suspense>
      <WaitingSubmissions />
    </Suspense>
  )
}
