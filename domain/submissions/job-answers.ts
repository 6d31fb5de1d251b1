import type { Selectable } from 'kysely'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { AskedQuestion } from './processes.ts'

/** An answer to a question of the job, both as they were shown. */
export type JobAnswer = Omit<Selectable<Tables['submission_job_answers']>, 'submission_id'>

export const KNOCK_OUT_MARK = 'knock-out'

export function toJobAnswers(
  questions: readonly AskedQuestion[],
  given: Record<string, string>,
  language: Language,
): JobAnswer[] {
  return questions.flatMap(({ id, kind, text, options, knockOut, isConfidential }, position) => {
    const answer = given[id]
    if (answer === undefined) return []
    const chosen = options.find((option) => option.id === answer)
    return [
      {
        question_id: id,
        position,
        kind,
        question: text[language],
        answer: chosen?.text[language] ?? answer,
        is_knock_out: knockOut.includes(answer) ? (1 as const) : (0 as const),
        is_confidential: isConfidential ? (1 as const) : (0 as const),
      },
    ]
  })
}

export const marksOfAnswers = (answers: readonly JobAnswer[]) =>
  answers.some(({ is_knock_out }) => is_knock_out === 1) ? [KNOCK_OUT_MARK] : []

/** `yes` and `no` are the machine's words. What only some may read would be found by all. */
export const searchedIn = (answers: readonly Pick<JobAnswer, 'kind' | 'answer' | 'is_confidential'>[]) =>
  answers.filter(({ kind, is_confidential }) => kind !== 'yes-no' && is_confidential === 0).map(({ answer }) => answer)

export async function insertJobAnswers(queries: Queries, submissionId: string, answers: readonly JobAnswer[]) {
  if (answers.length === 0) return
  await queries
    .insertInto('submission_job_answers')
    .values(answers.map((answer) => ({ ...answer, submission_id: submissionId })))
    .execute()
}
