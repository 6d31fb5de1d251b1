import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Table,
  TextQuote,
} from 'lucide-react'
import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useEffect, useReducer, useState } from 'react'
import { isArticleAddress } from '#contract/link-addresses.ts'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import type { Language } from '#texts/languages.ts'
import { upload } from '../../../api.ts'
import { Button, Icon, Note } from '../../../parts/elements.tsx'
import { Field } from '../../../parts/field.tsx'
import { ChooseDialog, type Picture, useUploadSentence } from '../../../pictures/library.tsx'
import { useTexts } from '../../../texts.tsx'
import styles from './article.module.css'
import { COMMANDS, insertBlock, isMarked, TABLE_COMMANDS } from './commands.ts'
import { placeOfUpload, uploadMeta } from './plugins.ts'
import { schema } from './schema.ts'
import { useArticleView } from './use-article-view.ts'

interface PaneProps {
  language: Language
  label: string
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
  const { language, label, value, error, isReadOnly, onMove, onChange, onView, onUpdate } = props
  const { content } = useTexts()
  const texts = content.article
  const [asked, setAsked] = useState<'link' | 'picture'>()
  const [isSource, setSource] = useState(false)
  const [note, setNote] = useState<string>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const files = useFiles(language, setNote)
  const keys: Record<string, Command> = {
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

type Tool = keyof typeof COMMANDS

const TOOLS: [Tool, LucideIcon][] = [
  ['heading', Heading2],
  ['smallHeading', Heading3],
  ['strong', Bold],
  ['emphasis', Italic],
  ['bullets', List],
  ['numbers', ListOrdered],
  ['quote', TextQuote],
  ['pullQuote', Quote],
  ['code', Code],
  ['table', Table],
  ['rule', Minus],
]

interface ToolbarProps {
  view: EditorView
  label: string
  isSource: boolean
  onSource(): void
  onAsk(what: 'link' | 'picture'): void
}

function Toolbar({ view, label, isSource, onSource, onAsk }: ToolbarProps) {
  const { article: texts } = useTexts().content
  const { state } = view
  const isInTable = COMMANDS.table.isOn(state)
  const tool = (name: string, icon: LucideIcon, isOn: boolean, run: () => void) => (
    <button
      key={name}
      type="button"
      // One stop for Tab; the arrows go on.
      tabIndex={name === 'heading' ? 0 : -1}
      aria-label={texts.tools[name as keyof typeof texts.tools]}
      title={texts.tools[name as keyof typeof texts.tools]}
      aria-pressed={isOn}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      <Icon of={icon} />
    </button>
  )
  const act = (command: Command) => () => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar} onKeyDown={moveInToolbar}>
      {!isSource && (
        <>
          {TOOLS.slice(0, 4).map(([name, icon]) =>
            tool(name, icon, COMMANDS[name].isOn(state), act(COMMANDS[name].run)),
          )}
          {tool('link', Link2, isMarked('link')(state), () => onAsk('link'))}
          {TOOLS.slice(4).map(([name, icon]) => tool(name, icon, COMMANDS[name].isOn(state), act(COMMANDS[name].run)))}
          {tool('picture', Image, false, () => onAsk('picture'))}
        </>
      )}
      <button
        type="button"
        tabIndex={isSource ? 0 : -1}
        className={styles.word}
        aria-pressed={isSource}
        onClick={onSource}
      >
        Markdown
      </button>
      {isInTable && !isSource && (
        <span className={styles.tableTools}>
          {(Object.keys(TABLE_COMMANDS) as (keyof typeof TABLE_COMMANDS)[]).map((name) => (
            <button
              key={name}
              type="button"
              tabIndex={-1}
              className={styles.word}
              onMouseDown={(event) => event.preventDefault()}
              onClick={act(TABLE_COMMANDS[name])}
            >
              {texts.table[name]}
            </button>
          ))}
        </span>
      )}
    </div>
  )
}

function moveInToolbar(event: KeyboardEvent<HTMLDivElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const steps: Record<string, number> = {
    ArrowRight: isRtl ? at - 1 : at + 1,
    ArrowLeft: isRtl ? at + 1 : at - 1,
    Home: 0,
    End: buttons.length - 1,
  }
  const next = steps[event.key]
  if (next === undefined) return
  const reached = buttons[(next + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === reached ? 0 : -1
  reached?.focus()
  event.preventDefault()
}

function LinkForm({ view, onClose }: { view: EditorView; onClose(): void }) {
  const { article: texts } = useTexts().content
  const { from, to } = rangeOfLink(view)
  const [address, setAddress] = useState(() => linkAt(view) ?? '')
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    onClose()
    view.focus()
  }
  const apply = () => {
    const wanted = /^[\w-]+(\.[\w-]+)+(\/|$)/.test(address.trim()) ? `https://${address.trim()}` : address.trim()
    if (!isArticleAddress(wanted)) return setWrong(true)
    const mark = schema.marks.link.create({ to: wanted })
    const tr = view.state.tr
    if (from === to) tr.insert(from, schema.text(wanted, [mark]))
    else tr.removeMark(from, to, schema.marks.link).addMark(from, to, mark)
    view.dispatch(tr)
    close()
  }
  const remove = () => {
    view.dispatch(view.state.tr.removeMark(from, to, schema.marks.link))
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes, wherever the focus is in it
    <div className={styles.link} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <Field
        label={texts.link.address}
        hint={texts.link.hint}
        error={isWrong ? texts.link.wrong : undefined}
        ltr
        autoFocus
        inputMode="url"
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button small look="primary" onClick={apply} label={texts.link.apply} />
      {linkAt(view) !== undefined && <Button small look="quiet" onClick={remove} label={texts.link.remove} />}
      <Button small look="quiet" onClick={close} label={texts.link.cancel} />
    </div>
  )
}

const linkAt = ({ state: { selection, doc } }: EditorView): string | undefined => {
  const marks = selection.empty ? selection.$from.marks() : (doc.nodeAt(selection.from)?.marks ?? [])
  return schema.marks.link.isInSet(marks)?.attrs.to
}

/** The selection, or the whole link around the caret. */
function rangeOfLink({ state }: EditorView): { from: number; to: number } {
  const { from, to, empty, $from } = state.selection
  const mark = schema.marks.link.isInSet($from.marks())
  if (!empty || !mark) return { from, to }
  const { parent } = $from
  let [start, end] = [$from.index(), $from.index()]
  const has = (index: number) => Boolean(parent.maybeChild(index) && mark.isInSet(parent.child(index).marks))
  while (start > 0 && has(start - 1)) start--
  while (has(end)) end++
  let at = $from.start()
  let [first, last] = [at, at]
  parent.forEach((node, offset, index) => {
    if (index === start) first = at + offset
    if (index === end - 1) last = at + offset + node.nodeSize
  })
  at = last
  return { from: first, to: at }
}
