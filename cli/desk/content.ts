import { CONTENT_TYPES } from '#domain/catalogue/content-model.ts'
import { ContentError, loadContent, readContent } from '#domain/catalogue/load-content.ts'
import { printLoaded, refuseToLoad } from '../content.ts'
import { asJson, type DeskCall, type DeskCommand, DONE, NOT_DONE, UsageError } from './command.ts'
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
    try {
      return await act(call)
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      for (const fault of error.faults) call.terminal.remark(fault)
      call.terminal.remark('The content has faults; what is loaded stays as it is.')
      return NOT_DONE
    }
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
    const edition = await database.queries.selectFrom('content_version').select('loaded_at').executeTakeFirst()
    if (options.json) {
      terminal.printJson({ loaded_at: edition?.loaded_at ?? null, files: loaded })
      return DONE
    }
    const columns = [
      { title: 'File', cell: ({ file }: (typeof loaded)[number]) => file },
      { title: 'Records', cell: ({ records }: (typeof loaded)[number]) => String(records) },
    ]
    terminal.print(formatTable(columns, loaded, terminal))
    terminal.remark(edition ? `Loaded ${shownMoment(edition.loaded_at, timeZone)}.` : 'Nothing was loaded yet.')
    return DONE
  },

  async check({ config, terminal }) {
    await readContent(config.contentDirectory)
    terminal.print('The content is sound.')
    return DONE
  },

  async load({ database, config, terminal }) {
    const loaded = await loadContent(database, config.contentDirectory).catch((error) => {
      if (error instanceof ContentError) throw error
      return refuseToLoad(error)
    })
    printLoaded(terminal, loaded)
    return DONE
  },
}
