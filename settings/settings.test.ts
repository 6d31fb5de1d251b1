import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, SETTING_NAMES } from './settings.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('the page for operators and the example file name every setting, and no other', () => {
  const documented = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  const example = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(documented.sort()).toEqual([...SETTING_NAMES].sort())
  expect(example.sort()).toEqual([...SETTING_NAMES].sort())
})

test('the values of the example file are the defaults', () => {
  const lines = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
  expect(readConfig(Object.fromEntries(lines))).toEqual(readConfig({}))
})

test('relative folders begin at the folder of package.json, wherever it is called from', () => {
  const here = process.cwd()
  try {
    process.chdir('/')
    expect(readConfig({})).toMatchObject({
      dataDirectory: path.join(root, 'data'),
      contentDirectory: path.join(root, 'content'),
    })
    expect(readConfig({ DATA_DIR: 'elsewhere' }).dataDirectory).toBe(path.join(root, 'elsewhere'))
  } finally {
    process.chdir(here)
  }
})

test('boards are offered jobs only with an address that they can follow', () => {
  const complaintOf = (environment: Record<string, string>) => {
    try {
      readConfig(environment)
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const PUBLIC_URL = 'https://www.nuqta.example'
  expect(readConfig({}).jobFeeds.boards).toEqual([])
  expect(readConfig({ JOB_FEEDS: 'indeed, ojobpub', PUBLIC_URL }).jobFeeds.boards).toEqual(['indeed', 'ojobpub'])
  expect(complaintOf({ JOB_FEEDS: 'monster', PUBLIC_URL })).toMatch(/^JOB_FEEDS: must be some of/)
  expect(complaintOf({ JOB_FEEDS: 'indeed' })).toMatch(/^PUBLIC_URL: must be set/)
  expect(complaintOf({ JOB_FEEDS: 'linkedin', PUBLIC_URL: 'https://nuqta.example' })).toMatch(
    /^PUBLIC_URL: must begin with https:\/\/www\./,
  )
  expect(complaintOf({ JOB_FEEDS: 'linkedin', PUBLIC_URL })).toMatch(/^LINKEDIN_COMPANY_ID: must be set/)
  expect(complaintOf({ JOB_FEEDS: 'linkedin', PUBLIC_URL, LINKEDIN_COMPANY_ID: 'nuqta' })).toMatch(
    /^LINKEDIN_COMPANY_ID: must be the number/,
  )
})
