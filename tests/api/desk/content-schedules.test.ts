import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContentVersionWatch, watchContentVersion } from '#domain/content/content-version.ts'
import { loadContent } from '#domain/content/load-content.ts'
import { findEntity } from '#domain/content/published.ts'
import type { ListedRevision } from '#domain/content/revisions.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { contentFolderWith } from '../../support/content-folder.ts'
import { bodyOf, type Described, editing } from '../../support/content-record.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'

type PublishedAnswer = Described & { endedSchedules: { part: string; number: number; at: string }[] }

const SOON = '2026-01-12T13:00'
const SOON_MOMENT = '2026-01-12T11:00:00.000Z'

describe.each(databasesByTurn(1))('a schedule and what is done after it was made on %s', (name) => {
  const desk = deskOn(name)
  let watch: ContentVersionWatch

  beforeAll(async () => {
    watch = await watchContentVersion(desk.database, () => desk.clock.now)
  })
  afterAll(() => watch.stop())

  async function scheduled(id: number) {
    desk.clock.now = new Date('2026-01-12T10:00:00Z')
    const { call, person } = await desk.as('editor')
    const one = editing(call, 'services', id)
    await one.save('en', { title: 'Older' })
    expect((await one.schedule(SOON, 'en')).status).toBe(200)
    return { one, call, person }
  }

  const title = async (id: number) => (await findEntity(desk.database.queries, 'services', id, 'en'))?.title

  async function titleAtTheTime(id: number) {
    desk.clock.now = new Date(SOON_MOMENT)
    await watch.refresh()
    return title(id)
  }

  const endings = async (id: number) =>
    (await listAuditTrail(desk.database.queries)).filter(
      ({ action, subject }) => action === 'content.schedule-ended' && subject === `services/${id}`,
    )

  test('ends when a newer text is published, and every editor can see that', async () => {
    const { one, call, person } = await scheduled(1)
    await one.save('en', { title: 'Newer' })
    const answer = await bodyOf<PublishedAnswer>(one.publish('en'))
    expect(answer.parts.en.scheduled).toBeNull()
    expect(answer.endedSchedules).toMatchObject([{ part: 'en', at: SOON_MOMENT }])
    const { revisions } = await bodyOf<{ revisions: ListedRevision[] }>(
      call('GET /content/:type/:id/history', { params: one.params }),
    )
    const ended = revisions.find(({ part, number }) => part === 'en' && number === answer.endedSchedules[0]?.number)
    expect(ended?.state).toBe('superseded')
    expect(await endings(1)).toMatchObject([{ actor: person.id }])
    expect(await titleAtTheTime(1)).toBe('Newer')
  })

  test('ends when an earlier version is restored and published', async () => {
    const { one } = await scheduled(2)
    const { published } = (await one.read()).parts.en
    await one.save('en', { title: 'Something else' })
    expect((await one.publish('en')).status).toBe(200)
    expect((await one.schedule(SOON, 'en')).status).toBe(200)
    await one.restore('en', published?.number ?? 0)
    expect((await bodyOf<PublishedAnswer>(one.publish('en'))).endedSchedules).toHaveLength(1)
    expect(await titleAtTheTime(2)).toBe(published?.fields.title)
  })

  test('stays when another part is published, and nothing ends when the scheduled text itself is', async () => {
    const { one } = await scheduled(3)
    await one.save('ar', { title: 'أحدث' })
    const other = await bodyOf<PublishedAnswer>(one.publish('ar'))
    expect(other.parts.en.scheduled?.at).toBe(SOON_MOMENT)
    expect(other.endedSchedules).toEqual([])
    expect(await titleAtTheTime(3)).toBe('Older')

    const { one: again } = await scheduled(3)
    await again.save('en', { title: 'Early' })
    await again.schedule('2026-01-12T14:00', 'en')
    const early = await bodyOf<PublishedAnswer>(again.publish('en'))
    expect(early.parts.en.scheduled).toBeNull()
    expect(early.endedSchedules).toEqual([])
    expect(await endings(3)).toEqual([])
  })

  test('ends with the draft that is discarded, and not with what was written after it', async () => {
    const { one } = await scheduled(4)
    const before = await title(4)
    await one.save('en', { title: 'Newer' })
    expect((await bodyOf(one.discard('en'))).parts.en.scheduled?.fields.title).toBe('Older')
    await one.unschedule()
    await one.save('en', { title: 'Discarded' })
    await one.schedule(SOON, 'en')
    expect((await bodyOf(one.discard('en'))).parts.en.scheduled).toBeNull()
    expect(await endings(4)).toHaveLength(1)
    expect(await titleAtTheTime(4)).toBe(before)
  })

  test('ends when the files publish another text, and stays where they say what is published', async () => {
    const { one } = await scheduled(5)
    const { one: other } = await scheduled(6)
    const folder = contentFolderWith({
      'services.json': (services: { id: number; title: { en: string } }[]) => {
        for (const service of services) if (service.id === 5) service.title.en = 'From the files'
      },
    })
    await loadContent(desk.database, folder, desk.clock.now, { replace: true, actor: 'somebody' })
    expect((await one.read()).parts.en).toMatchObject({ scheduled: null, isDraft: true, fields: { title: 'Older' } })
    expect(await endings(5)).toMatchObject([{ actor: 'somebody' }])
    expect((await other.read()).parts.en.scheduled?.at).toBe(SOON_MOMENT)
    expect(await endings(6)).toEqual([])
    expect(await titleAtTheTime(5)).toBe('From the files')
    expect(await title(6)).toBe('Older')
  })

  test('and a publishing in the very moment in which it is due: who is told "published" sees their text', async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const { one } = await scheduled(1)
      const newer = `Newer ${round}`
      await one.save('en', { title: newer })
      const parts = await one.versions('en')
      desk.clock.now = new Date(SOON_MOMENT)
      const call = (await desk.as('editor')).call
      const [answer] = await Promise.all([
        call('POST /content/:type/:id/publish', { params: one.params, body: { parts } }),
        watch.refresh(),
      ])
      await watch.refresh()
      expect([200, 409]).toContain(answer.status)
      expect(await title(1)).toBe(answer.status === 200 ? newer : 'Older')
      const { en } = (await editing(call, 'services', 1).read()).parts
      expect(en).toMatchObject({ scheduled: null, fields: { title: newer } })
    }
  })

  test('of a record that was taken from the site does not bring it back', async () => {
    const { one } = await scheduled(3)
    expect((await one.unpublish()).status).toBe(200)
    expect(await titleAtTheTime(3)).toBeUndefined()
    expect((await editing((await desk.as('editor')).call, 'services', 3).read()).isPublished).toBe(false)
  })

  test('a published text stays in the history, also after it was taken off the site and edited', async () => {
    desk.clock.now = new Date('2026-01-12T10:00:00Z')
    const { call } = await desk.as('editor')
    const one = editing(call, 'services', 4)
    await one.save('en', { title: 'Was on the site' })
    const { parts } = await bodyOf(one.publish('en'))
    await one.unpublish()
    await one.save('en', { title: 'Was never there' })
    const revision = { ...one.params, part: 'en', number: String(parts.en.published?.number) }
    const { fields } = await bodyOf<{ fields: object }>(
      call('GET /content/:type/:id/history/:part/:number', { params: revision }),
    )
    expect(fields).toMatchObject({ title: 'Was on the site' })
  })
})
