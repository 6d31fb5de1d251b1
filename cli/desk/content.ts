import { readContent } from '#domain/content/load-content.ts'
import { CONTENT_TYPES } from '#domain/content/types/index.ts'
import { loadFiles, refuseToLoad } from '../content.ts'
import { asJson, type DeskCall, type DeskCommand, pick, printRows } from './command.ts'
import { shownMoment } from './table.ts'

export const content: DeskCommand = {
  takes: '<list|check|load>',
  summary: 'lists the loaded content, checks content/, or loads it again',
  options: asJson,
  run: (call) => pick(ACTS, call.words[0], 'Add what to do with the content: list, check or load.')(call),
}

const ACTS: Record<string, (call: DeskCall) => Promise<void>> = {
  async list(call) {
    const { database, timeZone } = call
    const published = await database.queries
      .selectFrom('content_records')
      .select(['type', ({ fn }) => fn.countAll().as('records')])
      .where('is_published', '=', 1)
      .groupBy('type')
      .execute()
    const files = CONTENT_TYPES.map((type) => ({
      file: `${type}.json`,
      records: Number(published.find((each) => each.type === type)?.records ?? 0),
    }))
    const version = await database.queries.selectFrom('content_version').select('loaded_at').executeTakeFirst()
    const loaded = version ? `Loaded ${shownMoment(version.loaded_at, timeZone)}.` : 'Nothing has been loaded yet.'
    const columns = [
      { title: 'File', cell: ({ file }: (typeof files)[number]) => file },
      { title: 'Records', cell: ({ records }: (typeof files)[number]) => String(records) },
    ]
    printRows(call, files, columns, loaded, { loaded_at: version?.loaded_at ?? null, files })
  },

  async check({ config, terminal }) {
    await readContent(config.contentDirectory).catch(refuseToLoad)
    terminal.print('The content has no faults.')
  },

  load: (call) => loadFiles(call, call.database),
}
