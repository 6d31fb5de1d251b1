import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { apiOn } from '../support/databases.ts'

const api = apiOn('SQLite')
const read = async () => (await api.get('/api/openapi.json')).json()

test('describes every endpoint and nothing else', async () => {
  const { paths } = await read()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string }>).map(
      ([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`,
    ),
  )
  const expected = Object.values(endpoints).map(({ name, method, path }) => `${name}: ${method} ${path}`)
  expect(described.sort()).toEqual(expected.sort())
})

test('names what can go wrong with each', async () => {
  const { paths } = await read()
  for (const { path, method } of Object.values(endpoints)) {
    const { responses } = paths[path][method.toLowerCase()]
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '405', '500', '503']))
    expect(Object.keys(responses).filter((status) => status < '400')).not.toEqual([])
  }
})

test('below the manual, an unknown address is a problem as everywhere', async () => {
  expect((await api.get('/api/docs/static/swagger-ui.css')).status).toBe(200)
  const unknown = await api.get('/api/docs/nothing')
  expect([unknown.status, unknown.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
})

test('a linter that others wrote finds nothing', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(await read()), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

describe('the response to a form', () => {
  test('an application takes every field and one PDF file', async () => {
    const { paths } = await read()
    const [[type, { schema }]] = Object.entries<{ schema: { required: string[]; properties: object } }>(
      paths[endpoints.submitCareerApplication.path].post.requestBody.content,
    ) as [[string, { schema: { required: string[]; properties: Record<string, object> } }]]
    expect(type).toBe('multipart/form-data')
    expect(schema.required).toContain('cv')
    expect(schema.required).not.toContain('job_id')
    expect(schema.properties.cv).toMatchObject({ type: 'string', format: 'binary' })
    expect(schema.properties.email).toMatchObject({ type: 'string' })
  })

  test('ids and pages are whole numbers', async () => {
    const { paths } = await read()
    const numbers = [
      ...paths[endpoints.project.path].get.parameters,
      ...paths[endpoints.allProjects.path].get.parameters,
    ].filter(({ in: place }) => place !== 'header')
    expect(numbers.map(({ name }) => name)).toEqual(['id', 'category', 'page', 'per_page'])
    for (const { schema } of numbers) expect(schema).toMatchObject({ type: 'integer', minimum: 1 })
  })
})
