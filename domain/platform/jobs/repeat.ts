/** Runs the work every so often, never twice at once. */
export function repeat(milliseconds: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | undefined
  const timer = setInterval(run, milliseconds).unref()

  function run(): Promise<void> {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    run,
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
