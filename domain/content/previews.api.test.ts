import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { makePerson } from '../../tests/support/desk-people.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { changeRoles, hasRight, removePerson } from '../people/people.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { previewToken, readPreview } from './previews.ts'

describe.each(DATABASES)('a preview link on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const database = duringTests(async () => openDatabase(await fresh()))
  const now = new Date()
  const mayEdit = (id: string) => hasRight(database, id, 'content.change')

  test('ends with the right of the editor who made it', async () => {
    const [removed, demoted, colleague] = await Promise.all(
      ['editor', 'editor', 'editor'].map(() => makePerson(database, 'editor')),
    )
    const tokenOf = (madeBy = '') => previewToken(database, { type: 'services', id: 1, language: 'en', madeBy }, now)
    const tokens = [await tokenOf(removed?.id), await tokenOf(demoted?.id), await tokenOf(colleague?.id)]
    const areOpen = async () => {
      const shown: boolean[] = []
      for (const token of tokens) shown.push((await readPreview(database, token, mayEdit, now)) !== undefined)
      return shown
    }
    expect(await areOpen()).toEqual([true, true, true])
    await database.write((queries) => removePerson(queries, String(removed?.id), now))
    await database.write((queries) =>
      changeRoles(queries, String(demoted?.id), { roles: ['reader'], seen: ['editor'] }),
    )
    expect(await areOpen()).toEqual([false, false, true])
  })
})
