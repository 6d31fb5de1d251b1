import { describe, expect, test } from 'vitest'
import { erasePerson } from '#domain/submissions/erase.ts'
import { addTombstones, replayTombstones } from '#domain/submissions/tombstones.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

describe.each(DATABASES)('saved views on %s', (name) => {
  const desk = deskOn(name)
  const save = async (call: Caller, view: object) =>
    (await (await call('POST /views', { body: view })).json()) as { id: string }
  const list = async (call: Caller) =>
    ((await (await call('GET /views')).json()) as { views: { id: string; name: string; search: string }[] }).views

  test('are kept, renamed, changed and removed, without what is no filter', async () => {
    const { call } = await desk.as('reader')
    const { id } = await save(call, {
      name: ' Waiting ',
      search: '?waiting=yes&order=waiting&utm=1&stage=new&stage=offer',
    })
    expect(await list(call)).toEqual([
      { id, name: 'Waiting', search: '?waiting=yes&order=waiting&stage=new&stage=offer' },
    ])
    expect((await call('PATCH /views/:id', { params: { id }, body: { name: 'في الانتظار' } })).status).toBe(204)
    expect((await call('PATCH /views/:id', { params: { id }, body: { search: '?marked=yes' } })).status).toBe(204)
    expect(await list(call)).toEqual([{ id, name: 'في الانتظار', search: '?marked=yes' }])
    expect((await call('DELETE /views/:id', { params: { id } })).status).toBe(204)
    expect(await list(call)).toEqual([])
  })

  test('saved under the same name in two windows are one, with what was saved last', async () => {
    const { call } = await desk.as('reader')
    const { id } = await save(call, { name: 'Mine', search: '?person=me' })
    expect(await save(call, { name: 'Mine', search: '?marked=yes' })).toMatchObject({ id })
    expect(await list(call)).toEqual([{ id, name: 'Mine', search: '?marked=yes' }])
  })

  test('are not given the name of another', async () => {
    const { call } = await desk.as('reader')
    await save(call, { name: 'Mine', search: '?person=me' })
    const { id } = await save(call, { name: 'Waiting', search: '?waiting=yes' })
    const rename = async (name: string) => call('PATCH /views/:id', { params: { id }, body: { name } })
    const refused = await rename(' Mine ')
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: { name: [expect.any(String)] } })
    expect((await rename('Waiting')).status).toBe(204)
    expect((await list(call)).map((view) => view.name).sort()).toEqual(['Mine', 'Waiting'])
  })

  test('hold nothing that the list would refuse', async () => {
    const { call } = await desk.as('reader')
    for (const view of [
      { name: ' ', search: '' },
      { name: 'x'.repeat(61), search: '' },
      { name: 'x', search: '?stage=nowhere' },
      { name: 'x', search: `?search=${'x'.repeat(201)}` },
      { name: 'x' },
    ])
      expect((await call('POST /views', { body: view })).status, JSON.stringify(view)).toBe(422)
    expect((await call('PATCH /views/:id', { params: { id: 'any' }, body: {} })).status).toBe(422)
    expect(await list(call)).toEqual([])
  })

  test('belong to one person, and go with them', async () => {
    const owner = await desk.as('owner')
    const one = await desk.as('recruiter')
    const other = await desk.as('recruiter')
    const { id } = await save(one.call, { name: 'Mine', search: '?person=me' })
    expect(await list(other.call)).toEqual([])
    expect((await other.call('PATCH /views/:id', { params: { id }, body: { name: 'Stolen' } })).status).toBe(404)
    expect((await other.call('DELETE /views/:id', { params: { id } })).status).toBe(404)
    expect(await list(one.call)).toHaveLength(1)
    await owner.call('DELETE /people/:id', { params: { id: one.person.id } })
    const { queries } = desk.database
    expect(
      await queries.selectFrom('saved_views').select('id').where('person_id', '=', one.person.id).execute(),
    ).toEqual([])
  })

  test('are fifty at most', async () => {
    const { call } = await desk.as('reader')
    for (let saved = 0; saved < 50; saved++) await save(call, { name: `View ${saved}`, search: '' })
    expect((await call('POST /views', { body: { name: 'One more', search: '' } })).status).toBe(409)
  })

  test('do not remember a visitor who is erased', async () => {
    const { call } = await desk.as('reader')
    const email = 'remembered@mail.example'
    await storeMessage(desk, { fields: { email, name: 'Zenobia Canary' } })
    await save(call, { name: 'By address', search: `?search=${encodeURIComponent(email)}` })
    await save(call, { name: 'Zenobia Canary', search: '?stage=new' })
    await save(call, { name: 'By name', search: '?search=zenobia+canary' })
    await save(call, { name: 'Of nobody', search: '?search=canaries' })
    await erasePerson(desk.database, email, { actor: 'a test', now: desk.clock.now })
    expect((await list(call)).map((view) => view.name)).toEqual(['Of nobody'])
  })

  /** Searches and names that hold the visitor's data. */
  const ABOUT = [
    { name: 'One word', search: '?search=zubaydah' },
    { name: 'In capitals', search: '?search=QUÚX+developer' },
    { name: 'Zubaydah', search: '?stage=new' },
    { name: "Zubaydah's interview", search: '' },
    { name: 'Arabic', search: `?search=${encodeURIComponent('رحمن')}` },
    { name: 'In one word', search: `?search=${encodeURIComponent('عبدالرحمن')}` },
    { name: 'Local part', search: '?search=z.quux.1990' },
    { name: 'z_quux_1990', search: '' },
    { name: 'Phone', search: `?search=${encodeURIComponent('+20 100 765 4321')}` },
    { name: 'Arabic digits', search: `?search=${encodeURIComponent('٠١٠٠٧٦٥٤٣٢١')}` },
  ]
  const NOT_ABOUT = [
    { name: 'Abdel', search: `?search=${encodeURIComponent('عبد الله')}` },
    { name: 'A shorter word', search: '?search=al' },
    { name: 'Another number', search: '?search=0100+765+4322' },
    { name: 'Another year', search: '?search=1990' },
  ]
  const visitor = {
    email: 'z.quux.1990+jobs@mail.example',
    name: 'Zubaydah Al Quux عبد الرحمن',
    phone: '01007654321',
  }

  test('do not remember a word of the name, the address or the number of a visitor who is erased', async () => {
    const { call } = await desk.as('reader')
    await storeMessage(desk, { fields: visitor })
    for (const view of [...ABOUT, ...NOT_ABOUT]) await save(call, view)
    await erasePerson(desk.database, visitor.email, { actor: 'a test', now: desk.clock.now })
    expect((await list(call)).map((view) => view.name).sort()).toEqual(NOT_ABOUT.map((view) => view.name).sort())
  })

  test('do not remember one whom a restored backup has brought back either', async () => {
    const { call } = await desk.as('reader')
    const reference = await storeMessage(desk, { fields: visitor })
    await save(call, { name: 'One word', search: '?search=zubaydah' })
    const { queries } = desk.database
    const erased = await queries.selectFrom('submissions').select('id').where('reference', '=', reference).execute()
    await addTombstones(queries, erased, desk.clock.now)
    expect(await replayTombstones(desk.database)).toEqual({ 'contact-message': 1 })
    expect(await list(call)).toEqual([])
  })
})
