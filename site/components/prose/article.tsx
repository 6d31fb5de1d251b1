import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ArticleBlock, type ArticlePicture, speakerOf, textOfArticle } from '#contract/article.ts'
import { type Inline, textOfInlines } from '#contract/prose.ts'
import { readPictureAddress, sourcesOf } from '#contract/uploaded-pictures.ts'
import { classNames } from '../../brand/class-names.ts'
import { Cluster } from '../../brand/dots/cluster.tsx'
import { FullStop } from '../../brand/dots/full-stop.tsx'
import { useRoot } from '../../page-context.tsx'
import { Icon } from '../controls.tsx'
import styles from './article.module.css'
import { Inlines } from './paragraphs.tsx'

/** The blocks of an article, as elements: nothing of it is ever HTML. */
export function Article({ blocks, isNested = false }: { blocks: readonly ArticleBlock[]; isNested?: boolean }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change places
    <ArticlePart key={index} block={block} isOpening={index === 0 && !isNested} />
  ))
}

function ArticlePart({ block, isOpening }: { block: ArticleBlock; isOpening: boolean }): ReactNode {
  switch (block.block) {
    case 'paragraph':
      return (
        <p className={classNames(styles.lines, isOpening && styles.opening)}>
          <Inlines inlines={block.inside} />
        </p>
      )
    case 'heading':
      return <Heading heading={block} />
    case 'list':
      return <List list={block} />
    case 'quote':
      return <Quote quote={block} />
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the page
        <pre className={styles.code} dir="ltr" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr className={styles.rule} />
    case 'picture':
      return <Figure picture={block} />
    case 'table':
      return <Table rows={block.rows} />
  }
}

function Heading({ heading: { level, id, inside } }: { heading: Extract<ArticleBlock, { block: 'heading' }> }) {
  const Level = `h${level}` as const
  return (
    <Level id={id} className={classNames(styles.heading, level === 2 && 'd4')}>
      <Inlines inlines={inside} />{' '}
      {id && (
        <a className={styles.anchor} href={`#${id}`} aria-labelledby={id}>
          <Icon of={Link2} />
        </a>
      )}
    </Level>
  )
}

/** Above an article. The title says what it is about, so it has no words of its own. */
export function Cover({ src }: { src: string | null | undefined }) {
  return (
    src && (
      <div className={styles.figure}>
        <Image src={src} alt="" isFirst />
      </div>
    )
  )
}

const MAX_CLUSTER = 3

function List({ list: { start, items } }: { list: Extract<ArticleBlock, { block: 'list' }> }) {
  // As many dots as the number says.
  const hasDots = start === 1 && items.length <= MAX_CLUSTER && items.every(({ length }) => length === 1)
  const Level = start === null ? 'ul' : 'ol'
  return (
    <Level className={hasDots ? styles.dotted : styles.list} start={start !== null && start !== 1 ? start : undefined}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points of one list never change places
        <li key={index}>
          {hasDots && <Cluster count={(index + 1) as 1 | 2 | 3} />}
          {item.length === 1 && item[0]?.block === 'paragraph' ? (
            <span className={styles.lines}>
              <Inlines inlines={item[0].inside} />
            </span>
          ) : (
            <Article blocks={item} isNested />
          )}
        </li>
      ))}
    </Level>
  )
}

function Quote({ quote }: { quote: Extract<ArticleBlock, { block: 'quote' }> }) {
  const { said, speaker } = speakerOf(quote)
  return (
    <figure className={quote.isPull ? styles.pull : styles.quote}>
      <blockquote className={quote.isPull ? 'd3' : undefined}>
        {quote.isPull ? <FullStop text={textOfArticle(said)} /> : <Article blocks={said} isNested />}
      </blockquote>
      {speaker && (
        <figcaption>
          <Inlines inlines={speaker} />
        </figcaption>
      )}
    </figure>
  )
}

function Figure({ picture: { address, words, caption, isWide } }: { picture: ArticlePicture }) {
  return (
    <figure className={classNames(styles.figure, isWide && styles.wide)}>
      <Image src={address} alt={words} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

const SIZES = '(width < 67.5em) 100vw, 48rem'

/** In its own shape, with its size known before it arrives. */
function Image({ src, alt, isFirst = false }: { src: string; alt: string; isFirst?: boolean }) {
  const { apiHost } = useRoot().settings
  const uploaded = readPictureAddress(src)
  const address = src.startsWith('/') ? apiHost + src : src
  if (!uploaded) return <img src={address} alt={alt} />
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf(uploaded, 'avif', apiHost)} sizes={SIZES} />
      <img
        src={address}
        srcSet={sourcesOf(uploaded, 'webp', apiHost)}
        sizes={SIZES}
        alt={alt}
        width={uploaded.width}
        height={uploaded.height}
        loading={isFirst ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}

function Table({ rows: [head = [], ...rows] }: { rows: readonly Inline[][][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is wider than the page
    <section className={styles.table} tabIndex={0} aria-label={head.map(textOfInlines).join(', ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
              <th key={index} scope="col">
                <Inlines inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
            <tr key={number}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
                <td key={index}>
                  <Inlines inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
