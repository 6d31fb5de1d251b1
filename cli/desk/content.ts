import { CONTENT_TYPES } from '#domain/content/content-model.ts'
import { readContent } from '#domain/content/load-content.ts'
import { loadFiles, refuseToLoad } from '../content.ts'
import { DONE } from '../exit-codes.ts'
import { asJson, type DeskCall, type DeskCommand, UsageError } from './command.ts'
import { shownMoment } from './record.ts'
import { formatTable } from './table.ts'

export const content: DeskCommand = {
  takes: '<list|check|load>',
  words: [1, 1],
  summary: 'what the company says about itself: what is loaded, whether content/ is sound, load it anew',
  options: asJson,

  async run(call) {
    const [name = ''] = call.words
    const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined
    if (!act) throw new UsageError('Say what to do with the content: list, check or load.')
    return act(call)
  },
}

const ACTS: Record<string, (call: DeskCall) => Promise<number>> = {
  async list({ database, terminal, options, timeZone }) {
    const loaded: { file: string; records: number }[] = []
    for (const type of CONTENT_TYPES) {
      const { records } = await database.queries
        .selectFrom('content_records')
        .select(({ fn }) => fn.countAll().as('records'))
        .where('type', '=', type)
        .where('is_published', '=', 1)
        .executeTakeFirstOrThrow()
      loaded.push({ file: `${type}.json`, records: Number(records) })
    }
    const version = await database.queries.selectFrom('content_version').select('loaded_at').executeTakeFirst()
    if (options.json) {
      terminal.printJson({ loaded_at: version?.loaded_at ?? null, files: loaded })
      return DONE
    }
    const columns = [
      { title: 'File', cell: ({ file }: (typeof loaded)[number]) => file },
      { title: 'Records', cell: ({ records }: (typeof loaded)[number]) => String(records) },
    ]
    terminal.print(formatTable(columns, loaded, terminal))
    terminal.remark(version ? `Loaded ${shownMoment(version.loaded_at, timeZone)}.` : 'Nothing was loaded yet.')
    return DONE
  },

  async check({ config, terminal }) {
    await readContent(config.contentDirectory).catch(refuseToLoad)
    terminal.print('The content is sound.')
    return DONE
  },

  load: (call) => loadFiles(call, call.database),
}
