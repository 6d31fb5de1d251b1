import { ArrowRight } from 'lucide-react'
import type { ShownSection } from '#contract/landing-pages.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { directionOf } from '#texts/languages.ts'
import { plainAddress } from '../../addresses.ts'
import { classNames } from '../../brand/class-names.ts'
import { DotField } from '../../brand/dots/crowd.tsx'
import { NibMoment } from '../../brand/words/nib-moment.tsx'
import { ArrowLink, ButtonAnchor, ButtonLink, ButtonRow, Icon } from '../../components/controls.tsx'
import { Breadcrumbs, SectionHead, Title, titleSize } from '../../components/headings.tsx'
import figures from '../../components/prose/figures.module.css'
import { FiguresBand } from '../../components/prose/figures-band.tsx'
import { Paragraphs } from '../../components/prose/paragraphs.tsx'
import { Picture } from '../../components/prose/picture.tsx'
import { Quotes as QuotesBand } from '../../components/quotes/quotes.tsx'
import { useFormats, useRoot } from '../../page-context.tsx'
import styles from './landing-page.module.css'

interface SectionProps {
  section: ShownSection
  /** Of the page. */
  name: string
}

/** The section that has the page's heading. */
export function Hero({ section: { id, words, variant, picture, links }, name }: SectionProps) {
  const isBeside = picture !== undefined && variant === 'beside'
  return (
    <section id={id} className={classNames('wrap', styles.hero, isBeside && styles.beside)}>
      <div className={styles.heroText}>
        <Breadcrumbs trail={[{ name }]} />
        <Title size={titleSize(words.title ?? '', 'd1 d1--s')} text={words.title ?? ''} />
        {words.lead && <p className="lead">{words.lead}</p>}
        <Links links={links} />
      </div>
      {picture && (
        <Shown
          picture={picture}
          eager
          className={styles.heroPicture}
          sizes={isBeside ? '(width < 67.5em) 100vw, 42vw' : '100vw'}
        />
      )}
    </section>
  )
}

export function Text({ section: { id, words, variant, picture, prose, links } }: SectionProps) {
  const text = (
    <div className={styles.prose}>
      <Paragraphs text={words.text ?? ''} prose={prose} className={styles.paragraphs} />
      <ArrowLinks links={links} />
    </div>
  )
  return (
    <section id={id} className="section wrap">
      <SectionHead title={words.title ?? ''} />
      {picture ? (
        <div className={classNames(styles.withPicture, variant === 'before' && styles.pictureFirst)}>
          {text}
          <Shown picture={picture} sizes="(width < 67.5em) 100vw, 50vw" />
        </div>
      ) : (
        text
      )}
    </section>
  )
}

export function Cards({ section: { id, words, items = [] } }: SectionProps) {
  return (
    <section id={id} className="section wrap">
      <Head words={words} />
      <ul className={styles.cards}>
        {items.map(({ id: own, words: written, picture, links }) => (
          <li key={own}>
            {picture && <Shown picture={picture} className={styles.cardPicture} sizes={CARD_WIDTHS} />}
            <div className={styles.cardText}>
              <h3 className="d5">{written.title}</h3>
              <p>{written.summary}</p>
              <ArrowLinks links={links} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const CARD_WIDTHS = '(width < 43.75em) 100vw, (width < 67.5em) 50vw, 25vw'

/** More dots than these would not be told apart. */
const MAX_DOTS = 672

export function Counters({ section: { id, words, items = [] } }: SectionProps) {
  const { language } = useRoot()
  const format = useFormats()
  const areCounted = items.every(({ number = 0 }) => number <= MAX_DOTS)
  return (
    <div id={id}>
      <FiguresBand title={words.title ?? ''} note={words.note ?? ''}>
        <dl className={figures.grid}>
          {items.map(({ id: own, words: written, number = 0 }) => (
            <div key={own}>
              <dt>{written.label}</dt>
              <dd>
                {areCounted && <DotField count={number} className={classNames(figures.field, styles.field)} />}
                <bdi dir={directionOf(language)}>
                  {format.number(number)}
                  {written.suffix}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      </FiguresBand>
    </div>
  )
}

export function Steps({ section: { id, words, items = [] } }: SectionProps) {
  const format = useFormats()
  return (
    <section id={id} className={styles.steps}>
      <div className="wrap">
        <Head words={words} />
        <ol>
          {items.map(({ id: own, words: written }, index) => (
            <li key={own}>
              <div dir="ltr">
                <NibMoment moment={momentOf(index, items.length)} className={styles.moment} />
              </div>
              <span className={styles.number}>{format.number(index + 1, { minimumIntegerDigits: 2 })}</span>
              <div className={styles.stepText}>
                <h3 className="d5">{written.title}</h3>
                <p>{written.summary}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const MOMENTS = 6

/** The last step is always the finished dot. */
const momentOf = (index: number, count: number) =>
  Math.max(1, Math.round(((index + 1) * MOMENTS) / count)) as 1 | 2 | 3 | 4 | 5 | 6

export function Quotes({ section: { id, words, items = [] } }: SectionProps) {
  const quotes = items.map(({ words: { quote = '', name = '', role } }) => ({ quote, name, role }))
  return (
    <div id={id}>
      <QuotesBand title={words.title ?? ''} quotes={quotes} />
    </div>
  )
}

export function Pictures({ section: { id, words, items = [] } }: SectionProps) {
  return (
    <section id={id} className="section wrap">
      <Head words={words} />
      <ul className={styles.pictures}>
        {items.map(({ id: own, words: written, picture }) => (
          <li key={own}>
            <figure>
              {picture && <Shown picture={picture} sizes="(width < 43.75em) 100vw, 33vw" />}
              {written.caption && <figcaption>{written.caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

const GROUNDS: Record<string, string> = { ink: 'on-ink', lapis: 'on-lapis' }

export function Action({ section: { id, words, variant = '', links } }: SectionProps) {
  return (
    <section id={id} className={classNames(styles.action, GROUNDS[variant])}>
      <div className={`wrap ${styles.actionText}`}>
        <Title as="h2" size="d2" text={words.title ?? ''} />
        {words.summary && <p className="lead">{words.summary}</p>}
        <Links links={links} />
      </div>
    </section>
  )
}

function Head({ words: { title = '', note } }: Pick<ShownSection, 'words'>) {
  return <SectionHead title={title}>{note && <p>{note}</p>}</SectionHead>
}

type LinkList = Pick<ShownSection, 'links'>

/** The first link leads; a second one is the quieter way. */
function Links({ links = [] }: LinkList) {
  if (links.length === 0) return null
  return (
    <ButtonRow>
      {links.map(({ to, label }, index) => {
        const look = index === 0 ? 'primary' : 'ghost'
        return to.startsWith('/') ? (
          <ButtonLink key={label} look={look} to={plainAddress(to)}>
            {label}
          </ButtonLink>
        ) : (
          <ButtonAnchor key={label} look={look} href={to} rel="noreferrer">
            {label}
          </ButtonAnchor>
        )
      })}
    </ButtonRow>
  )
}

function ArrowLinks({ links = [] }: LinkList) {
  return links.map(({ to, label }) =>
    to.startsWith('/') ? (
      <ArrowLink key={label} to={plainAddress(to)}>
        {label}
      </ArrowLink>
    ) : (
      <a key={label} className={styles.otherSite} href={to} rel="noreferrer">
        {label} <Icon of={ArrowRight} means="direction" />
      </a>
    ),
  )
}

interface ShownPictureProps {
  picture: NonNullable<ShownSection['picture']>
  sizes: string
  eager?: boolean
  className?: string | undefined
}

/** In its own shape. */
function Shown({ picture: { url, alt }, className, ...rest }: ShownPictureProps) {
  const { width, height } = readPictureAddress(url) ?? USUAL_SHAPE
  const shape = width > height * WIDE ? styles.wide : height > width ? styles.tall : styles.usual
  return (
    <Picture src={url} alt={alt} width={width} height={height} className={classNames(shape, className)} {...rest} />
  )
}

const USUAL_SHAPE = { width: 1200, height: 800 }
const WIDE = 1.7
