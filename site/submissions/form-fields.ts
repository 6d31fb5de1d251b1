import { cvFileName, cvProblem, HONEYPOT_FIELD } from '#contract/forms.ts'
import type { FormErrorKey } from '#texts/index.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#texts/languages.ts'
import { answerNameOf, joinDates, shownIn } from './date-parts.ts'
import type { Answers } from './forms.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function textFieldsOf(form: HTMLFormElement): TextField[] {
  return [...form.elements].filter(
    (field): field is TextField =>
      (field instanceof HTMLInputElement && field.type !== 'hidden') ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement,
  )
}

export function typedIn(form: HTMLFormElement): Answers {
  const typed: Answers = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed[name] = value
  return joinDates(typed)
}

/** Text that is typed already wins over the draft: it is newer. */
export function fillEmptyFields(form: HTMLFormElement, found: Answers) {
  let isFilled = false
  const { lang } = document.documentElement
  for (const field of textFieldsOf(form)) {
    const answer = shownIn(field.name, found, isLanguage(lang) ? lang : DEFAULT_LANGUAGE)
    if (!answer || field.value !== '') continue
    field.value = answer
    isFilled ||= field.value !== ''
  }
  return isFilled
}

/** Fields that were filled or left while the page slept, without the one that is being filled in. */
export function leftBeforeWaking(form: HTMLFormElement): Set<string> {
  const filled = textFieldsOf(form).filter(({ type, value }) => type !== 'file' && value.trim() !== '')
  const left = (window.fieldsLeft ?? []).filter((field) => form.contains(field))
  const names = new Set([...filled, ...left].map(({ name }) => answerNameOf(name)))
  const focused = document.activeElement as Partial<TextField> | null
  names.delete(answerNameOf(focused?.name ?? ''))
  names.delete(HONEYPOT_FIELD)
  return names
}

export const hasTypedText = (form: HTMLFormElement) => textFieldsOf(form).some(isChanged)

function isChanged(field: TextField) {
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  return field.value !== '' && !field.selectedOptions[0]?.defaultSelected
}

export interface CheckedCv {
  file: File
  problem?: FormErrorKey | undefined
}

/** The bytes are taken into memory: a file moved or saved meanwhile would fail in the middle of the upload. */
export async function checkCv(files: ArrayLike<File>, maximumBytes: number): Promise<CheckedCv | undefined> {
  const file = files[0]
  if (!file) return undefined
  if (files.length > 1) return { file, problem: 'cvOnlyOne' }
  try {
    const firstBytes = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
    const problem = cvProblem({ name: file.name, size: file.size, firstBytes }, maximumBytes)
    if (problem) return { file, problem }
    return { file: new File([await file.arrayBuffer()], cvFileName(file.name), { type: 'application/pdf' }) }
  } catch {
    return { file, problem: 'cvDamaged' }
  }
}

const HEADER_BYTES = 1024
