import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRecord, inFileForm } from './checks.ts'
import { fileSchemaOf } from './file-schema.ts'
import { composeRecord, splitRecord } from './parts.ts'
import { SHARED } from './types/definition.ts'
import { CONTENT_TYPES, definitionOf } from './types/index.ts'

const records = (type: string) => [JSON.parse(readFileSync(`content/${type}.json`, 'utf8'))].flat()

test.each(CONTENT_TYPES)('%s: a record taken apart and put together is the same', (type) => {
  const parsed = [fileSchemaOf(type).parse(definitionOf(type).isSingle ? records(type)[0] : records(type))].flat()
  for (const record of parsed as { id?: number }[])
    expect(composeRecord(type, record.id ?? 1, splitRecord(type, record))).toEqual(record)
})

test.each(CONTENT_TYPES)('%s: what comes with the project may be published', (type) => {
  for (const record of [
    fileSchemaOf(type).parse(definitionOf(type).isSingle ? records(type)[0] : records(type)),
  ].flat() as { id?: number }[]) {
    const parts = splitRecord(type, record)
    if (definitionOf(type).columns?.closes_on)
      Object.assign(parts[SHARED], { posted_on: '2026-01-01', closes_on: '2026-02-01' })
    expect(checkRecord(type, parts, { id: record.id ?? 1 })).toEqual([])
    const again = inFileForm(type, record.id ?? 1, parts)
    expect(fileSchemaOf(type).safeParse(definitionOf(type).isSingle ? again : [again]).success).toBe(true)
  }
})
