import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { checkRecord, inFileForm } from './checks.ts'
import { CONTENT_MODEL, CONTENT_TYPES, composeRecord, SHARED, splitRecord } from './content-model.ts'
import { contentSchema } from './content-schema.ts'

const records = (type: string) => [JSON.parse(readFileSync(`content/${type}.json`, 'utf8'))].flat()

/** The keys that a record may have, by the schema of the files. */
function keysOf(type: keyof typeof contentSchema): string[] {
  const schema = contentSchema[type] as unknown as { element?: z.ZodObject; shape?: object }
  return Object.keys((schema.element ?? (schema as unknown as z.ZodObject)).shape)
}

test.each(CONTENT_TYPES)('%s: the model names every field of the files, and no other', (type) => {
  const { fields, hasId } = CONTENT_MODEL[type]
  const named = new Set([...(hasId ? ['id'] : []), ...fields.map(({ at }) => at[0] as string)])
  expect([...named].toSorted()).toEqual(keysOf(type).toSorted())
})

test.each(CONTENT_TYPES)('%s: a record taken apart and put together is the same', (type) => {
  const parsed = [contentSchema[type].parse(CONTENT_MODEL[type].isSingle ? records(type)[0] : records(type))].flat()
  for (const record of parsed as { id?: number }[])
    expect(composeRecord(type, record.id ?? 1, splitRecord(type, record as never))).toEqual(record)
})

test.each(CONTENT_TYPES)('%s: what comes with the project may be published', (type) => {
  for (const record of [
    contentSchema[type].parse(CONTENT_MODEL[type].isSingle ? records(type)[0] : records(type)),
  ].flat() as { id?: number }[]) {
    const parts = splitRecord(type, record as never)
    if (type === 'jobs') Object.assign(parts[SHARED], { posted_on: '2026-01-01', closes_on: '2026-02-01' })
    expect(checkRecord(type, parts, { id: record.id ?? 1 })).toEqual([])
    const again = inFileForm(type, record.id ?? 1, parts)
    expect(contentSchema[type].safeParse(CONTENT_MODEL[type].isSingle ? again : [again]).success).toBe(true)
  }
})
