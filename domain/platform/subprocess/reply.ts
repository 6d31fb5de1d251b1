import { getHeapStatistics } from 'node:v8'

export type Reply<Result> = { isReady: true } | { result: Result; heapBytes: number } | { error: string }

/** The worker's end of subprocess.ts. */
export async function replyWith<Result, Task = Buffer>(
  work: (task: Task) => Promise<Result>,
  prepare = async () => {},
) {
  await prepare()
  process.send?.({ isReady: true })
  process.on('message', async (task: Task) => {
    const reply: Reply<Result> = await work(task).then(
      (result) => ({ result, heapBytes: getHeapStatistics().used_heap_size }),
      (error: Error) => ({ error: error.name }),
    )
    process.send?.(reply)
  })
}
