import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Cluster } from '../../../brand/dots/cluster.tsx'
import { Dot } from '../../../brand/dots/dot.tsx'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { PageLink } from '../../../components/controls/page-link.tsx'
import { Breadcrumbs } from '../../../components/headings/breadcrumbs.tsx'
import { PageHead } from '../../../components/headings/page-head.tsx'
import { searchDescription } from '../../../search-description.ts'
import { ArticleData } from '../../../structured-data/article.tsx'
import { type PageHandle, useTexts } from '../../../texts.tsx'
import styles from './blog-details.module.css'
import { addressOfNote, type Note, neighboursOf, noteNamed } from './notes.ts'
import { PublishedOn } from './published-on.tsx'
import { MinuteDots } from './reading-minutes.tsx'

export const handle: PageHandle = { texts: ['blog', 'blog-details'], callToAction: false }

export default function BlogDetails() {
  const [search] = useSearchParams()
  const note = noteNamed(search.get('note'))
  const { title, summary } = useTexts('blog').notes[note.name]
  const { author, opening } = useTexts('blog-details').notes[note.name]
  const address = addressOfNote(note)
  return (
    <>
      <PageHead
        title={title}
        description={searchDescription({ summary, description: opening })}
        address={address}
        isArticle
      />
      <ArticleData title={title} summary={summary} author={author} publishedOn={note.publishedOn} address={address} />
      <article className={`wrap ${styles.article}`}>
        <Heading note={note} />
        <ReadingProgress note={note} />
        <AboutTheNote note={note} />
        <Body note={note} />
      </article>
      <OtherNotes note={note} />
    </>
  )
}

interface Part {
  note: Note
}

function Heading({ note }: Part) {
  const { pages } = useTexts('shell')
  const { name, notes } = useTexts('blog')
  return (
    <header className={styles.heading}>
      <Breadcrumbs
        trail={[
          { name: pages.home, to: '/' },
          { name, to: '/blog' },
        ]}
      />
      <h1 className="d1 d1--s">{notes[note.name].title}</h1>
    </header>
  )
}

/** The minutes of the note; those already read turn red as the page moves. */
function ReadingProgress({ note: { minutes } }: Part) {
  const sentence = useTranslations('blog')
  return (
    <p className={styles.progress}>
      <span className={styles.minutes}>
        <MinuteDots minutes={minutes} className={styles.dots} />
        <MinuteDots minutes={minutes} className={`${styles.dots} ${styles.read}`} />
      </span>
      <small>{sentence('minutes', { count: minutes })}</small>
    </p>
  )
}

function AboutTheNote({ note }: Part) {
  const { topics } = useTexts('blog')
  const { about, notes } = useTexts('blog-details')
  return (
    <ul className={styles.about} aria-label={about}>
      <li>
        <PublishedOn note={note} />
      </li>
      <li>{notes[note.name].author}</li>
      <li>{topics[note.topic]}</li>
    </ul>
  )
}

function Body({ note }: Part) {
  const { opening, paragraphs, pull, heading, rules, closing } = useTexts('blog-details').notes[note.name]
  return (
    <div className={styles.body}>
      <p className={styles.opening}>{opening}</p>
      <Paragraphs texts={paragraphs} />
      <blockquote className={`d3 ${styles.pull}`}>
        <FullStop text={pull} />
      </blockquote>
      <h2 className="d4">{heading}</h2>
      <ol className={styles.rules}>
        {rules.map((rule, index) => (
          <li key={rule}>
            <Cluster count={(index + 1) as 1 | 2 | 3} />
            <span>{rule}</span>
          </li>
        ))}
      </ol>
      <Paragraphs texts={closing} />
      <Dot className={styles.end} />
    </div>
  )
}

function Paragraphs({ texts }: { texts: string[] }) {
  return texts.map((text) => <p key={text}>{text}</p>)
}

function OtherNotes({ note }: Part) {
  const { notes } = useTexts('blog')
  const { others, previous, next } = useTexts('blog-details')
  const { newer, older } = neighboursOf(note)
  return (
    <nav className={styles.others} aria-label={others}>
      {newer && (
        <PageLink to={addressOfNote(newer)} rel="prev">
          <small>{previous}</small>
          <b className="d5">{notes[newer.name].title}</b>
        </PageLink>
      )}
      {older && (
        <PageLink to={addressOfNote(older)} rel="next" className={styles.older}>
          <small>{next}</small>
          <b className="d5">{notes[older.name].title}</b>
        </PageLink>
      )}
    </nav>
  )
}
