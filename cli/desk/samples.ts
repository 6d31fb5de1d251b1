import { loadSamples, removeSamples, USUAL_SAMPLES, type WriteStep } from '#domain/operations/samples/samples.ts'
import { asJson, counted, type DeskCommand, describeCounts, printResult, readCount, writeAudited } from './command.ts'

const MAX_SAMPLES = 1_000_000

export const samples: DeskCommand = {
  takes: '[number|remove]',
  summary: 'stores sample submissions for trying the desk, or removes them all',
  options: {
    '--days <number>': 'spread over this many days before today (default: 45)',
    ...asJson,
  },
  examples: ['samples', 'samples 100000 --days 700', 'samples remove'],

  async run(call) {
    const { database, terminal, words, options, now } = call
    const [word = String(USUAL_SAMPLES)] = words
    const writing =
      (action: string): WriteStep =>
      (work) =>
        writeAudited(call, work, (counts) => ({ action, counts }))
    if (word === 'remove') {
      const counts = await removeSamples(database, writing('samples.remove'))
      return printResult(call, `Removed: ${describeCounts(counts)}.`, counts)
    }
    const count = readCount(word, 'Give a number, or "remove".', MAX_SAMPLES) as number
    const days = readCount(options.days, '--days is a number.')
    await loadSamples(database, writing('samples.load'), {
      count,
      now,
      seed: now.getTime() % 2 ** 31,
      ...(days !== undefined && { days }),
      onProgress: (stored) => terminal.progress(stored, count),
    })
    printResult(
      call,
      `Stored: ${counted(count, 'sample submission')}, labelled as ${count === 1 ? 'a sample' : 'samples'}.`,
      { samples: count },
    )
  },
}
