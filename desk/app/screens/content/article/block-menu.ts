import { closeHistory } from 'prosemirror-history'
import { type Command, type EditorState, Plugin, PluginKey, Selection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { foldSpelling, withoutArticle } from '#texts/spelling.ts'
import { isEmptyParagraph } from './commands.ts'
import { schema } from './schema.ts'
import { type Asked, TOOLS, type Tool, type ToolNames } from './tools.ts'

/** `/` in an empty paragraph offers blocks; what is typed behind it searches their names. */

interface OpenMenu {
  /** Of the paragraph. */
  at: number
  /** Of the current one in the list. */
  position: number
}

type Meta = 'open' | 'close' | { position: number }

const menuKey = new PluginKey<OpenMenu | undefined>('blockMenu')

export const blockMenu = new Plugin<OpenMenu | undefined>({
  key: menuKey,
  state: {
    init: () => undefined,
    apply(tr, before, _, state) {
      const meta = tr.getMeta(menuKey) as Meta | undefined
      const menu = meta === 'open' ? { at: state.selection.$from.before(), position: 0 } : before && moved(before, tr)
      return menu && meta !== 'close' && typedBehindSign(state, menu) !== undefined ? menu : undefined
    },
  },
  props: {
    handleTextInput({ state, dispatch }, from, to, text) {
      const { $from, empty } = state.selection
      if (text !== SIGN || !empty || $from.depth !== 1 || !isEmptyParagraph($from.parent)) return false
      dispatch(state.tr.insertText(text, from, to).setMeta(menuKey, 'open').scrollIntoView())
      return true
    },
    handleDOMEvents: {
      blur({ state, dispatch }) {
        closeMenu(state, dispatch)
        return false
      },
    },
  },
})

const SIGN = '/'

function moved({ at, position }: OpenMenu, tr: Transaction): OpenMenu {
  const meta = tr.getMeta(menuKey) as Meta | undefined
  if (typeof meta === 'object') return { at, position: meta.position }
  return { at: tr.mapping.map(at), position: tr.docChanged ? 0 : position }
}

/** Undefined where the caret is elsewhere, or a blank was typed. */
function typedBehindSign({ selection: { $from, empty } }: EditorState, { at }: OpenMenu): string | undefined {
  const { parent } = $from
  const isThere = empty && $from.depth === 1 && $from.before() === at && $from.parentOffset > 0
  return isThere && parent.type === schema.nodes.paragraph ? /^\/(\S*)$/.exec(parent.textContent)?.[1] : undefined
}

export interface Offer {
  blocks: readonly Tool[]
  current: Tool | undefined
}

/** Undefined while the menu is closed. */
export function offerOf(state: EditorState, names: Record<Language, ToolNames>): Offer | undefined {
  const menu = menuKey.getState(state)
  const typed = menu && typedBehindSign(state, menu)
  if (typed === undefined) return undefined
  const blocks = blocksNamed(typed, names)
  return { blocks, current: blocks[Math.min(menu?.position ?? 0, blocks.length - 1)] }
}

/** By the beginning of a word of their name, in either language. */
export function blocksNamed(typed: string, names: Record<Language, ToolNames>): Tool[] {
  const wanted = withoutArticle(foldSpelling(typed).replaceAll(' ', ''))
  const isNamed = (name: string) => {
    const words = foldSpelling(name).split(' ')
    return words.some((_, index) => words.slice(index).join('').startsWith(wanted))
  }
  const blocks = TOOLS.filter(({ isBlock }) => isBlock)
  if (!wanted) return typed ? [] : blocks
  return blocks.filter(({ name }) => LANGUAGES.some((language) => isNamed(names[language][name])))
}

export const blockMenuKeys = (
  names: Record<Language, ToolNames>,
  onAsk: (what: Asked) => void,
): Record<string, Command> => ({
  ArrowDown: stepBy(1, names),
  ArrowUp: stepBy(-1, names),
  Enter(state, _, view) {
    const current = offerOf(state, names)?.current
    if (current && view) chooseBlock(view, current, onAsk)
    return current !== undefined
  },
  Escape: closeMenu,
})

const stepBy =
  (step: 1 | -1, names: Record<Language, ToolNames>): Command =>
  (state, dispatch) => {
    const { blocks, current } = offerOf(state, names) ?? {}
    if (!blocks || !current) return false
    dispatch?.(movedTo(state, (blocks.indexOf(current) + step + blocks.length) % blocks.length))
    return true
  }

export const movedTo = (state: EditorState, position: number): Transaction =>
  state.tr.setMeta(menuKey, { position } satisfies Meta)

function closeMenu(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  if (!menuKey.getState(state)) return false
  dispatch?.(state.tr.setMeta(menuKey, 'close' satisfies Meta))
  return true
}

/** In place of the sign and the name behind it, which one undo brings back. */
export function chooseBlock(view: EditorView, { run }: Tool, onAsk: (what: Asked) => void) {
  const { state } = view
  const { $from } = state.selection
  const tr = closeHistory(state.tr.delete($from.start(), $from.end()))
  if (typeof run === 'function')
    run(state.apply(tr), (next) => {
      for (const step of next.steps) tr.step(step)
      tr.setSelection(Selection.fromJSON(tr.doc, next.selection.toJSON()))
    })
  view.dispatch(tr.scrollIntoView())
  view.dispatch(closeHistory(view.state.tr))
  if (typeof run === 'string') onAsk(run)
}
