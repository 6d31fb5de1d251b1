import { createHash } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { DEFERRED_TYPE, FILES_ATTRIBUTE, IMMEDIATE_ATTRIBUTE, MODULE_ATTRIBUTE } from '#site/boot/deferred-scripts.ts'
import type { RenderedDocument } from '#site/request-context.ts'

export interface FinishOptions {
  manifest: Pick<ServerBuild['assets'], 'entry' | 'routes' | 'url'>
  bootScripts: { first: string; wakeLoader: string }
  /** The text of a style file of the manifest. In development there are no such files. */
  readStyles?: ((file: string) => string) | undefined
}

/** Defers scripts and inlines styles. Only elements with this rendering's nonce are hashed: an injected script does not run. */
export function finishHtml(document: RenderedDocument, options: FinishOptions) {
  const { manifest, bootScripts, readStyles } = options
  const scripts = deferScripts(document.html, document.nonce, moduleFiles(manifest, document.routeIds))
  const styles = inlineStyles(scripts.html, document.nonce, {
    files: readStyles ? [...new Set(document.styledRouteIds.flatMap((id) => manifest.routes[id]?.css ?? []))] : [],
    readStyles: readStyles ?? (() => ''),
    before: `<script>${bootScripts.first}</script>`,
  })
  // Fails where an upgrade of the router marks elements otherwise.
  if (styles.html.includes(document.nonce)) throw new Error('The page has marked elements that nobody expects')
  return {
    html: insertAtEndOfBody(styles.html, `<script>${bootScripts.wakeLoader}</script>`),
    scriptHashes: hashesOf([bootScripts.first, bootScripts.wakeLoader, ...scripts.texts]),
    styleHashes: hashesOf(styles.texts),
  }
}

/** The files that the router would preload. */
function moduleFiles({ entry, routes, url }: FinishOptions['manifest'], routeIds: string[]) {
  const ofRoutes = routeIds.flatMap((id) => {
    const route = routes[id]
    return route ? [route.module, route.clientActionModule, route.clientLoaderModule, ...(route.imports ?? [])] : []
  })
  return [...new Set([url, entry.module, ...entry.imports, ...ofRoutes])].filter((file) => file !== undefined)
}

/** Marked scripts become inert text, except immediate ones; preloads go. */
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

/** The application looks for the links, so they stay, disabled. Two links to one file differ by an empty fragment. */
function inlineStyles(
  html: string,
  nonce: string,
  { files, readStyles, before }: { files: string[]; readStyles: (file: string) => string; before: string },
) {
  const texts =
    files.length > 0 ? [[...new Set(files.map((file) => file.replace(/#.*$/, '')))].map(readStyles).join('')] : []
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
