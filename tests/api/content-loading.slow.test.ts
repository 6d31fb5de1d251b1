import { describe, expect, test } from 'vitest'
import { ContentError, loadContent } from '#domain/content/load-content.ts'
import { publishedRecords, removePublished } from '#domain/content/published.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { startApi } from '../support/api.ts'
import { contentFolderWith } from '../support/content-folder.ts'
import { DATABASES, emptyDatabaseOf } from '../support/databases.ts'

describe.each(DATABASES)('loading content on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('content loaded by another process is served without a restart', async () => {
    const settings = await empty()
    const api = await startApi(settings)
    const title = async () => (await (await api.get('Service/1')).json()).data.title
    expect(await title()).toBe('App Development')
    const etag = (await api.get('Service/1')).headers.get('etag')

    const another = await openDatabase(settings)
    await loadContent(
      another,
      contentFolderWith({
        'services.json': (services) => {
          services[0].title.en = 'Apps, edited'
        },
      }),
    )
    await another.close()
    await expect.poll(title).toBe('Apps, edited')
    expect((await api.get('Service/1')).headers.get('etag')).not.toBe(etag)
    await api.stop()
  })

  test('content with a fault is refused, and what was loaded stays', async () => {
    const database = await openDatabase(await empty())
    await migrate(database)
    await loadContent(database, 'content')
    const before = await database.queries.selectFrom('content_version').selectAll().execute()
    const broken = contentFolderWith({
      'services.json': ([, second]) => {
        delete second.title.ar
      },
    })
    const refused = await loadContent(database, broken).catch((error) => error)
    expect(refused).toBeInstanceOf(ContentError)
    expect(await database.queries.selectFrom('content_version').selectAll().execute()).toEqual(before)
    await database.close()
  })

  test('the number of a job is given once: it neither changes nor goes to another job', async () => {
    const database = await openDatabase(await empty())
    await migrate(database)
    await loadContent(database, 'content')
    const faultsOf = (folder: string) => loadContent(database, folder).catch(({ lines }) => lines)

    const changed = contentFolderWith({
      'jobs.json': ([first]) => {
        first.requisition = 'J-2001'
      },
    })
    expect(await faultsOf(changed)).toEqual([
      expect.stringMatching(/^jobs\.json, line \d+: record 1 \(id 1\): requisition must stay J-1001/),
    ])

    await loadContent(database, contentFolderWith({ 'jobs.json': (jobs) => jobs.slice(1) }))
    const taken = contentFolderWith({
      'jobs.json': ([first]) => {
        first.id = 77
      },
    })
    expect(await faultsOf(taken)).toEqual([expect.stringContaining('belongs to the job with the id 1')])

    await loadContent(database, 'content')
    expect(await database.queries.selectFrom('job_requisitions').selectAll().execute()).toHaveLength(6)
    await database.close()
  })

  test('an edition that breaks off half-way leaves the old one', async () => {
    const database = await openDatabase(await empty())
    await migrate(database)
    await loadContent(database, 'content')
    const broken = database.exclusively(async (queries) => {
      await removePublished(queries, 'services')
      throw new Error('power cut')
    })
    await expect(broken).rejects.toThrow('power cut')
    expect(await publishedRecords(database.queries, 'services')).toHaveLength(6)
    await database.close()
  })
})
