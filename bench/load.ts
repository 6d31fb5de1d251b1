import autocannon from 'autocannon'

/** Answers a second, under so many clients at once. Anything but success ends the measurement. */
export async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections: 50, duration: 4, ...options })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`)
  return result.requests.total / result.duration
}
