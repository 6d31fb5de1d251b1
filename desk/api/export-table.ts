import { nameOfSource } from '#contract/sources.ts'
import { listDeclineReasons } from '#domain/hiring/decline-reasons.ts'
import { namesOfPeople } from '#domain/people/people.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { SUBMISSION_KINDS } from '#domain/platform/database/tables.ts'
import type { Table } from '#domain/submissions/export/export.ts'
import { FORM_PROPERTIES } from '#domain/submissions/kinds.ts'
import { allStageNames, type Bilingual } from '#domain/submissions/processes.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import type { WholeSubmission } from '#domain/submissions/submissions.ts'
import * as arabic from '#texts/desk/ar/index.ts'
import * as english from '#texts/desk/en/index.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'

const TEXTS: Record<Language, DeskTexts> = { en: english, ar: arabic }

type Column = [header: string, cell: (submission: WholeSubmission) => string | number | null | undefined]

/** The desk's words in the person's language, and times by the company's clock. */
export async function exportTable(queries: Queries, language: Language): Promise<Table> {
  const { timeZone } = await companyCalendar(queries)
  const reasons = new Map((await listDeclineReasons(queries)).map(({ id, name }) => [id, name[language]]))
  const columns = columnsIn(language, {
    names: await namesOfPeople(queries),
    reasons,
    stageNameOf: await allStageNames(queries),
    clockTime: clockIn(timeZone),
  })
  return {
    headers: columns.map(([header]) => header),
    cellsOf: (submission) => columns.map(([, cell]) => cell(submission)),
  }
}

const answerIn = (
  { question, kind, answer }: WholeSubmission['jobAnswers'][number],
  { yes, no }: Pick<DeskTexts['inbox'], 'yes' | 'no'>,
) => `${question}\n${kind === 'yes-no' ? { yes, no }[answer] : answer}`

interface Naming {
  names: Map<string, string>
  reasons: Map<string, string>
  /** The job's own; null: the company's. */
  stageNameOf(submission: WholeSubmission): Bilingual | null
  clockTime(moment: string): string
}

function columnsIn(language: Language, { names, reasons, stageNameOf, clockTime }: Naming): Column[] {
  const { inbox, submission, submissions: words } = TEXTS[language]
  const { fields } = submission
  const { exportColumns: headers } = inbox
  const marks: Record<string, string> = words.marks
  const answers = SUBMISSION_KINDS.map((kind) =>
    FORM_PROPERTIES[kind].answers.map(
      (field): Column => [fields[field as keyof typeof fields], (each) => each.answers[field]],
    ),
  )
  return [
    [fields.reference, ({ reference }) => reference],
    [inbox.form, ({ kind }) => words.kinds[kind]],
    [words.sample, ({ is_sample }) => (is_sample ? inbox.yes : inbox.no)],
    [fields.received, ({ created_at }) => clockTime(created_at)],
    [fields.language, (each) => words.languages[each.language]],
    [inbox.stage, (each) => stageNameOf(each)?.[language] ?? words.stages[each.stage]],
    [headers.declineReason, ({ decline_reason }) => decline_reason && (reasons.get(decline_reason) ?? decline_reason)],
    [inbox.person, ({ assignee_id }) => assignee_id && (names.get(assignee_id) ?? words.formerColleague)],
    [
      inbox.marked,
      (each) =>
        each.marks
          .split(' ')
          .filter(Boolean)
          .map((mark) => marks[mark] ?? words.marks.other)
          .join('\n'),
    ],
    [headers.name, ({ name }) => name],
    [fields.email, ({ email }) => email],
    [fields.phone, ({ phone }) => phone],
    [inbox.job, (each) => jobOf(each, language)],
    ...answers.flat(),
    [headers.jobAnswers, ({ jobAnswers }) => jobAnswers.map((each) => answerIn(each, inbox)).join('\n\n')],
    [headers.source, ({ source }) => source && nameOfSource(source, submission.sourceNames)],
    [headers.campaign, ({ campaign }) => campaign],
    [headers.referringSite, ({ referring_site }) => referring_site],
    [headers.heardOf, ({ heard_of }) => heard_of && submission.heardOf[heard_of]],
    [headers.tags, ({ person }) => person.tags.join('\n')],
    [headers.rating, ({ person }) => person.rating],
    [headers.poolUntil, ({ person }) => person.pool_until],
    [headers.notes, ({ notes }) => notes.map(({ note }) => note).join('\n')],
    [headers.replies, ({ replies }) => replies.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n')],
    [
      headers.mailReplies,
      ({ mailReplies }) =>
        mailReplies.map(({ receivedAt, from, text }) => `${clockTime(receivedAt)} ${from}\n${text}`).join('\n\n'),
    ],
    [submission.cv, ({ cv }) => cv?.file_name],
    [headers.pages, ({ cv }) => cv?.result?.pages],
  ]
}

/** Empty for what is not about a job. */
export function jobOf(
  { kind, job_id, about, job_title_ar }: Pick<WholeSubmission, 'kind' | 'job_id' | 'about' | 'job_title_ar'>,
  language: Language,
): string {
  if (!FORM_PROPERTIES[kind].isForJob) return ''
  if (job_id === null) return TEXTS[language].submissions.general
  return language === 'ar' ? (job_title_ar ?? about) : about
}

/** Sorted as text, it is sorted by time. */
function clockIn(timeZone: string) {
  const time = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (moment: string) => `${calendarDay(new Date(moment), timeZone)} ${time.format(new Date(moment))}`
}
