import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { createBrowserRouter } from 'react-router'
import type { DeskTexts } from '#texts/desk/index.ts'
import { NoAnswer, NotLoaded, Refusal } from '../api.ts'
import { useTexts } from '../texts.tsx'
import styles from './announcements.module.css'
import { Button, Dot, Note } from './elements.tsx'

export const isExpected = (error: unknown): error is Error =>
  error instanceof Refusal || error instanceof NoAnswer || error instanceof NotLoaded || error instanceof Failure

export function sentenceOf(error: Error, texts: DeskTexts['shell']['failure']) {
  if (error instanceof NoAnswer) return texts.network
  return error instanceof NotLoaded ? texts.notLoaded : error.message
}

export class Failure extends Error {}

/** The server keeps an undoable step for half an hour, so the same request may succeed later. */
export const canBeTriedAgain = (error: unknown) =>
  error instanceof NoAnswer || (error instanceof Refusal && (error.body.status >= 500 || error.body.status === 401))

/** Runs one request at a time and keeps its failure, as a sentence and by field. */
export function useSubmit() {
  const { shell, 'field-errors': fieldErrors } = useTexts()
  const { say } = useAnnouncements()
  const router = use(RouterContext)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const submit = useCallback(
    async <Result,>(work: () => Promise<Result>, said?: string | ((result: Result) => string | undefined)) => {
      setBusy(true)
      setFailure(undefined)
      try {
        const result = await work()
        const sentence = typeof said === 'function' ? said(result) : said
        if (sentence) say(sentence)
      } catch (error) {
        if (!isExpected(error)) throw error
        setFailure(error)
      } finally {
        setBusy(false)
      }
    },
    [say],
  )
  const change: typeof submit = (work, said) => submit(work, said).finally(() => router?.revalidate())

  const errors = failure instanceof Refusal ? (failure.body.errors ?? {}) : {}
  const errorOf = (field: string) => {
    const key = errors[field]?.[0]
    return key === undefined ? undefined : (fieldErrors[key as keyof typeof fieldErrors] ?? fieldErrors.invalid)
  }
  return {
    submit,
    change,
    isBusy,
    failure: failure === undefined ? undefined : sentenceOf(failure as Error, shell.failure),
    refusal: failure instanceof Refusal ? failure : undefined,
    errorOf,
  }
}

/** Fields read their errors from the form around them, and are read-only while it is sent. */
export const FormContext = createContext<Form | undefined>(undefined)

interface Form {
  isBusy: boolean
  errorOf?(field: string): string | undefined
}

interface LoadOptions {
  signal: AbortSignal
  /** The first load is the page's own; a retry is the person's. */
  background: boolean
}

export interface Loaded<Result> {
  result: Result | undefined
  failure: string | undefined
  tryAgain(): void
}

/** Loads data for a part of a screen, again whenever the key changes; nothing while there is no key. */
export function useLoaded<Result>(
  key: string | undefined,
  load: (options: LoadOptions) => Promise<Result>,
): Loaded<Result> {
  const { shell } = useTexts()
  const [result, setResult] = useState<Result>()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the data
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

export function LoadFailure({ loaded: { failure, tryAgain } }: { loaded: Loaded<unknown> }) {
  const { shell } = useTexts()
  if (!failure) return null
  const button = <Button small onClick={tryAgain} label={shell.tryAgain} />
  return (
    <Note kind="wrong" actions={button}>
      {failure}
    </Note>
  )
}

interface Line {
  id: number
  text: string
  undo?: () => void | Promise<void>
  way?: { label: string; go(): void }
}

interface Announcements {
  /** Read out only: the screen shows the change already. */
  say(text: string): void
  /** Read out and shown for ten seconds. */
  show(text: string): void
  offerUndo(offer: Required<Pick<Line, 'text' | 'undo'>>): void
  undoLast(): void
  /** For controls without room for a sentence: shows a failure with the next step. */
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
  const { failure, tryAgain, nothingToUndo } = shell
  const [spoken, setSpoken] = useState('')
  const [line, setLine] = useState<Line | undefined>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const count = useRef(0)

  const say = useCallback((text: string) => {
    setSpoken('')
    // Screen readers repeat a sentence only if it was gone in between.
    setTimeout(() => setSpoken(text), 50)
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
    if (!undo) return showLine({ text: nothingToUndo })
    clearTimeout(timer.current)
    setLine(undefined)
    try {
      await undo()
    } catch (error) {
      if (!isExpected(error)) throw error
      const text = sentenceOf(error, failure)
      showLine(canBeTriedAgain(error) ? { text, undo } : { text })
    }
  }, [showLine, failure, nothingToUndo])
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
  const go = () => {
    setLine(undefined)
    line?.way?.go()
  }

  return (
    <AnnouncementsContext value={announcements}>
      {children}
      <p className="vh" role="status">
        {spoken}
      </p>
      {line && <ShownLine key={line.id} line={line} onUndo={undoLast} onGo={go} />}
    </AnnouncementsContext>
  )
}

function ShownLine({ line: { text, undo, way }, onUndo, onGo }: { line: Line; onUndo(): void; onGo(): void }) {
  const { shell } = useTexts()
  return (
    <div className={styles.line}>
      <Dot fill="solid" colour="cinnabar" />
      <p>{text}</p>
      {undo && (
        <>
          <Button look="link" onClick={onUndo} label={shell.undo} />
          <kbd>Z</kbd>
        </>
      )}
      {way && <Button look="link" onClick={onGo} label={way.label} />}
      <span className={styles.drain} aria-hidden>
        {Array.from({ length: SHOWN_SECONDS }, (_, second) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ten dots that never change places
          <i key={second} style={{ animationDelay: `${second}s` }} />
        ))}
      </span>
    </div>
  )
}

/** The router knows a new address before hooks do. */
export const RouterContext = createContext<ReturnType<typeof createBrowserRouter> | undefined>(undefined)
