import { existsSync, readFileSync } from 'node:fs'

/** Where Linux lists the children of a process. */
export const areChildrenKnown = existsSync(`/proc/${process.pid}/task/${process.pid}/children`)

/** Living child processes. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}
