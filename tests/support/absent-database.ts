import type { Database } from '#domain/platform/database/database.ts'

/** A database that refuses writes while `isAway`. */
export function databaseThatLeaves(database: Database) {
  let isAway = false
  return {
    database: {
      ...database,
      write: (work) => (isAway ? Promise.reject(new Error('Connection terminated')) : database.write(work)),
    } satisfies Database,
    leave() {
      isAway = true
    },
    comeBack() {
      isAway = false
    },
  }
}
