import { useLoaderData } from 'react-router'
import { addressOfNote } from '#contract/page-addresses.ts'
import type { Note } from '#contract/page-content.ts'
import { Cover } from '../../../brand/covers/cover.tsx'
import { Dot } from '../../../brand/dots/dot.tsx'
import { seedOf } from '../../../brand/drawing.tsx'
import { Pager, useTitleOfPage } from '../../../components/controls/pager.tsx'
import { PageLink } from '../../../components/controls.tsx'
import { Breadcrumbs } from '../../../components/headings.tsx'
import { FeedLink, PageHead } from '../../../components/page-head.tsx'
import { Day } from '../../../components/prose/day.tsx'
import { EmptyList } from '../../../components/prose/note.tsx'
import { Picture } from '../../../components/prose/picture.tsx'
import { inBrowser, type Needs, onServer } from '../../../load.ts'
import { type PageHandle, usePage, usePageNames, useTexts } from '../../../page-context.tsx'
import { pageIn, pageOf } from '../../../paged-list.ts'
import styles from './blog.module.css'
import { ReadingMinutes } from './reading-minutes.tsx'

export const handle: PageHandle = { texts: ['blog', 'paged-list'], content: ['page-blog'], closing: 'work' }

const load = async ({ content: { notes = [] }, url }: Needs) => pageOf(notes, pageIn(url))
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Blog() {
  const { name, empty } = useTexts('blog')
  const { meta } = usePage('blog')
  const pages = usePageNames()
  const { items: notes, page, total, totalPages } = useLoaderData<typeof load>()
  const titleOfPage = useTitleOfPage()
  const newest = page === 1 ? notes[0] : undefined
  const rows = newest ? notes.slice(1) : notes
  const head = (
    <>
      <PageHead {...meta} title={titleOfPage(meta.title, page)} page={page} />
      <FeedLink name="blog" title={meta.title} />
    </>
  )
  if (total === 0)
    return <EmptyList head={head} trail={[{ name }]} empty={empty} to="/projects" link={pages.projects} />
  return (
    <>
      {head}
      <Heading />
      <div className="wrap">
        {newest && <NewestNote note={newest} />}
        {rows.length > 0 && (
          <ul className={styles.list}>
            {rows.map((note) => (
              <NoteRow key={note.slug} note={note} />
            ))}
          </ul>
        )}
        {totalPages > 1 && <Pager address="/blog" page={page} totalPages={totalPages} />}
      </div>
    </>
  )
}

function Heading() {
  const { name } = useTexts('blog')
  const { title, lead } = usePage('blog').words.hero
  return (
    <div className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={[{ name }]} />
      <h1 className="d1">{title}</h1>
      <p>
        <Dot className={styles.unit} />
        {lead}
      </p>
    </div>
  )
}

function NewestNote({ note }: { note: Note }) {
  const { title, summary } = note
  return (
    <PageLink className={styles.newest} to={addressOfNote(note)}>
      <div className={styles.cover}>
        <NoteCover note={note} width={720} height={480} eager />
      </div>
      <div className={styles.newestText}>
        <TopicAndDate note={note} />
        <div className={styles.newestTitle}>
          <h2 className="d2">{title}</h2>
          <p className="lead">{summary}</p>
        </div>
        <ReadingMinutes minutes={note.minutes} className={styles.newestMinutes} />
      </div>
    </PageLink>
  )
}

const PATTERNS = ['ERP System', 'Web Application', 'Mobile App'] as const

interface NoteCoverProps {
  note: Note
  width: number
  height: number
  eager?: boolean
}

/** Where none was chosen, its word in the address decides pattern and colours, so that an article keeps its cover. */
function NoteCover({ note: { slug, cover }, width, height, eager }: NoteCoverProps) {
  if (cover)
    return (
      <Picture
        src={cover}
        width={width}
        height={height}
        sizes={`(width < 45em) 100vw, ${width}px`}
        eager={eager}
        className={styles.photo}
      />
    )
  const seed = seedOf(slug)
  return <Cover id={seed % 1000} type={PATTERNS[seed % PATTERNS.length] as string} width={width} height={height} />
}

function NoteRow({ note }: { note: Note }) {
  const { title, summary } = note
  return (
    <li>
      <PageLink className={styles.row} to={addressOfNote(note)}>
        <div className={styles.rowCover}>
          <NoteCover note={note} width={180} height={120} />
        </div>
        <ReadingMinutes minutes={note.minutes} className={styles.rowMinutes} />
        <div className={styles.rowTitle}>
          <h2 className="d4">{title}</h2>
          <p>{summary}</p>
        </div>
        <TopicAndDate note={note} />
      </PageLink>
    </li>
  )
}

function TopicAndDate({ note }: { note: Note }) {
  return (
    <p className={styles.topic}>
      <span>{note.topic}</span>
      <Day date={note.publishedOn} />
    </p>
  )
}
