import type { EditorView } from 'prosemirror-view'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { pairBlocks, type Row } from '#domain/content/article-pairs.ts'
import { inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { blocksOf } from './convert.ts'
import { spacesMeta } from './plugins.ts'

export type Views = Partial<Record<Language, EditorView>>

export interface PlacedRow {
  row: Row
  top: number
}

const ROOM_FOR_MISSING = 88

/** After each change, once the browser has laid the blocks out. */
export function useAlignment(views: RefObject<Views>, setTops: (rows: PlacedRow[]) => void) {
  const waiting = useRef(0)
  const align = useCallback(() => {
    cancelAnimationFrame(waiting.current)
    waiting.current = requestAnimationFrame(() => setTops(alignRows(views.current)))
  }, [views, setTops])
  useEffect(() => {
    const observer = new ResizeObserver(align)
    observer.observe(document.body)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(waiting.current)
    }
  }, [align])
  return align
}

function alignRows({ en, ar }: Views): PlacedRow[] {
  if (!en || !ar || en.isDestroyed || ar.isDestroyed || en.composing || ar.composing) return []
  const both = { en, ar }
  const rows = pairBlocks(inEachLanguage((language) => blocksOf(both[language].state.doc)))
  const places = inEachLanguage((language) => placeOf(both[language]))
  // One below the other on a phone.
  const isSideBySide = Math.abs(places.en.left - places.ar.left) > 1 && places.en.isShown && places.ar.isShown
  const heights = inEachLanguage((language) => heightsIn(both[language]))
  const spaces: Record<Language, number[]> = { en: [], ar: [] }
  const ends = { en: places.en.top, ar: places.ar.top }
  const placed: PlacedRow[] = []
  let top = Math.max(ends.en, ends.ar)
  for (const row of rows) {
    placed.push({ row, top })
    let height = row.en === null || row.ar === null ? ROOM_FOR_MISSING : 0
    for (const language of LANGUAGES) {
      const index = row[language]
      if (index === null) continue
      const own = heights[language][index] ?? 0
      spaces[language][index] = isSideBySide ? Math.round(top - ends[language]) : 0
      ends[language] = top + own
      height = Math.max(height, own)
    }
    top += height
  }
  for (const language of LANGUAGES) showSpaces(both[language], spaces[language])
  return isSideBySide ? placed : []
}

/** Of the text in its column. */
function placeOf({ dom }: EditorView) {
  const { top, left, height } = dom.getBoundingClientRect()
  const column = dom.closest('[data-column]')?.getBoundingClientRect()
  return { top: top - (column?.top ?? 0), left, isShown: height > 0 }
}

const shown = new WeakMap<EditorView, string>()

function showSpaces(view: EditorView, spaces: number[]) {
  const key = spaces.join()
  if (shown.get(view) === key) return
  shown.set(view, key)
  // A caret that the browser has just moved would be put back.
  ;(view as unknown as { domObserver: { flush(): void } }).domObserver.flush()
  view.updateState(view.state.apply(view.state.tr.setMeta(spacesMeta, spaces).setMeta('addToHistory', false)))
}

function heightsIn(view: EditorView): number[] {
  const found: number[] = []
  view.state.doc.forEach((_node, offset) => {
    const block = view.nodeDOM(offset)
    found.push(block instanceof HTMLElement ? block.getBoundingClientRect().height : 0)
  })
  return found
}
