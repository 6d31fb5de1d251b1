import { readFileSync } from 'node:fs'

// The kernel's clock tick.
const TICK_MILLISECONDS = 10

/** User and system time of the processes so far; Linux only. */
export function cpuMilliseconds(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] as string
    const fields = afterName.split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS
  }, 0)
}

export function residentMegabytes(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)
  return Number(line?.[1]) / 1024
}
