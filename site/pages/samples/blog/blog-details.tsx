import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { openingOf } from '#contract/article.ts'
import { addressOfNote } from '#contract/page-addresses.ts'
import type { Note, NoteText, PageContent } from '#contract/page-content.ts'
import { searchDescription } from '#contract/search-description.ts'
import { Dot } from '../../../brand/dots/dot.tsx'
import { PageLink } from '../../../components/controls.tsx'
import { Breadcrumbs } from '../../../components/headings.tsx'
import { PageHead, useSharePicture } from '../../../components/page-head.tsx'
import { Article, Cover } from '../../../components/prose/article.tsx'
import { Day } from '../../../components/prose/day.tsx'
import { contentInBrowser, type PageHandle, usePageContent, useRoot, useTexts } from '../../../page-context.tsx'
import { siteRequest } from '../../../request-context.ts'
import { SHARE_PICTURE } from '../../../share-picture.ts'
import { useOrganization } from '../../../structured-data/organization.tsx'
import { StructuredData, useAbsoluteAddress } from '../../../structured-data/structured-data.tsx'
import { recordNamed, requireRecord } from '../named-record.ts'
import styles from './blog-details.module.css'
import { MinuteDots } from './reading-minutes.tsx'

export const handle: PageHandle = {
  texts: ['blog', 'blog-details'],
  content: ['notes', 'note-texts', 'moved-notes'],
  closing: 'none',
}

const load = ({ notes, 'moved-notes': moved }: Partial<PageContent>, { url }: Request) =>
  requireRecord(url, 'note', notes, moved)
export const loader = ({ context, request }: LoaderFunctionArgs) =>
  load(context.get(siteRequest).pageTexts.content, request)
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => load(contentInBrowser.content, request)

export default function BlogDetails() {
  const [search] = useSearchParams()
  const notes = usePageContent('notes')
  const note = recordNamed(notes, search.get('note')) as Note
  const { body } = useNoteText(note)
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
      <OtherNotes note={note} />
    </>
  )
}

interface Part {
  note: Note
}

const useNoteText = ({ slug }: Note) => usePageContent('note-texts')[slug] as NoteText

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
  return (
    <ul className={styles.about} aria-label={about}>
      <li>
        <Day date={note.publishedOn} />
      </li>
      <li>{useNoteText(note).author}</li>
      <li>{note.topic}</li>
    </ul>
  )
}

function Body({ note }: Part) {
  const { body } = useNoteText(note)
  return (
    <div className={styles.body}>
      <Cover src={note.cover} />
      <Article blocks={body} />
      <Dot className={styles.end} />
    </div>
  )
}

function OtherNotes({ note }: Part) {
  const notes = usePageContent('notes')
  const { others, previous, next } = useTexts('blog-details')
  const index = notes.indexOf(note)
  const [newer, older] = [notes[index - 1], notes[index + 1]]
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
        author: { '@type': 'Person', name: useNoteText(note).author },
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
