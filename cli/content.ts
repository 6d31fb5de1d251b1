import path from 'node:path'
import { exportContent } from '#domain/content/export-content.ts'
import { ChangedInDesk, ContentError, loadContent } from '#domain/content/load-content.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { type Call, type Command, commandLineActor, Refusal, UsageError } from './command.ts'
import { importContent } from './content-import.ts'
import { withDatabase } from './open-database.ts'
import { nameFullDisk } from './unfinished-files.ts'

export const content: Command = {
  takes: '[act] [PATH]',
  summary: 'loads content/ (CONTENT_DIR) again, exports the published content to such files, or imports articles',
  options: {
    '--replace': 'overwrite changes made at the desk; they stay in the history there',
    '--apply': 'import: make the drafts that are listed without it',
    '--language <language>': 'import: of texts that do not say theirs (en or ar)',
    '--pictures <folder>': 'import: where the files of the pictures are, such as wp-content/uploads',
    '--redirects <file>': 'import: write former and new addresses as CSV',
  },
  examples: ['--replace', 'export ../our-content', 'import posts.xml --pictures uploads --apply'],

  async run(call) {
    const [what, folder] = call.words
    if (what === undefined) return withDatabase(call, (database) => loadFiles(call, database))
    if (what !== 'export' && what !== 'import')
      throw new UsageError(`content does not know "${what}", only export and import.`)
    if (!folder)
      throw new UsageError(
        what === 'export' ? 'Add the folder for the files: export FOLDER' : 'Add the file or folder: import SOURCE',
      )
    if (what === 'import') return importContent(call, folder)
    return write(call, folder)
  },
}

export async function loadFiles({ config, options, now, terminal }: Call, database: Database) {
  const replace = options.replace === true
  const { endedSchedules, remarks } = await loadContent(database, config.contentDirectory, now, {
    replace,
    actor: commandLineActor(),
  }).catch(refuseToLoad)
  for (const remark of remarks) terminal.remark(remark)
  for (const record of endedSchedules)
    terminal.remark(`${record} was scheduled at the desk: the schedule is cancelled, and the draft waits there.`)
  terminal.print('The content is loaded; a running server serves it within a second.')
}

export function refuseToLoad(error: unknown): never {
  if (error instanceof ContentError) throw new Refusal([...error.lines, 'Nothing was loaded.'].join('\n'))
  if (error instanceof ChangedInDesk)
    throw new Refusal(
      [
        ...error.lines,
        'These were changed at the desk and differ from the files. Nothing was loaded.',
        'npm run content -- export FOLDER exports them to files; npm run content -- --replace overwrites them.',
      ].join('\n'),
    )
  throw error
}

async function write(call: Call, folder: string) {
  const to = path.resolve(folder)
  const { records, pictures, missing } = await withDatabase(call, (database) =>
    nameFullDisk(to, () => exportContent(database, call.config.contentDirectory, to)),
  )
  for (const picture of missing) call.terminal.remark(`There is no picture images/${picture}.`)
  call.terminal.print(`${records} records and ${pictures} pictures are in ${to}.`)
}
