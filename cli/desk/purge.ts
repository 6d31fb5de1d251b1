import { PURGE_JOB } from '#domain/operations/retention.ts'
import { mayHaveJumped } from '#domain/platform/jobs/daily-jobs.ts'
import { purgedBefore, purgeOld } from '#domain/submissions/erase.ts'
import { countSubmissions } from '#domain/submissions/list-submissions.ts'
import { commandLineActor } from '../actor.ts'
import { counted, describeCounts } from '../counts.ts'
import { asJson, confirm, type DeskCommand, printResult, Refusal, readCount, withoutAsking } from './command.ts'

const MAX_MONTHS = 9_999

const dayOf = (moment: string) => moment.slice(0, 10)

export const purge: DeskCommand = {
  summary: 'erases what is older than RETENTION_MONTHS, as the server does every night; shows how much, then asks',
  options: { '--months <number>': 'older than so many months instead', ...withoutAsking, ...asJson },

  async run(call) {
    const { database, terminal, options, config, now } = call
    const months =
      readCount(options.months, 'The months are a whole number above zero.', MAX_MONTHS) ?? config.retentionMonths
    const until = purgedBefore(months, now)
    const total = await countSubmissions(database.queries, { until })
    terminal.remark(
      `${counted(total, 'submission is', 'submissions are')} older than ${counted(months, 'month')} (before ${dayOf(until)}).`,
    )
    if (total > 0 && options.yes && (await mayHaveJumped(database.queries, PURGE_JOB, dayOf(now.toISOString()))))
      throw new Refusal(
        'Nothing was erased: the server has not purged for more than a week, so the clock may have jumped ahead. If the date is right, go on without --yes.',
      )
    if (total > 0 && !(await confirm(call, 'Erase them, with CVs, mails and keys? They cannot be brought back.')))
      throw new Refusal('Nothing was erased.')
    const onProgress = (done: number) => terminal.progress(done, total)
    const counts = await purgeOld(database, months, { actor: commandLineActor(), now, onProgress })
    printResult(call, `Erased: ${describeCounts(counts)}.`, counts)
  },
}
