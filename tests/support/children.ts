import { existsSync, readFileSync } from 'node:fs'

/** Where the system tells which processes another has started. */
export const areChildrenKnown = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

/** The processes that this one has started and that are alive. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
