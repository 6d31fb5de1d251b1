/** Read by the wake loader, without IndexedDB and without the application. */

export const WAITING_MARKER = 'outbox'
export const DRAFT_PREFIX = 'draft:'
export const KEPT_ANSWERS = 'answers'

export const somethingWaits = () => isKept((name) => name === WAITING_MARKER)

export const somethingIsBegun = () => isKept((name) => name.startsWith(DRAFT_PREFIX) || name === KEPT_ANSWERS)

function isKept(isMeant: (name: string) => boolean) {
  try {
    return Object.keys(localStorage).some(isMeant)
  } catch {
    return false
  }
}
