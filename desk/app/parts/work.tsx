import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { NoAnswer, Refusal } from '../api.ts'
import { NotLoaded } from '../not-loaded.ts'
import { useTexts } from '../texts.tsx'
import styles from './announcements.module.css'
import { Button, Dot, Note } from './elements.tsx'

/** Runs one thing at a time and keeps what went wrong, as a sentence and by field. */
export function useSubmit() {
  const { shell: texts, 'field-errors': fieldTexts } = useTexts()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const submit = useCallback(async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (!isExpected(error)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }, [])

  const errors = failure instanceof Refusal ? (failure.body.errors ?? {}) : {}
  const sentence = (key: string) => fieldTexts[key as keyof typeof fieldTexts] ?? fieldTexts.invalid
  return {
    submit,
    isBusy,
    failure: failure === undefined ? undefined : sentenceOf(failure as Error, texts.failure),
    refusal: failure instanceof Refusal ? failure : undefined,
    /** What is wrong with a field, by its name in the call's body. */
    errorOf: (field: string) => (errors[field]?.[0] === undefined ? undefined : sentence(errors[field][0])),
  }
}

/** What can go wrong without a fault in the desk itself, and has a sentence. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof Refusal || error instanceof NoAnswer || error instanceof NotLoaded || error instanceof Failure

export function sentenceOf(error: Error, texts: DeskTexts['shell']['failure']) {
  if (error instanceof NoAnswer) return texts.network
  return error instanceof NotLoaded ? texts.notLoaded : error.message
}

/** Something a form can say about itself, without asking the server. */
export class Failure extends Error {}

/** How a call is to be made: by the page itself at first, by the person who tries again. */
interface Manner {
  signal: AbortSignal
  background: boolean
}

export interface Loaded<Result> {
  /** What arrived last. */
  result: Result | undefined
  /** Why nothing newer did, as a sentence. */
  failure: string | undefined
  tryAgain(): void
}

/** What a part of a screen asks for by itself, and again whenever the key changes; nothing while there is no key. */
export function useLoaded<Result>(key: string | undefined, load: (manner: Manner) => Promise<Result>): Loaded<Result> {
  const { shell } = useTexts()
  const [result, setResult] = useState<Result>()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked for
  useEffect(() => {
    if (key === undefined) return
    const controller = new AbortController()
    load({ signal: controller.signal, background: tries === 0 }).then(
      (loaded) => {
        if (controller.signal.aborted) return
        setError(undefined)
        setResult(loaded)
      },
      (reason) => {
        if (controller.signal.aborted || reason?.name === 'AbortError') return
        if (!isExpected(reason)) throw reason
        setError(reason)
      },
    )
    return () => controller.abort()
  }, [key, tries])
  const tryAgain = useCallback(() => setTries((before) => before + 1), [])
  return { result, failure: error && sentenceOf(error, shell.failure), tryAgain }
}

/** Where the part would stand: what went wrong, and the way on. */
export function LoadFailure({ loaded: { failure, tryAgain } }: { loaded: Loaded<unknown> }) {
  const { shell: texts } = useTexts()
  if (!failure) return null
  return (
    <Note
      kind="wrong"
      actions={
        <Button small onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
      }
    >
      {failure}
    </Note>
  )
}

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
  const { shell } = useTexts()
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
      const text = sentenceOf(error, shell.failure)
      showLine(undo && canBeTriedAgain(error) ? { text, undo } : { text })
    }
  }, [showLine, shell.failure])
  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (!isExpected(error)) throw error
        const way =
          error instanceof NotLoaded
            ? { label: shell.failure.reload, go: () => location.reload() }
            : { label: shell.tryAgain, go: () => void attempt(work) }
        showLine({ text: sentenceOf(error, shell.failure), way })
      }
    },
    [showLine, shell.failure, shell.tryAgain],
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
  const { shell: texts } = useTexts()
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
