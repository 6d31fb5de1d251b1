import { Slice } from 'prosemirror-model'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useRef, useState } from 'react'
import { readArticle } from '#contract/read-article.ts'
import { directionOf, type Language } from '#texts/languages.ts'
import { documentOf, markdownOf, nodesOf } from './convert.ts'
import { cleanPastedHtml, hasForeignPictures, isMarkdown } from './pasted.ts'
import { type PictureTexts, PictureView } from './picture-view.ts'
import { pluginsWith } from './plugins.ts'
import { schema } from './schema.ts'

interface ArticleViewOptions {
  language: Language
  label: string
  value: string
  isReadOnly: boolean
  keys: Record<string, Command>
  pictureTexts: PictureTexts
  onChange(value: string): void
  /** Everything but the text may have changed, too: the selection, focus. */
  onUpdate(): void
  onFiles(files: File[], at: number): void
  onForeignPictures(): void
}

/** A view of ProseMirror that follows `value`, and says what was typed. */
export function useArticleView(options: ArticleViewOptions) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(options)
  const known = useRef(options.value)
  const [view, setView] = useState<EditorView>()
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const made = makeView(place.current as HTMLDivElement, latest, known)
    setView(made)
    return () => made.destroy()
  }, [])

  const { value, isReadOnly, label, language } = options
  useEffect(() => {
    if (!view || value === known.current) return
    known.current = value
    showText(view, value)
  }, [view, value])
  useEffect(() => {
    view?.setProps({ editable: () => !isReadOnly, attributes: attributesOf({ language, label, isReadOnly }) })
  }, [view, isReadOnly, label, language])
  return { place, view }
}

type Latest = { current: ArticleViewOptions }

const attributesOf = ({
  language,
  label,
  isReadOnly,
}: Pick<ArticleViewOptions, 'language' | 'label' | 'isReadOnly'>) => ({
  lang: language,
  dir: directionOf(language),
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  ...(isReadOnly && { 'aria-readonly': 'true' }),
  spellcheck: 'true',
})

function makeView(place: HTMLElement, latest: Latest, known: { current: string }): EditorView {
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc: documentOf(known.current), plugins: pluginsWith(latest.current.keys) }),
    editable: () => !latest.current.isReadOnly,
    attributes: attributesOf(latest.current),
    nodeViews: {
      picture: (node, own, at) => new PictureView(node, own, at, latest.current.pictureTexts),
    },
    dispatchTransaction(tr) {
      view.updateState(view.state.apply(tr))
      if (tr.docChanged && !tr.getMeta(FROM_OUTSIDE)) {
        const text = markdownOf(view.state.doc)
        if (text !== known.current) {
          known.current = text
          latest.current.onChange(text)
        }
      }
      latest.current.onUpdate()
    },
    transformPastedHTML(html) {
      if (hasForeignPictures(html)) latest.current.onForeignPictures()
      return cleanPastedHtml(html)
    },
    clipboardTextParser: (text, context, _plain, own) => {
      if (context.parent.type === schema.nodes.codeBlock) return new Slice(schema.text(text).slice(0).content, 0, 0)
      const blocks = isMarkdown(text) ? readArticle(text) : asParagraphs(text)
      const nodes = nodesOf(blocks)
      const doc = own.state.schema.nodes.doc?.create(null, nodes)
      return doc ? doc.slice(0, doc.content.size) : Slice.empty
    },
    handlePaste: (own, event) => {
      const files = picturesOf(event.clipboardData)
      // Word puts a picture of the text beside the text itself.
      if (files.length === 0 || event.clipboardData?.getData('text/html')) return false
      latest.current.onFiles(files, own.state.selection.to)
      return true
    },
    handleDrop: (own, event) => {
      const files = picturesOf(event.dataTransfer)
      if (files.length === 0) return false
      const at = own.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? own.state.selection.to
      latest.current.onFiles(files, at)
      return true
    },
  })
  return view
}

const FROM_OUTSIDE = 'fromOutside'

/** Only what differs is replaced, so that the selection stays. */
function showText(view: EditorView, text: string) {
  const { state } = view
  const doc = documentOf(text)
  const start = state.doc.content.findDiffStart(doc.content)
  const end = state.doc.content.findDiffEnd(doc.content)
  if (start === null || !end) return
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const tr = state.tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap))
  view.dispatch(tr.setMeta(FROM_OUTSIDE, true).setMeta('addToHistory', false))
}

const picturesOf = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

const asParagraphs = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((paragraph) => (paragraph.trim() ? [{ block: 'paragraph' as const, inside: [paragraph.trim()] }] : []))
