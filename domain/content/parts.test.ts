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
    const relative = definitionOf(type).fields.filter(({ canBeRelative }) => canBeRelative)
    for (const [index, { name }] of relative.entries())
      Object.assign(parts[SHARED], { [name]: `2026-0${index + 1}-01` })
    expect(checkRecord(type, parts, { id: record.id ?? 1 })).toEqual([])
    const again = inFileForm(type, record.id ?? 1, parts)
    expect(fileSchemaOf(type).safeParse(definitionOf(type).isSingle ? again : [again]).success).toBe(true)
  }
})
