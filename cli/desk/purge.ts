import { purgedBefore, purgeOld } from '#domain/submissions/erase.ts'
import { countSubmissions } from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { asJson, confirm, type DeskCommand, DONE, NOT_DONE, UsageError, withoutAsking } from './command.ts'
import { describeCounts } from './erase.ts'

export const purge: DeskCommand = {
  summary: 'erases what is older than RETENTION_MONTHS, as the server does every night; shows how much, then asks',
  options: {
    months: { type: 'string', value: 'number', says: 'older than so many months instead' },
    ...withoutAsking,
    ...asJson,
  },

  async run(call) {
    const { database, terminal, options, config, now } = call
    const months = readMonths(options.months) ?? config.retentionMonths
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

function readMonths(text: string | boolean | undefined) {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,3}$/.test(String(text))) throw new UsageError('The months are a whole number above zero.')
  return Number(text)
}
