import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../api.ts'
import { Note } from '../../parts/elements.tsx'
import { useAnnouncements } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useInboxVersion } from '../../submissions/inbox-version.ts'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import { LOOKING, useSentences } from './steps.tsx'

const SHOWN_EVERY_MILLISECONDS = 30_000

/** Says who else has it open, and shows what they, the sender and the mail server change. */
export function Presence() {
  const { submission } = useOpenSubmission()
  const { say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const [others, setOthers] = useState(submission.others)
  useLook(setOthers)
  if (others.length === 0) return null
  return (
    <Note>
      <p>{say('submission.others', { names: formats.list(others.map(nameOf)) })}</p>
    </Note>
  )
}

/** Looks when the inbox has changed anywhere, when the window comes back, and now and then. */
function useLook(onOthers: (others: string[]) => void) {
  const { submission, refresh, takeNews } = useOpenSubmission()
  const announce = useAnnounceNews()
  const inboxVersion = useInboxVersion()
  const { reference } = submission
  const shown = useRef(submission)
  shown.current = submission
  const look = async () => {
    if (document.visibilityState === 'hidden') return
    const seen = shown.current
    const call = { params: { id: reference }, body: { state: seen.state }, background: true }
    const found = await api('PUT /submissions/:id/presence', call).catch(() => undefined)
    // An outdated name is worse than none.
    onOthers(found?.others ?? [])
    // Changed here meanwhile, which the response may not know; the next look finds the rest.
    if (!found || shown.current !== seen) return
    const { news } = found
    if (news) {
      inPlace(() => takeNews(news))
      announce(seen.timeline, news.timeline)
    } else if (!found.isOpen) await refresh()
  }
  const latestLook = useRef(look)
  latestLook.current = look
  useEffect(() => {
    if (inboxVersion !== undefined) latestLook.current()
  }, [inboxVersion])
  useEffect(() => {
    const lookNow = () => latestLook.current()
    const timer = setInterval(lookNow, SHOWN_EVERY_MILLISECONDS)
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
      api('DELETE /submissions/:id/presence', { params: { id: reference }, background: true }).catch(() => {})
    }
  }, [reference])
}

/** A field that is typed into does not move when lines are added above it. */
function inPlace(change: () => void) {
  const field = document.activeElement
  const before = field?.getBoundingClientRect().top ?? 0
  flushSync(change)
  if (field?.isConnected && field !== document.body) scrollBy(0, field.getBoundingClientRect().top - before)
}

type Timeline = Submission['timeline']

/** Reads out what others did. */
function useAnnounceNews() {
  const { language } = useOpenSubmission().submission
  const { say } = useAnnouncements()
  const { person } = useSession()
  const sentenceOf = useSentences(language)
  return (former: Timeline, now: Timeline) => {
    const known = new Set(former.map((entry) => JSON.stringify(entry)))
    const fresh = now.filter(
      (entry) => !known.has(JSON.stringify(entry)) && entry.actorId !== person.id && !LOOKING.includes(entry.kind),
    )
    const sentences = fresh.map(sentenceOf).map(({ who, what }) => (who ? `${who} ${what}` : what))
    if (sentences.length > 0) say(sentences.join('. '))
  }
}
