import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'

export type Reply<Result> = { isReady: true } | { result: Result; heapBytes: number } | { error: string }

/** The worker's end of subprocess.ts. */
export async function replyWith<Result, Task = Buffer>(
  work: (task: Task) => Promise<Result>,
  prepare = async () => {},
) {
  endWithParent()
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

/** A killed server enforces no deadline. A thread notices its end even while a task blocks the event loop. */
function endWithParent() {
  new Worker(
    `setInterval(() => String(process.ppid) === process.env.PARENT_PID || process.kill(process.pid, 'SIGKILL'), 1000)`,
    { eval: true },
  ).unref()
}
