import {
  type FocusEvent,
  type InputEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { JobQuestion } from '#contract/entities.ts'
import { CV_FIELD, fieldErrorsOf } from '#contract/forms.ts'
import { readJobAnswers } from '#contract/job-questions.ts'
import { answerNameOf } from './date-parts.ts'
import { type Draft, readDraft, readLatestDraft, saveDraft, wipeDrafts } from './draft.ts'
import {
  type CheckedCv,
  fillEmptyFields,
  hasTypedText,
  leftBeforeWaking,
  textFieldsOf,
  typedIn,
} from './form-fields.ts'
import { type Answers, type BrokenRules, fieldsOf, forms, hasCv, newKey, type SubmissionKind } from './forms.ts'
import { brokenRulesOf } from './send.ts'

export interface InitialValues {
  answers: Answers
  broken?: BrokenRules | undefined
  cv?: File | undefined
}

export type AnswersInForm = ReturnType<typeof useAnswers>

/** Answers live in the page's own fields, so text typed before the application woke counts too. */
export function useAnswers(
  kind: SubmissionKind,
  page: string,
  initial?: InitialValues,
  questions: readonly JobQuestion[] = NO_QUESTIONS,
) {
  const element = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState<Answers>(initial?.answers ?? {})
  const [cv, setCv] = useState<CheckedCv | undefined>(initial?.cv && { file: initial.cv })
  const [touched, setTouched] = useState<ReadonlySet<string>>(NOTHING)
  const [refused, setRefused] = useState<BrokenRules>(initial?.broken ?? {})
  const draft = useDraft(kind, page, element)
  const { saveSoon } = draft
  const isAwake = useWaking({ element, draft, isGivenBack: initial !== undefined, setAnswers, setTouched })

  const broken = useMemo(() => brokenIn(kind, answers, cv, questions), [kind, answers, cv, questions])
  const touch = (name: string) => setTouched((before) => new Set(before).add(name))
  const forgetRefusal = (name: string) => setRefused(({ [name]: _, ...others }) => others)
  const typedNow = () => (element.current ? typedIn(element.current) : {})

  function clear() {
    draft.wipe()
    if (element.current) for (const field of textFieldsOf(element.current)) field.value = ''
    setAnswers(typedNow())
    setCv(undefined)
    setTouched(NOTHING)
    setRefused({})
  }

  return {
    kind,
    questions,
    element,
    answers,
    cv,
    setCv: (chosen: CheckedCv | undefined) => {
      setCv(chosen)
      touch(CV_FIELD)
      forgetRefusal(CV_FIELD)
    },
    onInput: ({ currentTarget, target }: InputEvent<HTMLFormElement>) => {
      setAnswers(typedIn(currentTarget))
      forgetRefusal(answerNameOf((target as HTMLInputElement).name))
      saveSoon()
    },
    onBlur: (event: FocusEvent<HTMLFormElement>) => {
      const name = answerThatWasLeft(event)
      if (name) touch(name)
    },
    errorOf: (name: string): BrokenRules[string] | undefined =>
      refused[name] ?? (touched.has(name) ? broken[name] : undefined),
    missing: fieldsOf(kind, questions).filter((name) => broken[name]),
    refused,
    refuse: setRefused,
    isAwake,
    foundFrom: draft.foundFrom,
    hasDraft: draft.hasDraft,
    clear,
    fillIn: (found: Answers) => {
      if (!element.current) return
      fillEmptyFields(element.current, found)
      setAnswers(typedNow())
      saveSoon()
    },
    arrived: (sent: Answers) => {
      if (isSameAs(sent, asSent(kind, typedNow()))) clear()
      else draft.restart()
    },
    filledIn: () => ({
      ...draft.submit(),
      answers: asSent(kind, element.current ? typedIn(element.current) : answers),
    }),
  }
}

interface Waking {
  element: RefObject<HTMLFormElement | null>
  draft: ReturnType<typeof useDraft>
  /** Refused by the server. */
  isGivenBack: boolean
  setAnswers: (answers: Answers) => void
  setTouched: (names: ReadonlySet<string>) => void
}

/** Takes over what was typed or autofilled before the page woke. */
function useWaking({ element, draft: { open, saveSoon }, isGivenBack, setAnswers, setTouched }: Waking) {
  const [isAwake, setAwake] = useState(false)
  const wasGivenBack = useRef(isGivenBack)
  useEffect(() => {
    const fields = element.current
    if (!fields) return
    const isWritten = wasGivenBack.current || hasTypedText(fields)
    open((found) => fillEmptyFields(fields, found))
    if (isWritten) saveSoon()
    const readFields = () => setAnswers(typedIn(fields))
    readFields()
    setTouched(leftBeforeWaking(fields))
    setAwake(true)
    addEventListener('pageshow', readFields)
    return () => removeEventListener('pageshow', readFields)
  }, [element, open, saveSoon, setAnswers, setTouched])
  return isAwake
}

function answerThatWasLeft({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
  const { name: controlName, type } = target as unknown as HTMLInputElement
  // The status line also takes the focus, and has no name.
  const name = answerNameOf(controlName ?? '')
  const isStillThere = answerNameOf((relatedTarget as HTMLInputElement | null)?.name ?? '') === name
  // Leaving the file picker's button says nothing about the chosen file.
  return type === 'file' || isStillThere ? undefined : name
}

const isSameAs = (sent: Answers, typed: Answers) => Object.entries(typed).every(([name, value]) => sent[name] === value)

const NOTHING: ReadonlySet<string> = new Set()
const NO_QUESTIONS: readonly JobQuestion[] = []

function brokenIn(
  kind: SubmissionKind,
  answers: Answers,
  cv: CheckedCv | undefined,
  questions: readonly JobQuestion[],
): BrokenRules {
  const read = forms[kind].rules.safeParse(answers)
  const broken = {
    ...(read.success ? {} : brokenRulesOf(fieldErrorsOf(read.error))),
    ...brokenRulesOf(readJobAnswers(questions, answers).errors),
  }
  if (!hasCv(kind)) return broken
  const wrong = cv ? cv.problem : 'cvRequired'
  return wrong ? { ...broken, [CV_FIELD]: wrong } : broken
}

/** Spaces trimmed and digits made Latin, as the rules read them. */
function asSent(kind: SubmissionKind, typed: Answers): Answers {
  const read = forms[kind].rules.safeParse(typed)
  if (!read.success) return typed
  return { ...typed, ...Object.fromEntries(Object.entries(read.data).map(([name, value]) => [name, String(value)])) }
}

const SAVE_AFTER_MILLISECONDS = 300

/** When the document was opened: the form is read, and often filled by the browser, long before the page wakes. */
const firstVisit = () => Date.now() - performance.now()

function useDraft(kind: SubmissionKind, page: string, element: RefObject<HTMLFormElement | null>) {
  const [foundFrom, setFoundFrom] = useState<number>()
  const [hasDraft, setHasDraft] = useState(false)
  const current = useRef<Omit<Draft, 'answers' | 'savedAt'>>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const cancelSaving = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])

  const save = useCallback(() => {
    cancelSaving()
    if (!element.current || !current.current) return
    saveDraft(kind, { ...current.current, answers: typedIn(element.current), savedAt: Date.now() })
    setHasDraft(readDraft(kind, current.current.page) !== undefined)
  }, [kind, element, cancelSaving])

  const saveSoon = useCallback(() => {
    cancelSaving()
    timer.current = setTimeout(save, SAVE_AFTER_MILLISECONDS)
  }, [save, cancelSaving])

  const open = useCallback(
    (fill: (answers: Answers) => boolean) => {
      // Unsaved answers of the page before: the same form goes on with another job.
      if (timer.current !== undefined) save()
      const found = readDraft(kind, page) ?? readLatestDraft(kind)
      current.current = {
        // The key belongs to one page: the same answers for another job are another application.
        key: found?.page === page ? found.key : newKey(),
        page,
        startedAt: found?.startedAt ?? firstVisit(),
      }
      if (found && fill(found.answers)) setFoundFrom(found.savedAt)
      setHasDraft(found !== undefined)
    },
    [kind, page, save],
  )

  useEffect(() => {
    const saveIfChanged = () => timer.current !== undefined && save()
    addEventListener('pagehide', saveIfChanged)
    addEventListener('visibilitychange', saveIfChanged)
    return () => {
      saveIfChanged()
      removeEventListener('pagehide', saveIfChanged)
      removeEventListener('visibilitychange', saveIfChanged)
    }
  }, [save])

  const startAnew = () => {
    current.current = { key: newKey(), page, startedAt: firstVisit() }
  }

  return {
    foundFrom,
    hasDraft,
    open,
    saveSoon,
    wipe: () => {
      wipeDrafts(kind)
      cancelSaving()
      startAnew()
      setFoundFrom(undefined)
      setHasDraft(false)
    },
    restart: () => {
      startAnew()
      save()
    },
    submit: () => {
      save()
      const { key, startedAt } = current.current ?? { key: newKey(), startedAt: firstVisit() }
      return { key, fillTime: Date.now() - startedAt }
    },
  }
}
