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

/**
 * Defers scripts and inlines styles, in one walk over the page.
 * Only elements with this rendering's nonce are changed and hashed: an injected script does not run.
 */
export function finishHtml({ html, nonce, routeIds, styledRouteIds }: RenderedDocument, options: FinishOptions) {
  const { manifest, bootScripts, readStyles } = options
  const finishScript = createScripts(moduleFiles(manifest, routeIds))
  const finishLink = createLinks({
    files: readStyles ? [...new Set(styledRouteIds.flatMap((id) => manifest.routes[id]?.css ?? []))] : [],
    readStyles: readStyles ?? (() => ''),
    before: `<script>${bootScripts.first}</script>`,
  })
  const mark = ` nonce="${nonce}"`
  const pieces: string[] = []
  let end = 0
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, end)) {
    const start = html.lastIndexOf('<', at)
    const close = html.indexOf('>', at) + 1
    const tag = html.slice(start, at) + html.slice(at + mark.length, close)
    pieces.push(html.slice(end, start))
    if (tag.startsWith('<link ')) {
      pieces.push(finishLink.finish(tag))
      end = close
    } else if (tag.startsWith('<script')) {
      end = html.indexOf(END_OF_SCRIPT, close) + END_OF_SCRIPT.length
      pieces.push(finishScript.finish(tag, html.slice(close, end - END_OF_SCRIPT.length)))
    } else throw new Error('The page has marked elements that nobody expects')
  }
  const body = html.lastIndexOf('</body>')
  pieces.push(html.slice(end, body), `<script>${bootScripts.wakeLoader}</script>`, html.slice(body))
  return {
    html: pieces.join(''),
    scriptHashes: [
      ...new Set(
        [bootScripts.first, bootScripts.wakeLoader].map(hashOfEveryPage).concat(finishScript.end().map(hashOf)),
      ),
    ],
    styleHashes: finishLink.end().map(hashOfEveryPage),
  }
}

const END_OF_SCRIPT = '</script>'

/** The files that the router would preload. */
function moduleFiles({ entry, routes, url }: FinishOptions['manifest'], routeIds: string[]) {
  const ofRoutes = routeIds.flatMap((id) => {
    const route = routes[id]
    return route ? [route.module, route.clientActionModule, route.clientLoaderModule, ...(route.imports ?? [])] : []
  })
  return [...new Set([url, entry.module, ...entry.imports, ...ofRoutes])].filter((file) => file !== undefined)
}

/** Scripts become inert text, except immediate ones. */
function createScripts(files: string[]) {
  const texts: string[] = []
  let modules = 0
  return {
    finish(tag: string, text: string) {
      if (tag.includes(IMMEDIATE_ATTRIBUTE)) {
        // The router's own throws on every page where storage is forbidden.
        const guarded = `try{sessionStorage;${text}}catch{}`
        texts.push(guarded)
        return tag + guarded + END_OF_SCRIPT
      }
      texts.push(text)
      const isModule = tag.includes('type="module"')
      if (isModule) modules += 1
      const list = isModule ? ` ${MODULE_ATTRIBUTE}="" ${FILES_ATTRIBUTE}="${files.join(' ')}"` : ''
      return `<script type="${DEFERRED_TYPE}"${list}>${text}${END_OF_SCRIPT}`
    },
    end() {
      if (modules !== 1) throw new Error(`The page has ${modules} module scripts where one was expected`)
      return texts
    },
  }
}

interface LinksOptions {
  files: string[]
  readStyles: (file: string) => string
  before: string
}

/** Preloads go. The application looks for links to styles, so they stay, disabled. Two links to one file differ by an empty fragment. */
function createLinks({ files, readStyles, before }: LinksOptions) {
  const texts =
    files.length > 0 ? [[...new Set(files.map((file) => file.replace(/#.*$/, '')))].map(readStyles).join('')] : []
  const missing = new Set(files)
  let links = 0
  return {
    finish(link: string) {
      if (link.includes(' rel="modulepreload"')) return ''
      const isInlined = missing.delete(/ href="([^"]*)"/.exec(link)?.[1] ?? '')
      const inert = isInlined ? link.replace('/>', ' disabled=""/>') : link
      return links++ === 0 ? before + texts.map((text) => `<style>${text}</style>`).join('') + inert : inert
    },
    end() {
      if (links === 0 || missing.size > 0) throw new Error('The page does not link to the styles of its routes')
      return texts
    },
  }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const hashes = new Map<string, string>()

/** Of texts that many pages have. */
function hashOfEveryPage(text: string) {
  const hash = hashes.get(text) ?? hashOf(text)
  hashes.set(text, hash)
  return hash
}
