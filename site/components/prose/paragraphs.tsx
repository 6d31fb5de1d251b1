import { Fragment } from 'react'
import { type Block, type Inline, paragraphsOf } from '#contract/prose.ts'
import { plainAddress } from '../../addresses.ts'
import { classNames } from '../../brand/class-names.ts'
import { PageLink } from '../controls.tsx'
import styles from './paragraphs.module.css'

interface ParagraphsProps {
  text: string
  prose?: readonly Block[] | undefined
  className?: string | undefined
}

export function Paragraphs({ text, prose, className }: ParagraphsProps) {
  return (
    <div className={className}>
      {blocksOf(text, prose).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never change places
        <Prose key={index} block={block} />
      ))}
    </div>
  )
}

export const blocksOf = (text: string, prose?: readonly Block[]): readonly Block[] =>
  prose ?? paragraphsOf(text).map((paragraph) => ({ block: 'paragraph', inside: [paragraph] }))

export function Prose({ block, className }: { block: Block; className?: string | undefined }) {
  if (block.block === 'paragraph')
    return (
      <p className={className}>
        <Inlines inlines={block.inside} />
      </p>
    )
  if (block.block === 'heading') {
    const Heading = `h${block.level}` as const
    return (
      <Heading className={classNames(styles.heading, className)}>
        <Inlines inlines={block.inside} />
      </Heading>
    )
  }
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List className={classNames(styles.list, className)}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of one list never change places
        <li key={index}>
          <Inlines inlines={item} />
        </li>
      ))}
    </List>
  )
}

export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return inlines.map((inline, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>{typeof inline === 'string' ? inline : <Marked inline={inline} />}</Fragment>
  ))
}

function Marked({ inline }: { inline: Exclude<Inline, string> }) {
  const inside = <Inlines inlines={inline.inside} />
  if (inline.mark === 'code')
    return (
      <code className={styles.code} dir="ltr">
        {inside}
      </code>
    )
  if (inline.mark !== 'link')
    return inline.mark === 'strong' ? (
      <strong className={styles.strong}>{inside}</strong>
    ) : (
      <em className={styles.emphasis}>{inside}</em>
    )
  // Words of the other direction keep to themselves.
  if (inline.to.startsWith('/'))
    return (
      <PageLink className={styles.link} to={plainAddress(inline.to)} dir="auto">
        {inside}
      </PageLink>
    )
  return (
    <a className={styles.link} href={inline.to} rel={/^http/i.test(inline.to) ? 'noreferrer' : undefined} dir="auto">
      {inside}
    </a>
  )
}
