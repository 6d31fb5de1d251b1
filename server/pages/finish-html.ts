import { createHash } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { DEFERRED_TYPE, FILES_ATTRIBUTE, IMMEDIATE_ATTRIBUTE, MODULE_ATTRIBUTE } from '#site/boot/deferred-scripts.ts'
import type { RenderedDocument } from '#site/request-context.ts'

export interface FinishOptions {
  manifest: Pick<ServerBuild['assets'], 'entry' | 'routes' | 'url'>
  /** Built from site/boot/. */
  bootScripts: { first: string; wakeLoader: string }
  /** The text of a style file of the manifest. In development there are no such files. */
  readStyles?: ((file: string) => string) | undefined
}

interface FinishedPage {
  html: string
  /** For the content security policy: exactly the scripts and styles that this page is meant to have. */
  scriptHashes: string[]
  styleHashes: string[]
}

/**
 * What every page goes through once it is rendered: the application's scripts wait until they are wanted, and the styles stand in the
 * page, because nothing is drawn before they are there and a request more is a journey more.
 *
 * What the router itself has written carries the nonce of this rendering, which nobody else knows. Only such scripts are made ready
 * and hashed; one that found its way into the page by other means does not run.
 */
export function finishHtml(rendered: string, document: RenderedDocument, options: FinishOptions): FinishedPage {
  const { manifest, bootScripts, readStyles } = options
  const scripts = deferScripts(rendered, document.nonce, moduleFiles(manifest, document.routeIds))
  const styles = inlineStyles(scripts.html, document.nonce, {
    files: readStyles ? styleFiles(manifest, document.styledRouteIds) : [],
    readStyles: readStyles ?? (() => ''),
    before: `<script>${bootScripts.first}</script>`,
  })
  // An upgrade that changes how the router writes its part of the page must be noticed, not served.
  if (styles.html.includes(document.nonce)) throw new Error('The page has marked elements that nobody expects')
  return {
    html: insertAtEndOfBody(styles.html, `<script>${bootScripts.wakeLoader}</script>`),
    scriptHashes: hashesOf([bootScripts.first, bootScripts.wakeLoader, ...scripts.texts]),
    styleHashes: hashesOf(styles.texts),
  }
}

/** Every file that the page's module loads, as the router would preload them. */
function moduleFiles({ entry, routes, url }: FinishOptions['manifest'], routeIds: string[]) {
  const ofRoutes = routeIds.flatMap((id) => {
    const route = routes[id]
    return route ? [route.module, route.clientActionModule, route.clientLoaderModule, ...(route.imports ?? [])] : []
  })
  return [...new Set([url, entry.module, ...entry.imports, ...ofRoutes])].filter((file) => file !== undefined)
}

/** As the router links them: what is also loaded later, by a part of the page, has an empty fragment. */
const styleFiles = ({ routes }: FinishOptions['manifest'], routeIds: string[]) => [
  ...new Set(routeIds.flatMap((id) => routes[id]?.css ?? [])),
]

/** The marked scripts become inert text, except those that say they are needed at once; the preloads go. */
function deferScripts(html: string, nonce: string, files: string[]) {
  const texts: string[] = []
  let modules = 0
  const withoutPreloads = html.replace(markedLinks(nonce), (link) =>
    link.includes(' rel="modulepreload"') ? '' : link,
  )
  const deferred = withoutPreloads.replace(markedScripts(nonce), (_, before: string, after: string, text: string) => {
    const attributes = before + after
    if (attributes.includes(IMMEDIATE_ATTRIBUTE)) {
      // The router's own throws on every page where storage is forbidden.
      const guarded = `try{sessionStorage;${text}}catch{}`
      texts.push(guarded)
      return `<script${attributes}>${guarded}</script>`
    }
    texts.push(text)
    if (!attributes.includes('type="module"')) return `<script type="${DEFERRED_TYPE}">${text}</script>`
    modules += 1
    const list = `${MODULE_ATTRIBUTE}="" ${FILES_ATTRIBUTE}="${files.join(' ')}"`
    return `<script type="${DEFERRED_TYPE}" ${list}>${text}</script>`
  })
  if (modules !== 1) throw new Error(`The page has ${modules} module scripts where one was expected`)
  return { html: deferred, texts }
}

interface Styles {
  files: string[]
  readStyles: (file: string) => string
  before: string
}

/**
 * The links stay where the application will look for them, but a disabled one loads nothing. Two links to one file, which the router
 * tells apart by an empty fragment, carry it once.
 */
function inlineStyles(html: string, nonce: string, { files, readStyles, before }: Styles) {
  const texts = files.length > 0 ? [[...new Set(files.map(withoutFragment))].map(readStyles).join('')] : []
  const inserted = before + texts.map((text) => `<style>${text}</style>`).join('')
  const missing = new Set(files)
  let links = 0
  const withInertLinks = html.replace(markedLinks(nonce), (marked) => {
    const link = marked.replace(` nonce="${nonce}"`, '')
    const isInlined = missing.delete(/ href="([^"]*)"/.exec(link)?.[1] ?? '')
    const inert = isInlined ? link.replace('/>', ' disabled=""/>') : link
    return links++ === 0 ? inserted + inert : inert
  })
  if (links === 0 || missing.size > 0) throw new Error('The page does not link to the styles of its routes')
  return { html: withInertLinks, texts }
}

const withoutFragment = (file: string) => file.replace(/#.*$/, '')

// Nonces are base64url, so they need no escaping.
const markedScripts = (nonce: string) =>
  new RegExp(`<script((?: [^<>]*)?) nonce="${nonce}"([^<>]*)>([\\s\\S]*?)</script>`, 'g')
const markedLinks = (nonce: string) => new RegExp(`<link(?= )[^<>]* nonce="${nonce}"[^<>]*>`, 'g')

function insertAtEndOfBody(html: string, text: string) {
  const end = html.lastIndexOf('</body>')
  return html.slice(0, end) + text + html.slice(end)
}

function hashesOf(texts: string[]) {
  return [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
