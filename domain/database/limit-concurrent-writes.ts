import type { Database } from './connection.ts'

/** More writes are under way than the database will get to soon. */
export class TooManyWrites extends Error {
  constructor() {
    super('Too many writes are under way')
    this.name = 'TooManyWrites'
  }
}

/** A queue without an end only makes everybody wait longer than they will: who comes too late is told at once. */
export function refuseBeyond(most: number, write: Database['write']): Database['write'] {
  let underWay = 0
  return async (work) => {
    if (underWay >= most) throw new TooManyWrites()
    underWay++
    try {
      return await write(work)
    } finally {
      underWay--
    }
  }
}
