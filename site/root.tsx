import type { ReactNode } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import { endpoints } from '#contract/endpoints.ts'
import { directionOf } from '#texts/languages.ts'
import { ErrorPage } from './components/error-page.tsx'
import { Shell } from './components/shell.tsx'
import { FIRST_SCRIPT } from './first-script.ts'
import { orNothing } from './load.ts'
import { siteRequest } from './request-context.ts'
import { fontPreloads } from './styles/fonts.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { allTextsArrived, SentencesProvider, TextsBlock } from './texts.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const { language, callApi, settings } = context.get(siteRequest)
  return { language, settings, contactInfo: await orNothing(callApi(endpoints.contactInfo)) }
}

/** The language, the settings and the company's numbers stay as they are until the document is loaded anew. */
export const shouldRevalidate = () => false

export const clientMiddleware: MiddlewareFunction[] = [
  async (_, next) => {
    await allTextsArrived(document.documentElement.dataset.texts as string)
    return next()
  },
]

export function useRoot() {
  const root = useRouteLoaderData<typeof loader>('root')
  if (!root) throw new Error('The root loader never fails, so its data is always there')
  return root
}

export function Layout({ children }: { children: ReactNode }) {
  const { language, settings } = useRoot()
  return (
    <html
      lang={language}
      dir={directionOf(language)}
      data-api-host={settings.apiHost}
      data-texts={settings.textsUrl}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script dangerouslySetInnerHTML={{ __html: FIRST_SCRIPT }} />
        {fontPreloads[language].map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        <Links />
      </head>
      <body>
        <SentencesProvider language={language}>{children}</SentencesProvider>
        <TextsBlock />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Site() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  )
}
