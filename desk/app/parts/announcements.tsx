import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { useTexts } from '../texts.tsx'
import styles from './announcements.module.css'
import { Dot } from './dot.tsx'

interface UndoOffer {
  text: string
  undo(): void | Promise<void>
}

interface Announcements {
  /** Read out, not shown: what happened stands on the screen already. */
  say(text: string): void
  /** Shown for ten seconds where a row has left the view. */
  offerUndo(offer: UndoOffer): void
  /** Takes back what was done last, while it is offered. */
  undoLast(): void
}

const AnnouncementsContext = createContext<Announcements | undefined>(undefined)

const UNDO_SECONDS = 10

export function useAnnouncements(): Announcements {
  const announcements = use(AnnouncementsContext)
  if (!announcements) throw new Error('Announcements are used outside their provider')
  return announcements
}

export function AnnouncementsProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState('')
  const [offer, setOffer] = useState<(UndoOffer & { id: number }) | undefined>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(0)

  const say = useCallback((text: string) => {
    setSaid('')
    // The same sentence twice is read out twice only if it was gone in between.
    setTimeout(() => setSaid(text), 50)
  }, [])
  const offerUndo = useCallback(
    (made: UndoOffer) => {
      clearTimeout(timer.current)
      count.current++
      setOffer({ ...made, id: count.current })
      say(made.text)
      timer.current = setTimeout(() => setOffer(undefined), UNDO_SECONDS * 1000)
    },
    [say],
  )
  const current = useRef(offer)
  current.current = offer
  const undoLast = useCallback(() => {
    clearTimeout(timer.current)
    setOffer(undefined)
    current.current?.undo()
  }, [])
  const announcements = useMemo(() => ({ say, offerUndo, undoLast }), [say, offerUndo, undoLast])

  return (
    <AnnouncementsContext value={announcements}>
      {children}
      <p className="vh" role="status">
        {said}
      </p>
      {offer && <UndoLine key={offer.id} text={offer.text} onUndo={undoLast} />}
    </AnnouncementsContext>
  )
}

function UndoLine({ text, onUndo }: { text: string; onUndo(): void }) {
  const texts = useTexts('shell')
  return (
    <div className={styles.line}>
      <Dot fill="solid" colour="cinnabar" />
      <p>{text}</p>
      <button type="button" className="link" onClick={onUndo}>
        {texts.undo}
      </button>
      <kbd>Z</kbd>
      <span className={styles.drain} aria-hidden>
        {Array.from({ length: UNDO_SECONDS }, (_, second) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ten dots that never change places
          <i key={second} style={{ animationDelay: `${second}s` }} />
        ))}
      </span>
    </div>
  )
}
