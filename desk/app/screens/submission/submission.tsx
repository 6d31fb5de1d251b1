import { ArrowLeft, ChevronLeft, ChevronRight, MailOpen, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { allowBackgroundCalls, api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { CopyButton } from '../../parts/dialog.tsx'
import { Icon, IconButton, Ltr, Note } from '../../parts/elements.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { RightsHere, useSession } from '../../session.tsx'
import {
  About,
  Due,
  filterAddress,
  filtersIn,
  LanguageMark,
  loadColleagues,
  PromiseDots,
  SampleMark,
} from '../../submissions/item.tsx'
import { neighboursIn } from '../../submissions/worked-list.ts'
import { useTexts } from '../../texts.tsx'
import { Answers, Duplicates, JobAnswers, LongAnswers, Marks, TheirPage } from './answers.tsx'
import { Contact } from './contact.tsx'
import { Correspondence } from './correspondence.tsx'
import { CvViewer } from './cv-viewer.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { Handling } from './handling.tsx'
import { Interviews } from './interviews.tsx'
import { OpenSubmissionContext, type Submission, useOpenSubmission } from './open-submission.ts'
import { SenderPerson } from './person.tsx'
import { Presence } from './presence.tsx'
import { ScorecardLink } from './scorecard-link.tsx'
import styles from './submission.module.css'

export const handle = { folded: true }

export async function loader({ params, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const [submission, colleagues] = await Promise.all([
    api('GET /submissions/:id', {
      params: { id: params.id as string },
      query: filtersIn(searchParams),
      signal: request.signal,
    }),
    loadColleagues(),
  ])
  return { submission, colleagues }
}

/** Opening it is recorded, so only another address loads it again. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search ? false : defaultShouldRevalidate

export function Component() {
  const { submission } = useLoaderData<typeof loader>()
  return (
    <RightsHere rights={submission.rights}>
      <OneSubmission key={submission.reference} loaded={submission} />
    </RightsHere>
  )
}

function OneSubmission({ loaded }: { loaded: Submission }) {
  const { submission: texts, company } = useTexts()
  const [{ submission, isNews }, setShown] = useState({ submission: loaded, isNews: false })
  const [isGoing, setGoing] = useState(false)
  const { attempt } = useAnnouncements()
  /** Counts the changes made here: an earlier response does not know them. */
  const changes = useRef(0)
  const change = (changesOf: (former: Submission) => Partial<Submission>) => {
    changes.current++
    setShown(({ submission: former }) => ({ submission: { ...former, ...changesOf(former) }, isNews: false }))
  }
  const takeNews = (news: Partial<Submission>) =>
    setShown(({ submission: former }) => ({ submission: { ...former, ...news }, isNews: true }))
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const load = async (): Promise<void> => {
    // After an undo from another screen, loading it would count as opening it.
    if (!isOpen.current) return
    const params = { id: loaded.reference }
    const known = ++changes.current
    const { neighbours: _ofNoList, ...now } = await api('GET /submissions/:id', { params, query: {} })
    if (known !== changes.current) return load()
    setShown(({ submission: former }) => ({ submission: { ...former, ...now }, isNews: false }))
  }
  const refresh = () => attempt(load)
  const { reference, name, cv, isSample } = submission
  useEffect(() => {
    document.title = `${name} · ${company}`
  }, [name, company])

  return (
    <OpenSubmissionContext value={{ submission, change, refresh, takeNews, isNews }}>
      <article className={styles.submission}>
        <TopBar
          onErasing={(isErasing) => {
            allowBackgroundCalls(!isErasing)
            setGoing(isErasing)
          }}
        />
        <Parts hasCv={cv !== null} />
        <Presence />
        <div className={cv ? styles.withCv : styles.withoutCv}>
          <section className={styles.main} aria-labelledby="name">
            <h1 className={styles.name} id="name" tabIndex={-1} dir="auto" lang={submission.language}>
              {name}
            </h1>
            <p className={styles.subject}>
              <About item={submission} />
              <LanguageMark language={submission.language} />
              <SampleMark item={submission} />
            </p>
            <PromisedAnswer />
            {isSample && <Note>{texts.sampleNote}</Note>}
            <SenderPerson />
            <Marks />
            <LongAnswers />
            <JobAnswers />
            <Correspondence />
          </section>
          {cv && !isGoing && <CvViewer key={cv.sha256} reference={reference} name={name} cv={cv} />}
          <aside className={styles.side} id="handling" aria-label={texts.stage}>
            <Handling />
            <Interviews />
            <ScorecardLink />
            <Contact />
            <Answers />
            <TheirPage />
            <Duplicates />
          </aside>
        </div>
      </article>
    </OpenSubmissionContext>
  )
}

function Parts({ hasCv }: { hasCv: boolean }) {
  const { submission: texts } = useTexts()
  return (
    <nav className={styles.parts} aria-label={texts.parts}>
      <a href="#correspondence">{texts.correspondence}</a>
      {hasCv && <a href="#cv">{texts.cv}</a>}
      <a href="#handling">{texts.stage}</a>
      <a href="#answers">{texts.answers}</a>
    </nav>
  )
}

function TopBar({ onErasing }: { onErasing(isErasing: boolean): void }) {
  const { submission } = useOpenSubmission()
  const { reference, isRead, email } = submission
  const { submission: texts, shell } = useTexts()
  const { show } = useAnnouncements()
  const { can } = useSession()
  const [isErasing, setErasing] = useState(false)
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const search = filterAddress(address)
  const inbox = `/inbox${search}`
  const { previous, next } = neighboursIn(search, submission)
  const go = (to: string | null, end: string) => (to ? navigate(`/inbox/${to}${search}`) : show(end))
  const { submit, failure } = useSubmit()
  const markUnread = () =>
    submit(async () => {
      await api('PUT /submissions/:id/read', { params: { id: reference }, body: { isRead: false } })
      await navigate(inbox)
    })
  useActions([
    { id: 'back', label: texts.back, keys: 'Escape', keysOnly: true, run: () => navigate(inbox) },
    { id: 'next', label: texts.next, keys: 'J', run: () => go(next, shell.listEnds) },
    { id: 'previous', label: texts.previous, keys: 'K', run: () => go(previous, shell.listBegins) },
    { id: 'print', label: texts.print, icon: Printer, run: () => print() },
    ...(can('submissions.erase') ? [{ id: 'erase', label: texts.erase, run: () => setErasing(true) }] : []),
    ...(can('submissions.change') && isRead
      ? [{ id: 'unread', label: texts.unread, keys: 'U', icon: MailOpen, run: markUnread }]
      : []),
  ])
  return (
    <header className={styles.top}>
      <Link className={styles.back} to={inbox}>
        <Icon of={ArrowLeft} isDirection />
        <b>{texts.back}</b>
      </Link>
      <Neighbour to={previous} search={search} label={texts.previous} icon={ChevronLeft} />
      <Neighbour to={next} search={search} label={texts.next} icon={ChevronRight} />
      <div className={styles.tools}>
        <Ltr>{reference}</Ltr>
        <CopyButton iconOnly text={reference} label={texts.copyReference} />
        <IconButton icon={Printer} label={texts.print} onClick={() => print()} />
        {can('submissions.change') && <IconButton icon={MailOpen} label={texts.unread} onClick={markUnread} />}
        {can('submissions.erase') && (
          <Menu label={texts.more} items={[{ label: texts.erase, danger: true, run: () => setErasing(true) }]} />
        )}
        {isErasing && (
          <EraseDialog
            email={email}
            onClose={() => setErasing(false)}
            onErasing={onErasing}
            onErased={() => location.assign(inbox)}
          />
        )}
      </div>
      {failure && (
        <div className={styles.failure}>
          <Note kind="wrong">{failure}</Note>
        </div>
      )}
    </header>
  )
}

interface NeighbourProps {
  to: string | null
  search: string
  label: string
  icon: typeof ChevronLeft
}

function Neighbour({ to, search, label, icon }: NeighbourProps) {
  if (!to) return <span className={styles.neighbour} />
  return (
    <Link className={styles.neighbour} to={`/inbox/${to}${search}`} aria-label={label} title={label}>
      <Icon of={icon} isDirection />
    </Link>
  )
}

function PromisedAnswer() {
  const { submission } = useOpenSubmission()
  const { submission: texts, say, formats } = useTexts()
  const { dueAt, answeredAt, answeredBy, promisedAt } = submission
  if (answeredAt && answeredBy && answeredBy !== 'letter')
    return <p className="second">{say('submission.answeredBy', { by: answeredBy, when: formats.ago(answeredAt) })}</p>
  if (answeredAt) return <p className="second">{say('submission.answered', { when: formats.ago(answeredAt) })}</p>
  if (!dueAt) return <p className="second">{texts.nothingOwed}</p>
  return (
    <div>
      <p className={styles.promise}>
        <PromiseDots item={submission} />
        <b>
          <Due item={submission} />
        </b>
      </p>
      <p className="muted small">{say('submission.promised', { when: formats.moment(promisedAt ?? dueAt) })}</p>
    </div>
  )
}
