import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { NoAnswer, Refusal } from '../api.ts'
import { NotLoaded } from '../not-loaded.ts'
import { useTexts } from '../texts.tsx'
import styles from './announcements.module.css'
import { Dot } from './dot.tsx'
import { isExpected, sentenceOf } from './use-submit.ts'

interface UndoOffer {
  text: string
  undo(): void | Promise<void>
}

interface Line {
  id: number
  text: string
  undo?: UndoOffer['undo']
  /** What goes on from here. */
  way?: { label: string; go(): void }
}

interface Announcements {
  /** Read out, not shown: what happened stands on the screen already. */
  say(text: string): void
  /** Shown for ten seconds, too: what else happened than was asked for. */
  show(text: string): void
  /** Shown for ten seconds where a row has left the view. */
  offerUndo(offer: UndoOffer): void
  /** Takes back what was done last, while it is offered. */
  undoLast(): void
  /** What is pressed where there is no room for a sentence: a failure is shown with the way on. */
  attempt(work: () => Promise<void>): Promise<void>
}

const AnnouncementsContext = createContext<Announcements | undefined>(undefined)

const SHOWN_SECONDS = 10

export function useAnnouncements(): Announcements {
  const announcements = use(AnnouncementsContext)
  if (!announcements) throw new Error('Announcements are used outside their provider')
  return announcements
}

export function AnnouncementsProvider({ children }: { children: ReactNode }) {
  const { failure, tryAgain } = useTexts('shell')
  const [said, setSaid] = useState('')
  const [line, setLine] = useState<Line | undefined>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(0)

  const say = useCallback((text: string) => {
    setSaid('')
    // The same sentence twice is read out twice only if it was gone in between.
    setTimeout(() => setSaid(text), 50)
  }, [])
  const showLine = useCallback(
    (shown: Omit<Line, 'id'>) => {
      clearTimeout(timer.current)
      count.current++
      setLine({ ...shown, id: count.current })
      say(shown.text)
      timer.current = setTimeout(() => setLine(undefined), SHOWN_SECONDS * 1000)
    },
    [say],
  )
  const current = useRef(line)
  current.current = line
  const undoLast = useCallback(async () => {
    const undo = current.current?.undo
    clearTimeout(timer.current)
    setLine(undefined)
    try {
      await undo?.()
    } catch (error) {
      if (!isExpected(error)) throw error
      const text = sentenceOf(error, failure)
      showLine(undo && canBeTriedAgain(error) ? { text, undo } : { text })
    }
  }, [showLine, failure])
  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (!isExpected(error)) throw error
        const way =
          error instanceof NotLoaded
            ? { label: failure.reload, go: () => location.reload() }
            : { label: tryAgain, go: () => void attempt(work) }
        showLine({ text: sentenceOf(error, failure), way })
      }
    },
    [showLine, failure, tryAgain],
  )
  const announcements = useMemo(
    () => ({ say, show: (text: string) => showLine({ text }), offerUndo: showLine, undoLast, attempt }),
    [say, showLine, undoLast, attempt],
  )

  return (
    <AnnouncementsContext value={announcements}>
      {children}
      <p className="vh" role="status">
        {said}
      </p>
      {line && <ShownLine key={line.id} {...line} onUndo={line.undo && undoLast} onGo={() => setLine(undefined)} />}
    </AnnouncementsContext>
  )
}

/** Nothing was decided yet: the server keeps a step for half an hour. */
export const canBeTriedAgain = (error: unknown) =>
  error instanceof NoAnswer || (error instanceof Refusal && (error.body.status >= 500 || error.body.status === 401))

interface ShownLineProps extends Pick<Line, 'text' | 'way'> {
  onUndo: (() => void) | undefined
  onGo(): void
}

function ShownLine({ text, way, onUndo, onGo }: ShownLineProps) {
  const texts = useTexts('shell')
  return (
    <div className={styles.line}>
      <Dot fill="solid" colour="cinnabar" />
      <p>{text}</p>
      {onUndo && (
        <>
          <button type="button" className="link" onClick={onUndo}>
            {texts.undo}
          </button>
          <kbd>Z</kbd>
        </>
      )}
      {way && (
        <button
          type="button"
          className="link"
          onClick={() => {
            onGo()
            way.go()
          }}
        >
          {way.label}
        </button>
      )}
      <span className={styles.drain} aria-hidden>
        {Array.from({ length: SHOWN_SECONDS }, (_, second) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ten dots that never change places
          <i key={second} style={{ animationDelay: `${second}s` }} />
        ))}
      </span>
    </div>
  )
}
