interface PageWatchOptions {
  save(): void
  mayLose(): boolean
}

/** Saves when the network is back and when the page is hidden; asks before it is left where something would be lost. */
export function watchPage({ save, mayLose }: PageWatchOptions) {
  const saveIfHidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  const askIfLost = (event: BeforeUnloadEvent) => {
    if (mayLose()) event.preventDefault()
  }
  return {
    /** Starting twice is the same as once. */
    start() {
      addEventListener('online', save)
      addEventListener('beforeunload', askIfLost)
      document.addEventListener('visibilitychange', saveIfHidden)
    },
    stop() {
      removeEventListener('online', save)
      removeEventListener('beforeunload', askIfLost)
      document.removeEventListener('visibilitychange', saveIfHidden)
    },
  }
}
