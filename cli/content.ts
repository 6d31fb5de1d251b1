import { ContentError, loadContent } from '#domain/catalogue/load-content.ts'
import { type Command, DONE, Refusal } from './command.ts'
import { withDatabase } from './open-database.ts'

/** `npm run content` */
export const content: Command = {
  summary: 'loads what stands in content/ (CONTENT_DIR) anew; a running server serves it within a second',

  async run(call) {
    await withDatabase(call, (database) => loadContent(database, call.config.contentDirectory)).catch((error) => {
      if (!(error instanceof ContentError)) throw error
      throw new Refusal([...error.faults, 'Nothing was loaded.'].join('\n'))
    })
    call.terminal.print('The content is loaded.')
    return DONE
  },
}
