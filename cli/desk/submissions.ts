import type { AuditEntry } from '#domain/platform/audit-trail.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { ANSWER_CHANNELS, STAGES } from '#domain/platform/database/tables.ts'
import { isCvMark } from '#domain/submissions/cv/result.ts'
import { toRecord } from '#domain/submissions/export/record.ts'
import { changeStage, markAnswered, NotHandled, replaceTerminalNote } from '#domain/submissions/handling.ts'
import { FORM_PROPERTIES } from '#domain/submissions/kinds.ts'
import { countSubmissions, listSubmissions } from '#domain/submissions/list-submissions.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { movesFrom, UNDO_MINUTES } from '#domain/submissions/stages.ts'
import { findSubmission, type SubmissionSummary } from '#domain/submissions/submissions.ts'
import { textsIn } from '#texts/index.ts'
import { UsageError } from '../command.ts'
import {
  asJson,
  counted,
  type DeskCall,
  type DeskCommand,
  printRows,
  Refusal,
  readCount,
  writeAudited,
} from './command.ts'
import { filterOptions, readFilters, readStage } from './filters.ts'
import { type Column, shownMoment } from './table.ts'

const USUAL_LIMIT = 50
const MAX_LIMIT = 999_999_999

export const list: DeskCommand = {
  summary: 'lists submissions, newest first',
  options: {
    ...filterOptions,
    '--limit <number>': `the largest number of rows (a table shows ${USUAL_LIMIT}, JSON all)`,
    ...asJson,
  },
  examples: ['list --since yesterday --until yesterday --kind career', 'list --stage new --search "data analysis"'],

  async run(call) {
    const { database, terminal, options, timeZone } = call
    const filters = readFilters(call)
    const given = readCount(options.limit, 'The limit is a whole number above zero.', MAX_LIMIT)
    const limit = given ?? (options.json ? undefined : USUAL_LIMIT)
    const found = await listSubmissions(database.queries, filters, { limit })
    if (options.json) return terminal.printJson(found.map((each) => toRecord(each)))
    const total = found.length === limit ? await countSubmissions(database.queries, filters) : found.length
    const isCut = total > found.length
    const remark = isCut ? `${found.length} of ${total}; --limit shows more.` : `${counted(total, 'submission')}.`
    printRows(call, found, columnsFor(timeZone), remark)
  },
}

export function columnsFor(timeZone: string): Column<SubmissionSummary>[] {
  return [
    { title: 'Reference', cell: ({ reference }) => reference, isWhole: true },
    { title: 'Received', cell: ({ created_at }) => shownMoment(created_at, timeZone) },
    { title: 'Kind', cell: ({ kind }) => kind.split('-')[0] as string },
    { title: 'Stage', cell: ({ stage, marks }) => (marks ? `${stage}, marked` : stage) },
    { title: 'Name', cell: ({ name }) => name, shrinks: true },
    { title: 'E-mail', cell: ({ email }) => email, shrinks: true },
    {
      title: 'About',
      cell: ({ about, kind }) => about || (FORM_PROPERTIES[kind].isForJob ? 'general' : ''),
      shrinks: true,
    },
  ]
}

export const show: DeskCommand = {
  takes: '<reference>',
  summary: 'shows everything about one submission',
  options: asJson,

  async run({ words, database, terminal, options, timeZone }) {
    const reference = readReference(words[0] as string)
    const submission = await findSubmission(database.queries, reference)
    if (!submission) throw new Refusal(`There is no submission ${reference}.`)
    const record = toRecord(submission)
    if (options.json) return terminal.printJson(record)
    const shown = { ...record, received_at: shownMoment(record.received_at, timeZone) }
    const values = Object.entries(shown).filter(([, value]) => value !== '' && value !== null && value !== false)
    const widest = Math.max(...values.map(([name]) => name.length))
    for (const [name, value] of values) {
      const lines = String(value === true ? 'yes' : value).split(/\r\n?|\n/)
      terminal.print(`${name.padEnd(widest)}  ${lines.join(`\n${' '.repeat(widest + 2)}`)}`)
    }
    const { senderMarks, cvMarks } = textsIn('en').mail
    for (const mark of submission.marks.split(' ').filter(Boolean))
      terminal.remark(`${mark}: ${isCvMark(mark) ? cvMarks[mark] : senderMarks[mark as keyof typeof senderMarks]}`)
    if (submission.cv && !submission.cv.result) terminal.remark('The CV has not been inspected yet.')
    if (submission.cv) terminal.remark(`The CV: npm run desk -- cv ${reference}`)
  },
}

export const stage: DeskCommand = {
  takes: `<reference> <${STAGES.join('|')}>`,
  summary: `moves a submission to a stage; its sender is told ${UNDO_MINUTES} minutes later`,

  async run(call) {
    const [reference, to] = [readReference(call.words[0] as string), readStage(call.words[1] as string)]
    await handle(call, { action: 'submission.stage', reference, words: { stage: to } }, (queries) =>
      changeStage(queries, reference, { to }, { actorId: null, now: call.now }),
    )
    call.terminal.print(`${reference} is ${to}.`)
  },
}

export const answered: DeskCommand = {
  takes: `<reference> <${ANSWER_CHANNELS.join('|')}>`,
  summary: 'records how a sender was answered without a letter',

  async run(call) {
    const [reference, by] = [readReference(call.words[0] as string), readChannel(call.words[1] as string)]
    await handle(call, { action: 'submission.answered', reference, words: { by } }, (queries) =>
      markAnswered(queries, reference, by, { actorId: null, now: call.now }),
    )
    call.terminal.print(`${reference} is answered.`)
  },
}

function readChannel(text: string) {
  const channel = ANSWER_CHANNELS.find((each) => each === text)
  if (!channel) throw new UsageError(`The channel is one of ${ANSWER_CHANNELS.join(', ')}.`)
  return channel
}

export const note: DeskCommand = {
  takes: '<reference> <text>',
  summary: 'sets the note of a submission, replacing the last one; "" removes it',

  async run(call) {
    const [reference, text] = [readReference(call.words[0] as string), (call.words[1] as string).trim()]
    // The text stays out of the trail: it may be about the person.
    await handle(call, { action: 'submission.note', reference }, (queries) =>
      replaceTerminalNote(queries, reference, text, call.now),
    )
    call.terminal.print(`${reference} has ${text ? 'a note' : 'no note'}.`)
  },
}

async function handle(
  call: DeskCall,
  entry: Pick<AuditEntry, 'action' | 'words'> & { reference: string },
  work: (queries: Queries) => Promise<unknown>,
) {
  const { reference } = entry
  try {
    await writeAudited(call, work, () => entry)
  } catch (error) {
    if (!(error instanceof NotHandled)) throw error
    const { current } = error
    if (!current) throw new Refusal(`There is no submission ${reference}.`)
    const moves = movesFrom(current.kind, current.stage)
    const hint = current.kind === 'contact-message' ? ' Answer it with a letter, or use npm run desk -- answered.' : ''
    throw new Refusal(`${reference} is ${current.stage}; from there it can move to ${moves.join(', ')}.${hint}`)
  }
}
