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
import { CV_FIELD, fieldErrorsOf } from '#contract/forms.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#texts/languages.ts'
import type { CheckedCv } from './cv.ts'
import { answerNameOf, joinDates, shownIn } from './date-parts.ts'
import { type Draft, readDraft, readLatestDraft, saveDraft, wipeDrafts } from './draft.ts'
import { type Answers, type BrokenRules, type FormName, fieldsOf, forms, hasCv, newKey } from './forms.ts'
import { brokenRulesOf } from './send.ts'

/** What a form begins with: what the server sends back without JavaScript, or what the visitor wants to edit again. */
export interface Beginning {
  answers: Answers
  broken?: BrokenRules | undefined
  cv?: File | undefined
}

/**
 * The answers of a form while they are being written. They live in the page's own fields, so that what was typed before the
 * application woke is there too; the rules of the contract are asked anew after every change.
 */
export interface AnswersInForm {
  form: FormName
  element: RefObject<HTMLFormElement | null>
  onInput: (event: InputEvent<HTMLFormElement>) => void
  onBlur: (event: FocusEvent<HTMLFormElement>) => void
  /** As they stand in the fields. */
  answers: Answers
  cv: CheckedCv | undefined
  setCv: (cv: CheckedCv | undefined) => void
  /** The broken rule of a field, once the visitor has been there. */
  errorOf: (name: string) => BrokenRules[string] | undefined
  /** Every field whose rule is broken, seen or not, in the form's order. */
  missing: string[]
  /** Everything the server refused, until it is changed. */
  refused: BrokenRules
  refuse: (broken: BrokenRules) => void
  /** False on the server and until the page is interactive. */
  isAwake: boolean
  /** When the answers that were found again were written. */
  foundFrom: number | undefined
  hasDraft: boolean
  clear: () => void
  /** Empties the form of what has arrived; what was written since then stays, as the beginning of another. */
  arrived: (sent: Answers) => void
  /** The answers as they are sent, and what belongs to them. */
  filledIn: () => { answers: Answers; key: string; fillTime: number }
}

export function useAnswers(form: FormName, page: string, beginning?: Beginning): AnswersInForm {
  const element = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState<Answers>(beginning?.answers ?? {})
  const [cv, setCv] = useState<CheckedCv | undefined>(beginning?.cv && { file: beginning.cv })
  const [touched, setTouched] = useState<ReadonlySet<string>>(NOTHING)
  const [refused, setRefused] = useState<BrokenRules>(beginning?.broken ?? {})
  const [isAwake, setAwake] = useState(false)
  const [foundFrom, setFoundFrom] = useState<number>()
  const [hasDraft, setHasDraft] = useState(false)
  const draft = useRef<Omit<Draft, 'answers' | 'savedAt'>>(null)
  const saving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isGivenBack = useRef(beginning !== undefined)

  const save = useCallback(() => {
    clearTimeout(saving.current)
    saving.current = undefined
    if (!element.current || !draft.current) return
    const written = typedIn(element.current)
    saveDraft(form, { ...draft.current, answers: written, savedAt: Date.now() })
    setHasDraft(readDraft(form, draft.current.page) !== undefined)
  }, [form])

  useEffect(() => {
    const fields = element.current
    if (!fields) return
    const found = readDraft(form, page) ?? readLatestDraft(form)
    draft.current = {
      // The key belongs to one page: the same answers sent for another job are another application.
      key: found?.page === page ? found.key : newKey(),
      page,
      startedAt: found?.startedAt ?? Date.now(),
    }
    // Typed, or filled in by the browser, before the page was awake; or sent from such a page and refused.
    if (isGivenBack.current || textFieldsOf(fields).some(isChanged))
      saving.current = setTimeout(save, SAVE_AFTER_MILLISECONDS)
    if (found && fillEmptyFields(fields, found.answers)) setFoundFrom(found.savedAt)
    setHasDraft(found !== undefined)
    setAnswers(typedIn(fields))
    setAwake(true)
    const saveIfChanged = () => saving.current !== undefined && save()
    const lookAgain = () => setAnswers(typedIn(fields))
    addEventListener('pagehide', saveIfChanged)
    addEventListener('visibilitychange', saveIfChanged)
    addEventListener('pageshow', lookAgain)
    return () => {
      saveIfChanged()
      removeEventListener('pagehide', saveIfChanged)
      removeEventListener('visibilitychange', saveIfChanged)
      removeEventListener('pageshow', lookAgain)
    }
  }, [form, page, save])

  const broken = useMemo(() => brokenIn(form, answers, cv), [form, answers, cv])
  const withoutRefusal =
    (name: string) =>
    ({ [name]: _, ...others }: BrokenRules) =>
      others

  function clear() {
    wipeDrafts(form)
    clearTimeout(saving.current)
    saving.current = undefined
    if (element.current) emptyFields(element.current)
    draft.current = { key: newKey(), page, startedAt: Date.now() }
    setAnswers(element.current ? typedIn(element.current) : {})
    setCv(undefined)
    setTouched(NOTHING)
    setRefused({})
    setFoundFrom(undefined)
    setHasDraft(false)
  }

  return {
    form,
    element,
    answers,
    cv,
    setCv: (chosen) => {
      setCv(chosen)
      setTouched((before) => new Set(before).add(CV_FIELD))
      setRefused(withoutRefusal(CV_FIELD))
    },
    onInput: ({ currentTarget, target }) => {
      setAnswers(typedIn(currentTarget))
      setRefused(withoutRefusal(answerNameOf((target as HTMLInputElement).name)))
      clearTimeout(saving.current)
      saving.current = setTimeout(save, SAVE_AFTER_MILLISECONDS)
    },
    onBlur: ({ target, relatedTarget }) => {
      const { name: controlName, type } = target as unknown as HTMLInputElement
      // The status line takes the focus, too, and has no name.
      const name = answerNameOf(controlName ?? '')
      const isStillThere = answerNameOf((relatedTarget as HTMLInputElement | null)?.name ?? '') === name
      // Leaving the file picker's button says nothing: the chosen file speaks for itself.
      if (name && type !== 'file' && !isStillThere) setTouched((before) => new Set(before).add(name))
    },
    errorOf: (name) => refused[name] ?? (touched.has(name) ? broken[name] : undefined),
    missing: fieldsOf(form).filter((name) => broken[name]),
    refused,
    refuse: setRefused,
    isAwake,
    foundFrom,
    hasDraft,
    clear,
    arrived: (sent) => {
      const typed = element.current ? typedIn(element.current) : {}
      const isTheSame = Object.entries({ ...typed, ...readBy(form, typed) }).every(
        ([name, value]) => sent[name] === value,
      )
      if (isTheSame) return clear()
      draft.current = { key: newKey(), page, startedAt: Date.now() }
      save()
    },
    filledIn: () => {
      save()
      const typed = element.current ? typedIn(element.current) : answers
      const { key, startedAt } = draft.current ?? { key: newKey(), startedAt: Date.now() }
      return { answers: { ...typed, ...readBy(form, typed) }, key, fillTime: Date.now() - startedAt }
    },
  }
}

const NOTHING: ReadonlySet<string> = new Set()
const SAVE_AFTER_MILLISECONDS = 300

/** The rules that the answers break, the CV's included. */
function brokenIn(form: FormName, answers: Answers, cv: CheckedCv | undefined): BrokenRules {
  const read = forms[form].rules.safeParse(answers)
  const broken = read.success ? {} : brokenRulesOf(fieldErrorsOf(read.error))
  if (!hasCv(form)) return broken
  const wrong = cv ? cv.problem : 'cvRequired'
  return wrong ? { ...broken, [CV_FIELD]: wrong } : broken
}

/** Spaces trimmed and digits made Latin, as the rules read them. */
function readBy(form: FormName, typed: Answers): Answers {
  const read = forms[form].rules.safeParse(typed)
  return read.success ? Object.fromEntries(Object.entries(read.data).map(([name, value]) => [name, String(value)])) : {}
}

function typedIn(fields: HTMLFormElement): Answers {
  const typed: Answers = {}
  for (const [name, value] of new FormData(fields)) if (typeof value === 'string') typed[name] = value
  return joinDates(typed)
}

/** What is typed already wins over what is found: it is newer. */
function fillEmptyFields(fields: HTMLFormElement, found: Answers) {
  let isFilled = false
  const { lang } = document.documentElement
  for (const field of textFieldsOf(fields)) {
    const answer = shownIn(field.name, found, isLanguage(lang) ? lang : DEFAULT_LANGUAGE)
    if (!answer || field.value !== '') continue
    field.value = answer
    isFilled ||= field.value !== ''
  }
  return isFilled
}

function emptyFields(fields: HTMLFormElement) {
  for (const field of textFieldsOf(fields)) field.value = ''
}

function isChanged(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) {
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  return field.value !== '' && !field.selectedOptions[0]?.defaultSelected
}

function textFieldsOf(fields: HTMLFormElement) {
  return [...fields.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement && field.type !== 'hidden') ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement,
  )
}
