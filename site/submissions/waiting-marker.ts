/** Left in local storage while something waits to be sent: a page finds it without opening a database or loading any code. */
export const WAITING_MARKER = 'outbox'

export function somethingWaits() {
  try {
    return localStorage.getItem(WAITING_MARKER) !== null
  } catch {
    return false
  }
}
