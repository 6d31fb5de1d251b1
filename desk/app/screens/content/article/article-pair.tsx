import type { EditorView } from 'prosemirror-view'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { minutesOf } from '#contract/article.ts'
import { readArticle } from '#contract/read-article.ts'
import { changedBlocks, pairBlocks, type RowState, stateOfRow, wordsInBlock } from '#domain/content/article-pairs.ts'
import type { FieldValue } from '#domain/content/types/definition.ts'
import type { FormField } from '#domain/content/types/index.ts'
import { formatNumber } from '#texts/dates-and-numbers.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { directionOf, inEachLanguage, LANGUAGES, type Language, otherLanguage } from '#texts/languages.ts'
import { useActions } from '../../../parts/actions.ts'
import { Button, Dot } from '../../../parts/elements.tsx'
import { TextsProvider, useTexts } from '../../../texts.tsx'
import { currentValue } from '../edits.ts'
import { labelOf } from '../labels.ts'
import { useOpenRecord } from '../open-record.ts'
import { type PlacedRow, useAlignment, type Views } from './alignment.ts'
import styles from './article.module.css'
import { moveBlock } from './commands.ts'
import { blocksOf, nodesOf } from './convert.ts'
import { Pane } from './pane.tsx'

interface ArticlePairProps {
  field: FormField
  columnTexts: Record<Language, DeskTexts>
  errorOf(language: Language): string | undefined
}

/** The text has these keys itself: the list of keys names them. */
function useKeysOfText(isWriting: boolean) {
  const { keys } = useTexts().content.article
  const actions = [
    { id: 'article-block', label: keys.block, keys: '/' },
    { id: 'article-move', label: keys.move, keys: 'Alt+↑↓' },
    { id: 'article-link', label: keys.link, keys: 'Mod+K' },
  ]
  useActions(isWriting ? actions : [])
}

/** English left, Arabic right, each block beside its pair. */
export default function ArticlePair({ field, columnTexts, errorOf }: ArticlePairProps) {
  const { model, record, edits, timeZone, draft, isReadOnly, checks } = useOpenRecord()
  const views = useRef<Views>({})
  const [tops, setTops] = useState<PlacedRow[]>([])
  const behind = useBehind(field.name)
  const align = useAlignment(views, setTops)
  const onView = useMemo(
    () =>
      inEachLanguage((language) => (view: EditorView | undefined) => {
        views.current = { ...views.current, [language]: view }
        align()
      }),
    [align],
  )
  const textIn = (language: Language) => String(currentValue(edits, record.parts, language, field.name) ?? '')
  const move = (language: Language, step: 1 | -1) => moveInStep(views.current, language, step)
  const toolNames = inEachLanguage((language) => columnTexts[language].content.article.tools)
  useKeysOfText(!isReadOnly)

  return (
    <div className={styles.pair}>
      {LANGUAGES.map((language) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: listens to its inputs
        <div
          key={language}
          className={styles.column}
          lang={language}
          dir={directionOf(language)}
          data-column={language}
          data-field={`${language}.${field.name}`}
          onBlur={({ currentTarget, relatedTarget }) =>
            !currentTarget.contains(relatedTarget) && checks.leave(language, field.name)
          }
        >
          <TextsProvider language={language} texts={columnTexts[language]} timeZone={timeZone}>
            <Pane
              language={language}
              label={labelOf({ ...columnTexts[language], language }, model.type, field.name)}
              toolNames={toolNames}
              value={textIn(language)}
              error={errorOf(language)}
              isReadOnly={isReadOnly}
              onMove={(step) => move(language, step)}
              onChange={(value: FieldValue) => draft.change(language, field.name, value)}
              onView={onView[language]}
              onUpdate={align}
            />
            {!isReadOnly && <Missing rows={tops} language={language} views={views} />}
          </TextsProvider>
        </div>
      ))}
      <Spine rows={tops} behind={behind} />
    </div>
  )
}

/** Numbers of the blocks that the other language has not followed. */
export function useBehind(name: string): Partial<Record<Language, ReadonlySet<number>>> {
  const { record } = useOpenRecord()
  const { parts } = record
  return useMemo(() => {
    const found: Partial<Record<Language, ReadonlySet<number>>> = {}
    for (const language of LANGUAGES)
      for (const change of parts[language].behind)
        if (change.field === name)
          found[change.language] = changedBlocks(readArticle(String(change.before)), readArticle(String(change.after)))
    return found
  }, [parts, name])
}

/** In both languages, where their blocks are the same. */
function moveInStep(views: Views, language: Language, step: 1 | -1): boolean {
  const view = views[language]
  if (!view) return false
  const index = view.state.selection.$from.index(0)
  const other = views[otherLanguage(language)]
  const areInStep =
    other &&
    pairBlocks(inEachLanguage((each) => blocksOf((each === language ? view : other).state.doc))).every(
      (row) => row.en !== null && row.ar !== null,
    )
  if (!moveBlock(step)(view.state, view.dispatch)) return false
  if (areInStep) moveBlock(step, index)(other.state, other.dispatch)
  return true
}

/** The place of a block that only the other language has. */
function Missing({
  rows,
  language,
  views,
}: {
  rows: readonly PlacedRow[]
  language: Language
  views: RefObject<Views>
}) {
  const { article: texts } = useTexts().content
  const { say } = useTexts()
  const other = otherLanguage(language)
  const copy = (index: number) => {
    const [view, source] = [views.current[language], views.current[other]]
    if (!view || !source) return
    const before =
      rows.findLast(({ row }) => row[language] !== null && (row[other] ?? index) < index)?.row[language] ?? -1
    let at = 0
    for (let number = 0; number <= before; number++) at += view.state.doc.child(number).nodeSize
    const [block] = blocksOf(source.state.doc).slice(index, index + 1)
    if (!block) return
    view.dispatch(view.state.tr.insert(at, nodesOf([block])))
    view.focus()
  }
  const sourceBlocks = views.current[other] ? blocksOf((views.current[other] as EditorView).state.doc) : []
  return rows.map(
    ({ row, top }) =>
      row[language] === null && (
        <div
          key={row[other]}
          className={styles.missing}
          ref={(place) => place?.style.setProperty('inset-block-start', `${top}px`)}
        >
          <span>{say('content.article.missing', { count: wordsInBlock(sourceBlocks[row[other] as number]) })}</span>
          <Button small onClick={() => copy(row[other] as number)} label={texts.startFromOther} />
        </div>
      ),
  )
}

const FILLS = { step: 'solid', behind: 'grain', missing: 'hollow' } as const

function RowDot({ state }: { state: RowState }) {
  const { article: texts } = useTexts().content
  return <Dot fill={FILLS[state]} colour={state === 'step' ? 'ink' : 'cinnabar'} label={texts.states[state]} />
}

function Spine({ rows, behind }: { rows: readonly PlacedRow[]; behind: ReturnType<typeof useBehind> }) {
  return (
    <div className={styles.spine}>
      {rows.map(({ row, top }) => (
        <span key={`${row.en} ${row.ar}`} ref={(place) => place?.style.setProperty('inset-block-start', `${top}px`)}>
          <RowDot state={stateOfRow(row, behind)} />
        </span>
      ))}
    </div>
  )
}

/** The words of each block in both languages, and whether they are in step. */
export function BlockByBlock({ field }: { field: FormField }) {
  const { record, edits } = useOpenRecord()
  const { content, say, language: desk } = useTexts()
  const texts = content.article
  const behind = useBehind(field.name)
  const blocks = inEachLanguage((language) =>
    readArticle(String(currentValue(edits, record.parts, language, field.name) ?? '')),
  )
  const rows = pairBlocks(blocks)
  if (rows.length === 0) return null
  return (
    <section className={styles.drift}>
      <h2 className="h3">{texts.blockByBlock}</h2>
      <p className="muted small">{texts.blockByBlockText}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.block}</th>
            <th scope="col">{content.parts.en}</th>
            <th scope="col">
              <span className="vh">{content.state}</span>
            </th>
            <th scope="col">{content.parts.ar}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const state = stateOfRow(row, behind)
            const [language, place] = row.ar === null ? (['en', row.en] as const) : (['ar', row.ar] as const)
            const kind = blocks[language][place as number]?.block ?? 'paragraph'
            const words = (of: Language) => formatNumber(row[of] === null ? 0 : wordsInBlock(blocks[of][row[of]]), desk)
            return (
              <tr key={`${row.en} ${row.ar}`} data-open={state !== 'step' || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="link small"
                    onClick={() => showBlock(language, field.name, place as number)}
                  >
                    {formatNumber(index + 1, desk)}. {texts.kinds[kind]}
                  </button>
                </th>
                <td>{words('en')}</td>
                <td>
                  <RowDot state={state} />
                </td>
                <td>{words('ar')}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{texts.reading}</th>
            <td>{say('content.article.minutes', { count: minutesOf(blocks.en) })}</td>
            <td />
            <td>{say('content.article.minutes', { count: minutesOf(blocks.ar) })}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function showBlock(language: Language, name: string, index: number) {
  const text = document.querySelector<HTMLElement>(`[data-field="${language}.${name}"] [role=textbox]`)
  const block = text?.children[index]
  if (!text || !block) return
  text.focus()
  getSelection()?.collapse(block, 0)
  block.scrollIntoView({ block: 'center' })
}
