import type { Database } from './database.ts'

export class TooManyWrites extends Error {
  constructor() {
    super('Too many writes are under way')
    this.name = 'TooManyWrites'
  }
}

/** Writes beyond the limit fail at once instead of timing out in a queue. */
export function limitConcurrentWrites(max: number, write: Database['write']): Database['write'] {
  let running = 0
  return async (work) => {
    if (running >= max) throw new TooManyWrites()
    running++
    try {
      return await write(work)
    } finally {
      running--
    }
  }
}
