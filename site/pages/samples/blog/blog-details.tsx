import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { openingOf } from '#contract/article.ts'
import { addressOfNote } from '#contract/page-addresses.ts'
import type { Note } from '#contract/page-content.ts'
import { searchDescription } from '#contract/search-description.ts'
import { Dot } from '../../../brand/dots/dot.tsx'
import { PageLink } from '../../../components/controls.tsx'
import { Breadcrumbs } from '../../../components/headings.tsx'
import { PageHead, useSharePicture } from '../../../components/page-head.tsx'
import { Article, Cover } from '../../../components/prose/article.tsx'
import { Day } from '../../../components/prose/day.tsx'
import { inBrowser, type Needs, onServer } from '../../../load.ts'
import { type PageHandle, useRoot, useTexts } from '../../../page-context.tsx'
import { SHARE_PICTURE } from '../../../share-picture.ts'
import { useOrganization } from '../../../structured-data/organization.tsx'
import { StructuredData, useAbsoluteAddress } from '../../../structured-data/structured-data.tsx'
import { requireRecord } from '../named-record.ts'
import styles from './blog-details.module.css'
import { MinuteDots } from './reading-minutes.tsx'

export const handle: PageHandle = { texts: ['blog', 'blog-details'], closing: 'none' }

async function load({ content, recordContent, ...asked }: Needs) {
  const { notes = [], 'moved-notes': moved } = content
  const note = requireRecord(asked, 'note', notes, moved)
  const index = notes.indexOf(note)
  const text = await recordContent('note-texts', note.slug)
  return { note, text, newer: notes[index - 1], older: notes[index + 1] }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function BlogDetails() {
  const { note, text } = useLoaderData<typeof load>()
  const { body } = text
  return (
    <>
      <PageHead
        title={note.title}
        description={searchDescription({ summary: note.summary, description: openingOf(body) })}
        address={addressOfNote(note)}
        isArticle
      />
      <ArticleData note={note} />
      <article className={`wrap ${styles.article}`}>
        <Heading note={note} />
        <ReadingProgress note={note} />
        <AboutTheNote note={note} />
        <Body note={note} />
      </article>
      <OtherNotes />
    </>
  )
}

interface Part {
  note: Note
}

function Heading({ note }: Part) {
  const { name } = useTexts('blog')
  return (
    <header className={styles.heading}>
      <Breadcrumbs trail={[{ name, to: '/blog' }]} />
      <h1 className="d1 d1--s">{note.title}</h1>
    </header>
  )
}

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
  const { about } = useTexts('blog-details')
  const { author } = useLoaderData<typeof load>().text
  return (
    <ul className={styles.about} aria-label={about}>
      <li>
        <Day date={note.publishedOn} />
      </li>
      <li>{author}</li>
      <li>{note.topic}</li>
    </ul>
  )
}

function Body({ note }: Part) {
  const { body } = useLoaderData<typeof load>().text
  return (
    <div className={styles.body}>
      <Cover src={note.cover} />
      <Article blocks={body} />
      <Dot className={styles.end} />
    </div>
  )
}

function OtherNotes() {
  const { newer, older } = useLoaderData<typeof load>()
  const { others, previous, next } = useTexts('blog-details')
  return (
    <nav className={styles.others} aria-label={others}>
      {newer && (
        <PageLink to={addressOfNote(newer)} rel="prev">
          <small>{previous}</small>
          <b className="d5">{newer.title}</b>
        </PageLink>
      )}
      {older && (
        <PageLink to={addressOfNote(older)} rel="next" className={styles.older}>
          <small>{next}</small>
          <b className="d5">{older.title}</b>
        </PageLink>
      )}
    </nav>
  )
}

function ArticleData({ note }: Part) {
  const { author } = useLoaderData<typeof load>().text
  const absolute = useAbsoluteAddress()
  const publisher = useOrganization()
  const address = addressOfNote(note)
  const { language } = useRoot()
  return (
    <StructuredData
      thing={{
        '@type': 'BlogPosting',
        headline: note.title,
        description: note.summary,
        author: { '@type': 'Person', name: author },
        datePublished: note.publishedOn,
        inLanguage: language,
        mainEntityOfPage: absolute(address),
        publisher,
        image: {
          '@type': 'ImageObject',
          url: useSharePicture(address, note),
          ...SHARE_PICTURE,
        },
      }}
    />
  )
}
