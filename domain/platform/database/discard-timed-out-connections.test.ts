import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { discardTimedOutConnections } from './discard-timed-out-connections.ts'

/** A pool of one connection with scripted outcomes. */
function poolWhose(query: (text: string) => Promise<unknown>) {
  const released: unknown[] = []
  const asked: string[] = []
  const client = {
    query(text: string) {
      asked.push(text)
      return query(text)
    },
    release: (reason?: unknown) => void released.push(reason),
  }
  const pool = discardTimedOutConnections({ connect: async () => client, end: async () => {} } as unknown as Pool)
  return { pool, released, asked }
}

const ask = (client: { query: unknown }, text: string) =>
  (client.query as (text: string, parameters: unknown[]) => Promise<unknown>)(text, [])

test('a connection that answered goes back to the pool', async () => {
  const { pool, released } = poolWhose(async () => ({ rows: [] }))
  const client = await pool.connect()
  await ask(client, 'select 1')
  client.release()
  expect(released).toEqual([undefined])
})

test('a connection with a timed-out query is closed', async () => {
  const timeout = new Error('Query read timeout')
  const { pool, released, asked } = poolWhose(() => Promise.reject(timeout))
  const client = await pool.connect()
  await expect(ask(client, 'insert')).rejects.toBe(timeout)
  await expect(ask(client, 'rollback')).rejects.toBe(timeout)
  client.release()
  expect(asked).toEqual(['insert'])
  expect(released).toEqual([timeout])
})

test('one on which a query failed otherwise is kept', async () => {
  const { pool, released } = poolWhose(() => Promise.reject(new Error('duplicate key')))
  const client = await pool.connect()
  await expect(ask(client, 'insert')).rejects.toThrow('duplicate key')
  client.release()
  expect(released).toEqual([undefined])
})
