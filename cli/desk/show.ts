import { isCvMark } from '#domain/submissions/cv/result.ts'
import { toRecord } from '#domain/submissions/export/record.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { textsIn } from '#texts/index.ts'
import { asJson, type DeskCommand, Refusal } from './command.ts'
import { shownMoment } from './record.ts'

export const show: DeskCommand = {
  takes: '<reference>',
  summary: 'everything about one submission',
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
