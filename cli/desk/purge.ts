import { purgedBefore, purgeOld } from '#domain/submissions/erase.ts'
import { countSubmissions } from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { asJson, confirm, type DeskCommand, DONE, NOT_DONE, readCount, withoutAsking } from './command.ts'
import { describeCounts } from './erase.ts'

const MAX_MONTHS = 9_999

export const purge: DeskCommand = {
  summary: 'erases what is older than RETENTION_MONTHS, as the server does every night; shows how much, then asks',
  options: {
    months: { type: 'string', value: 'number', says: 'older than so many months instead' },
    ...withoutAsking,
    ...asJson,
  },

  async run(call) {
    const { database, terminal, options, config, now } = call
    const months =
      readCount(options.months, 'The months are a whole number above zero.', MAX_MONTHS) ?? config.retentionMonths
    const total = await countSubmissions(database.queries, { until: purgedBefore(months, now) })
    terminal.remark(`${total || 'No'} submission${total === 1 ? ' is' : 's are'} older than ${months} months.`)
    if (total > 0 && !(await confirm(call, 'Erase them, with CVs, mails and keys? They cannot be brought back.'))) {
      terminal.remark('Nothing was erased.')
      return NOT_DONE
    }
    const onProgress = (done: number) => terminal.progress(done, total)
    const counts = await purgeOld(database, months, { actor: commandLineActor(), now, onProgress })
    if (options.json) terminal.printJson(counts)
    else terminal.print(`Erased: ${describeCounts(counts)}.`)
    return DONE
  },
}
