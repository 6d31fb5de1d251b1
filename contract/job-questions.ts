import * as z from 'zod/mini'
import type { FormErrorKey } from '#texts/index.ts'
import { questionField, YES_NO } from './constants.ts'
import type { JobQuestion } from './entities.ts'
import { type FieldErrors, jobAnswer, MAX_LENGTHS } from './forms.ts'

/** The rules alone: they are the same in both languages. */
type Asked = Pick<JobQuestion, 'id' | 'kind' | 'required'> & { options: { id: string }[] }

export const MAX_QUESTIONS = 10

export const maxLengthOf = ({ kind }: Pick<JobQuestion, 'kind'>) =>
  kind === 'long' ? MAX_LENGTHS.long_answer : kind === 'link' ? MAX_LENGTHS.link : MAX_LENGTHS.short_answer

/** Answers by question id, without those that were left empty; choices are ids of options. */
export function readJobAnswers(questions: readonly Asked[], fields: Record<string, unknown>) {
  const answers: Record<string, string> = {}
  const errors: FieldErrors = {}
  for (const question of questions) {
    const name = questionField(question.id)
    const typed = fields[name]
    const read = ruleOf(question).safeParse(typed ?? '')
    if (!read.success) {
      const key = read.error.issues[0]?.message as FormErrorKey
      const isEmpty = key === 'answerRequired' || key === 'choiceRequired'
      if (!isEmpty || question.required) errors[name] = [key]
    } else if (read.data !== '') answers[question.id] = read.data
  }
  return { answers, errors }
}

function ruleOf(question: Asked): z.ZodMiniType<string> {
  if (question.kind === 'choice') return oneOf(question.options.map(({ id }) => id))
  if (question.kind === 'yes-no') return oneOf(YES_NO)
  return jobAnswer(question.kind)
}

/** An option that was removed meanwhile is none. */
function oneOf(options: readonly string[]) {
  return z.pipe(
    z.transform((typed: unknown) => (typeof typed === 'string' ? typed.trim() : '')),
    z.string().check(
      z.minLength(1, { error: 'choiceRequired', abort: true }),
      z.refine((chosen) => options.includes(chosen), { error: 'choiceUnknown' }),
    ),
  )
}
