/** One pause of the writer, and never longer than three seconds after the first letter. */
const PAUSE_MILLISECONDS = 1000
const MAX_UNSENT_MILLISECONDS = 3000

export function createSaveTimer(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstUnsentAt: number | undefined

  function saveIn(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(save, milliseconds)
  }

  return {
    saveIn,
    saveAfterTyping() {
      firstUnsentAt ??= Date.now()
      saveIn(Math.max(0, Math.min(PAUSE_MILLISECONDS, firstUnsentAt + MAX_UNSENT_MILLISECONDS - Date.now())))
    },
    /** All that was typed so far was sent, or taken back: the next letter is the first again. */
    forgetTyping() {
      firstUnsentAt = undefined
    },
    stop: () => clearTimeout(timer),
  }
}
