import { expect, test } from 'vitest'
import type { Queries } from './database.ts'
import { limitConcurrentWrites, TooManyWrites } from './limit-concurrent-writes.ts'

const run = <Result>(work: (queries: Queries) => Promise<Result>) => work({} as Queries)

test('as many run at once as the limit says, the rest are refused at once', async () => {
  const write = limitConcurrentWrites(2, run)
  const endings: (() => void)[] = []
  const slow = () => write(() => new Promise<string>((resolve) => endings.push(() => resolve('done'))))
  const [first, second] = [slow(), slow()]
  await expect(slow()).rejects.toThrow(TooManyWrites)
  for (const end of endings) end()
  expect(await Promise.all([first, second])).toEqual(['done', 'done'])
})

test('one that ends, well or not, makes room for another', async () => {
  const write = limitConcurrentWrites(1, run)
  await expect(write(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await write(async () => 'yes')).toBe('yes')
})
