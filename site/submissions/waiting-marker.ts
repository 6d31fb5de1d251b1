/** What a page finds of an earlier visit without opening a database or loading any code. */

/** Left in local storage while something waits to be sent. */
export const WAITING_MARKER = 'outbox'
/** What somebody has begun to write stands under this, the name of its form and its page. */
export const DRAFT_PREFIX = 'draft:'

export const somethingWaits = () => isKept((name) => name === WAITING_MARKER)

export const somethingIsBegun = () => isKept((name) => name.startsWith(DRAFT_PREFIX))

function isKept(isMeant: (name: string) => boolean) {
  try {
    return Object.keys(localStorage).some(isMeant)
  } catch {
    return false
  }
}
