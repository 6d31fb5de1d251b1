import type { Check } from '#domain/content/checks.ts'
import type { ContentRecord, SeenPart } from '#domain/content/records.ts'
import { PARTS, type Part } from '#domain/content/types/definition.ts'
import type { Caller } from './desk-api.ts'

export type Described = ContentRecord & { checks: Check[]; isPublishable: boolean }

export const bodyOf = async <Body = Described>(response: Promise<Response>) => (await (await response).json()) as Body

/** An editor of one record who reloads it before each act; `seen` is an earlier version. */
export function editing(call: Caller, type: string, id: number) {
  const params = { type, id: String(id) }
  const read = () => bodyOf(call('GET /content/:type/:id', { params }))
  const save = async (part: Part, fields: object, { isSmall = false, version = 0 } = {}) => {
    const wanted = { part, fields, isSmall, version: version || (await read()).parts[part].version }
    return call('PUT /content/:type/:id', { params, body: { parts: [wanted] } })
  }
  const versions = async (...parts: Part[]): Promise<SeenPart[]> => {
    const record = await read()
    return parts.map((part) => ({ part, version: record.parts[part].version }))
  }
  const whole = () => versions(...PARTS)
  const publish = async (...parts: Part[]) =>
    call('POST /content/:type/:id/publish', { params, body: { parts: await versions(...parts) } })
  const schedule = async (at: string, ...parts: Part[]) =>
    call('PUT /content/:type/:id/schedule', { params, body: { parts: await versions(...parts), at } })
  const unschedule = async (seen?: SeenPart[]) =>
    call('DELETE /content/:type/:id/schedule', { params, query: asQuery(seen ?? (await whole())) })
  const unpublish = async (seen?: SeenPart[]) =>
    call('POST /content/:type/:id/unpublish', { params, body: { parts: seen ?? (await whole()) } })
  const remove = async (seen?: SeenPart[]) =>
    call('DELETE /content/:type/:id', { params, query: asQuery(seen ?? (await whole())) })
  const discard = async (...parts: Part[]) =>
    call('POST /content/:type/:id/discard', { params, body: { parts: await versions(...parts) } })
  const restore = async (part: Part, number: number) => {
    const [seen] = await versions(part)
    return call('POST /content/:type/:id/restore', { params, body: { ...seen, number } })
  }
  return { params, read, save, versions, whole, publish, schedule, unschedule, unpublish, remove, discard, restore }
}

const asQuery = (seen: SeenPart[]) => Object.fromEntries(seen.map(({ part, version }) => [part, String(version)]))
