import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkRecord, inFileForm } from './checks.ts'
import { fileSchemaOf } from './file-schema.ts'
import { withDays } from './load-content.ts'
import { composeRecord, splitRecord } from './parts.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

const records = (type: ContentType) => {
  const file = JSON.parse(readFileSync(`content/${type}.json`, 'utf8'))
  return [withDays(type, fileSchemaOf(type).parse(file) as object, '2026-01-15')].flat() as { id?: number }[]
}

test.each(CONTENT_TYPES)('%s: a record taken apart and put together is the same', (type) => {
  for (const record of records(type))
    expect(composeRecord(type, record.id ?? 1, splitRecord(type, record))).toEqual(record)
})

test.each(CONTENT_TYPES)('%s: what comes with the project may be published', (type) => {
  for (const record of records(type)) {
    const parts = splitRecord(type, record)
    expect(checkRecord(type, parts, { id: record.id ?? 1 })).toEqual([])
    const again = inFileForm(type, record.id ?? 1, parts)
    expect(fileSchemaOf(type).safeParse(definitionOf(type).isSingle ? again : [again]).success).toBe(true)
  }
})
