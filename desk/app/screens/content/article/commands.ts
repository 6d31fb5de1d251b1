import { lift, setBlockType, wrapIn } from 'prosemirror-commands'
import { Fragment, type MarkType, type Node, type NodeType, Slice } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import { schema } from './schema.ts'

const { nodes } = schema

export function isWithin(type: NodeType, attrs: object = {}): (state: EditorState) => boolean {
  return ({ selection: { $from } }) => {
    for (let depth = $from.depth; depth >= 0; depth--) {
      const node = $from.node(depth)
      if (node.type === type && Object.entries(attrs).every(([name, value]) => node.attrs[name] === value)) return true
    }
    return false
  }
}

export const isInTable = isWithin(nodes.table)

export const isMarked =
  (mark: MarkType) =>
  ({ selection: { from, to, empty, $from }, storedMarks, doc }: EditorState): boolean =>
    empty ? Boolean(mark.isInSet(storedMarks ?? $from.marks())) : doc.rangeHasMark(from, to, mark)

export const toggleBlock =
  (type: NodeType, attrs: object = {}): Command =>
  (state, dispatch) =>
    isWithin(type, attrs)(state)
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(type, attrs)(state, dispatch)

export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    if (isWithin(type)(state)) return liftListItem(nodes.point)(state, dispatch, view)
    const { $from, $to } = state.selection
    const range = $from.blockRange($to)
    const other = range && range.depth > 1 ? $from.node(range.depth - 1) : undefined
    // A list of the other kind becomes this kind.
    if (other && (other.type === nodes.bullets || other.type === nodes.numbers)) {
      dispatch?.(state.tr.setNodeMarkup($from.before((range as NonNullable<typeof range>).depth - 1), type))
      return true
    }
    return wrapInList(type)(state, dispatch)
  }

export const toggleQuote =
  (isPull: boolean): Command =>
  (state, dispatch, view) => {
    if (isWithin(nodes.quote, { isPull })(state)) return lift(state, dispatch)
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--)
      if ($from.node(depth).type === nodes.quote) {
        dispatch?.(state.tr.setNodeMarkup($from.before(depth), null, { isPull }))
        return true
      }
    return wrapIn(nodes.quote, { isPull })(state, dispatch, view)
  }

/** In place of an empty paragraph, or after the block of the selection. The caret goes on within it or below. */
export const insertBlock =
  (block: Node): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    const isInEmpty = $from.depth === 1 && isEmptyParagraph($from.parent)
    const at = $from.depth === 0 ? state.selection.to : isInEmpty ? $from.before(1) : $from.after(1)
    const tr = isInEmpty ? state.tr.replaceWith(at, $from.after(1), block) : state.tr.insert(at, block)
    const below = at + block.nodeSize
    // Letters typed into a chosen picture or line would replace it.
    if (block.isAtom && !isEmptyParagraph(tr.doc.nodeAt(below))) tr.insert(below, nodes.paragraph.create())
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(block.isAtom ? below : at + 1))).scrollIntoView())
    return true
  }

export const isEmptyParagraph = (node: Node | null) => node?.type === nodes.paragraph && node.content.size === 0

export const emptyTable = () => {
  const row = () => nodes.row.create(null, [nodes.cell.create(), nodes.cell.create()])
  return nodes.table.create(null, [row(), row()])
}

/** Changes the table around the selection as rows of cells; `at` is the cell in hand. */
const changeTable =
  (change: (rows: Node[][], at: { row: number; column: number }) => Node[][]): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    for (let depth = $from.depth; depth > 0; depth--) {
      const table = $from.node(depth)
      if (table.type !== nodes.table) continue
      const place = { row: $from.index(depth), column: $from.index(depth + 1) }
      const rows = table.children.map((row) => [...row.children])
      const columns = Math.max(...rows.map((row) => row.length))
      for (const row of rows) while (row.length < columns) row.push(nodes.cell.create())
      const changed = change(rows, place).filter((row) => row.length > 0)
      const before = $from.before(depth)
      if (changed.length === 0) dispatch?.(state.tr.delete(before, $from.after(depth)))
      else {
        const next = nodes.table.create(
          null,
          changed.map((row) => nodes.row.create(null, row)),
        )
        const tr = state.tr.replaceWith(before, $from.after(depth), next)
        dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min($from.pos, before + next.nodeSize - 2)))))
      }
      return true
    }
    return false
  }

/** To the next cell; false behind the last, so that Tab leaves the editor. */
export const goToCell =
  (step: 1 | -1): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    if ($from.parent.type !== nodes.cell) return false
    const found = Selection.findFrom(state.doc.resolve(step > 0 ? $from.after() : $from.before()), step, true)
    const table = $from.before($from.depth - 2)
    if (!found || found.from < table || found.from > table + $from.node($from.depth - 2).nodeSize) return false
    dispatch?.(state.tr.setSelection(TextSelection.near(found.$from)).scrollIntoView())
    return true
  }

/** The number of the block of the selection among all. */
const blockInHand = ({ selection: { $from } }: EditorState): number => $from.index(0)

export const moveBlock =
  (step: 1 | -1, index?: number): Command =>
  (state, dispatch) => {
    const { doc, selection } = state
    const from = index ?? blockInHand(state)
    const to = from + step
    if (to < 0 || to >= doc.childCount) return false
    const first = Math.min(from, to)
    let start = 0
    for (let number = 0; number < first; number++) start += doc.child(number).nodeSize
    const [upper, lower] = [doc.child(first), doc.child(first + 1)]
    const tr = state.tr.replace(
      start,
      start + upper.nodeSize + lower.nodeSize,
      new Slice(Fragment.from([lower, upper]), 0, 0),
    )
    const moved = step > 0 ? lower.nodeSize : -upper.nodeSize
    if (index === undefined)
      tr.setSelection(
        selection instanceof NodeSelection
          ? NodeSelection.create(tr.doc, selection.from + moved)
          : TextSelection.create(tr.doc, selection.anchor + moved, selection.head + moved),
      )
    dispatch?.(tr.scrollIntoView())
    return true
  }

const emptyRow = (columns: number) => Array.from({ length: columns }, () => nodes.cell.create())

export const TABLE_COMMANDS = {
  addRow: changeTable((rows, { row }) => rows.toSpliced(row + 1, 0, emptyRow(rows[0]?.length ?? 1))),
  addColumn: changeTable((rows, { column }) => rows.map((row) => row.toSpliced(column + 1, 0, nodes.cell.create()))),
  removeRow: changeTable((rows, { row }) => rows.toSpliced(row, 1)),
  removeColumn: changeTable((rows, { column }) => rows.map((row) => row.toSpliced(column, 1))),
} satisfies Record<string, Command>
