import type { Counts } from '#domain/submissions/erase.ts'

/** Like "1 file", "3 files" or "No files". */
export const counted = (count: number, one: string, many = `${one}s`) => `${count || 'No'} ${count === 1 ? one : many}`

export const describeCounts = (counts: Counts) =>
  Object.entries(counts)
    .map(([name, count]) => counted(count, name))
    .join(', ') || 'nothing'
