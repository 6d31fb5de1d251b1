import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useReducer, useState } from 'react'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import type { Language } from '#texts/languages.ts'
import { upload } from '../../../api.ts'
import { Button, Note } from '../../../parts/elements.tsx'
import { ChooseDialog, type Picture, useUploadSentence } from '../../../pictures/library.tsx'
import { useTexts } from '../../../texts.tsx'
import styles from './article.module.css'
import { BlockList } from './block-list.tsx'
import { blockMenuKeys } from './block-menu.ts'
import { insertBlock } from './commands.ts'
import { LinkForm } from './link-form.tsx'
import { placeOfUpload, uploadMeta } from './plugins.ts'
import { schema } from './schema.ts'
import { Toolbar } from './toolbar.tsx'
import type { Asked, ToolNames } from './tools.ts'
import { useArticleView } from './use-article-view.ts'

interface PaneProps {
  language: Language
  label: string
  /** In both languages: the `/` menu is searched in either. */
  toolNames: Record<Language, ToolNames>
  value: string
  error: string | undefined
  isReadOnly: boolean
  /** Moves the block in hand, in both languages where they are in step. */
  onMove(step: 1 | -1): boolean
  onChange(value: string): void
  onView(view: EditorView | undefined): void
  onUpdate(): void
}

export function Pane(props: PaneProps) {
  const { language, label, toolNames, value, error, isReadOnly, onMove, onChange, onView, onUpdate } = props
  const { content } = useTexts()
  const texts = content.article
  const [asked, setAsked] = useState<Asked>()
  const [isSource, setSource] = useState(false)
  const [note, setNote] = useState<string>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const files = useFiles(language, setNote)
  const keys: Record<string, Command> = {
    ...blockMenuKeys(toolNames, setAsked),
    'Mod-k': () => {
      setAsked('link')
      return true
    },
    'Alt-ArrowUp': () => onMove(-1),
    'Alt-ArrowDown': () => onMove(1),
  }
  const { place, view } = useArticleView({
    language,
    label,
    value,
    isReadOnly,
    keys,
    pictureTexts: texts.picture,
    onChange,
    onUpdate: () => {
      redraw()
      onUpdate()
    },
    onFiles: (given, at) => view && files.add(view, given, at),
    onForeignPictures: () => setNote(texts.foreignPictures),
  })
  useEffect(() => {
    onView(view)
    return () => onView(undefined)
  }, [view, onView])

  return (
    <div className={styles.pane} data-source={isSource || undefined}>
      {!isReadOnly && view && (
        <Toolbar
          view={view}
          label={texts.toolbar}
          isSource={isSource}
          onSource={() => setSource(!isSource)}
          onAsk={setAsked}
        />
      )}
      {asked === 'link' && view && <LinkForm view={view} onClose={() => setAsked(undefined)} />}
      {asked === 'picture' && view && (
        <ChooseDialog
          onUploaded={() => {}}
          onChosen={(picture) => {
            setAsked(undefined)
            insertBlock(pictureNode(picture, language))(view.state, view.dispatch)
            view.focus()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {note && (
        <Note
          kind="wrong"
          actions={<Button small look="quiet" onClick={() => setNote(undefined)} label={texts.dismiss} />}
        >
          {note}
        </Note>
      )}
      {isSource && (
        <textarea
          className={styles.source}
          aria-label={`${label} · Markdown`}
          dir="auto"
          spellCheck
          readOnly={isReadOnly}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <div ref={place} className={styles.text} hidden={isSource} />
      {!isReadOnly && view && <BlockList view={view} names={toolNames} onAsk={setAsked} />}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const pictureNode = (picture: Picture, language: Language): Node =>
  schema.nodes.picture.create({
    address: addressOfPicture(picture),
    words: picture.isDecorative ? '' : picture.words[language],
  })

/** Dropped and pasted pictures: each has its place in the text until it is in the library. */
function useFiles(language: Language, onFailure: (sentence: string) => void) {
  const sentenceOf = useUploadSentence()
  const send = async (view: EditorView, file: File, at: number) => {
    const id = {}
    view.dispatch(view.state.tr.setMeta(...uploadMeta({ add: { id, at, name: file.name } })))
    try {
      const picture = await upload('POST /pictures', { query: { name: file.name }, file })
      const place = placeOfUpload(view.state, id)
      if (view.isDestroyed || place === undefined) return
      const $place = view.state.doc.resolve(place)
      const before = $place.depth === 0 ? place : $place.after(1)
      const tr = view.state.tr.insert(before, pictureNode(picture, language))
      view.dispatch(tr.setMeta(...uploadMeta({ remove: id })))
    } catch (error) {
      onFailure(`${file.name}: ${sentenceOf(error)}`)
      if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(...uploadMeta({ remove: id })))
    }
  }
  return {
    /** One after the other, because the server prepares one at a time. */
    async add(view: EditorView, files: File[], at: number) {
      for (const file of files) await send(view, file, Math.min(at, view.state.doc.content.size))
    },
  }
}
