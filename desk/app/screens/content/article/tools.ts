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
import { toggleMark } from 'prosemirror-commands'
import type { Command, EditorState } from 'prosemirror-state'
import type { DeskTexts } from '#texts/desk/index.ts'
import {
  emptyTable,
  insertBlock,
  isInTable,
  isMarked,
  isWithin,
  toggleBlock,
  toggleList,
  toggleQuote,
} from './commands.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

export type ToolNames = DeskTexts['content']['article']['tools']
/** Asked before the tool can change the text. */
export type Asked = 'link' | 'picture'

export interface Tool {
  name: keyof ToolNames
  icon: LucideIcon
  run: Command | Asked
  isOn(state: EditorState): boolean
  /** The `/` menu offers it, too. */
  isBlock?: true
}

/** In the order of the toolbar and the `/` menu. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'heading',
    icon: Heading2,
    run: toggleBlock(nodes.heading, { level: 2 }),
    isOn: isWithin(nodes.heading, { level: 2 }),
    isBlock: true,
  },
  {
    name: 'smallHeading',
    icon: Heading3,
    run: toggleBlock(nodes.heading, { level: 3 }),
    isOn: isWithin(nodes.heading, { level: 3 }),
    isBlock: true,
  },
  { name: 'strong', icon: Bold, run: toggleMark(marks.strong), isOn: isMarked(marks.strong) },
  { name: 'emphasis', icon: Italic, run: toggleMark(marks.emphasis), isOn: isMarked(marks.emphasis) },
  { name: 'link', icon: Link2, run: 'link', isOn: isMarked(marks.link) },
  { name: 'bullets', icon: List, run: toggleList(nodes.bullets), isOn: isWithin(nodes.bullets), isBlock: true },
  { name: 'numbers', icon: ListOrdered, run: toggleList(nodes.numbers), isOn: isWithin(nodes.numbers), isBlock: true },
  {
    name: 'quote',
    icon: TextQuote,
    run: toggleQuote(false),
    isOn: isWithin(nodes.quote, { isPull: false }),
    isBlock: true,
  },
  {
    name: 'pullQuote',
    icon: Quote,
    run: toggleQuote(true),
    isOn: isWithin(nodes.quote, { isPull: true }),
    isBlock: true,
  },
  { name: 'code', icon: Code, run: toggleBlock(nodes.codeBlock), isOn: isWithin(nodes.codeBlock), isBlock: true },
  { name: 'table', icon: Table, run: insertBlock(emptyTable()), isOn: isInTable, isBlock: true },
  { name: 'rule', icon: Minus, run: insertBlock(nodes.rule.create()), isOn: () => false, isBlock: true },
  { name: 'picture', icon: Image, run: 'picture', isOn: () => false, isBlock: true },
]
