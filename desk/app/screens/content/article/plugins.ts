import { baseKeymap, chainCommands, exitCode, joinBackward, selectNodeBackward, toggleMark } from 'prosemirror-commands'
import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { latinDigits } from '#texts/spelling.ts'
import { blockMenu } from './block-menu.ts'
import { goToCell } from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

export const pluginsWith = (own: Record<string, Command>) => [
  blockMenu,
  inputRules({ rules: RULES }),
  keymap(own),
  keymap({
    'Mod-z': undo,
    'Shift-Mod-z': redo,
    'Mod-y': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.emphasis),
    'Mod-`': toggleMark(marks.code),
    Enter: splitListItem(nodes.point),
    'Mod-]': sinkListItem(nodes.point),
    'Mod-[': liftListItem(nodes.point),
    'Shift-Enter': chainCommands(exitCode, insertBreak),
    'Mod-Enter': exitCode,
    Tab: goToCell(1),
    'Shift-Tab': goToCell(-1),
    Backspace: chainCommands(headingToParagraph, liftOutOfList, joinBackward, selectNodeBackward),
  }),
  keymap(baseKeymap),
  history(),
  gapCursor(),
  dropCursor({ color: 'var(--focus)', width: 2 }),
  rows,
  uploads,
]

const insertBreak: Command = ({ tr, selection }, dispatch) => {
  if (!selection.$from.parent.inlineContent || selection.$from.parent.type === nodes.cell) return false
  dispatch?.(tr.replaceSelectionWith(nodes.break.create()).scrollIntoView())
  return true
}

const headingToParagraph: Command = ({ tr, selection: { $from, empty } }, dispatch) => {
  if (!empty || $from.parentOffset > 0 || $from.parent.type !== nodes.heading) return false
  dispatch?.(tr.setNodeMarkup($from.before(), nodes.paragraph))
  return true
}

const liftOutOfList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isAtStart = empty && $from.parentOffset === 0 && $from.depth > 2 && $from.index(-1) === 0
  return isAtStart && $from.node(-1).type === nodes.point && liftListItem(nodes.point)(state, dispatch)
}

/** Markdown typed by hand becomes formatting. Arabic digits begin a numbered list, too. */
const RULES = [
  textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, signs = '##']) => ({ level: signs.length })),
  wrappingInputRule(/^\s*[-*•]\s$/, nodes.bullets),
  wrappingInputRule(/^(\p{Nd}{1,4})[.)]\s$/u, nodes.numbers, ([, digits = '1']) => ({
    start: Number(latinDigits(digits)) || 1,
  })),
  wrappingInputRule(/^>\s$/, nodes.quote),
  textblockTypeInputRule(/^```$/, nodes.codeBlock),
  new InputRule(/^---$/, ({ tr }, _match, start) => {
    const $start = tr.doc.resolve(start)
    return $start.depth === 1
      ? tr.replaceWith($start.before(), $start.after(), [nodes.rule.create(), nodes.paragraph.create()])
      : null
  }),
]

/** The room above each block, so that a block stands beside its pair in the other language. */
const rowsKey = new PluginKey<DecorationSet>('rows')

const rows = new Plugin<DecorationSet>({
  key: rowsKey,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, before) {
      const spaces = tr.getMeta(rowsKey) as number[] | undefined
      if (!spaces) return before.map(tr.mapping, tr.doc)
      const decorations: Decoration[] = []
      tr.doc.forEach((node, offset, index) => {
        const space = spaces[index] ?? 0
        if (space > 0)
          decorations.push(
            Decoration.node(offset, offset + node.nodeSize, { style: `margin-block-start: ${space}px` }, { space }),
          )
      })
      return DecorationSet.create(tr.doc, decorations)
    },
  },
  props: { decorations: (state) => rowsKey.getState(state) },
})

export const spacesMeta = rowsKey

/** Marks the place of a picture until it is uploaded. */
const uploadsKey = new PluginKey<DecorationSet>('uploads')
type UploadMeta = { add: { id: object; at: number; name: string } } | { remove: object }

const uploads = new Plugin<DecorationSet>({
  key: uploadsKey,
  state: {
    init: () => DecorationSet.empty,
    apply(tr, before) {
      const mapped = before.map(tr.mapping, tr.doc)
      const meta = tr.getMeta(uploadsKey) as UploadMeta | undefined
      if (!meta) return mapped
      if ('remove' in meta) return mapped.remove(mapped.find(undefined, undefined, (spec) => spec.id === meta.remove))
      const { id, at, name } = meta.add
      const place = document.createElement('p')
      place.dataset.upload = ''
      place.textContent = `${name} …`
      return mapped.add(tr.doc, [Decoration.widget(at, place, { id })])
    },
  },
  props: { decorations: (state) => uploadsKey.getState(state) },
})

export const uploadMeta = (meta: UploadMeta) => [uploadsKey, meta] as const

export const placeOfUpload = (state: Parameters<Command>[0], id: object): number | undefined =>
  uploadsKey.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from
