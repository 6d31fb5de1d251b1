/** Below it a difference is the way that a response takes, or the second to which a header is rounded. */
const TOLERATED_MILLISECONDS = 20_000

let ahead = 0

/** From the date of a response: the clock of a machine may be an hour off, and what is late or new is the server's to say. */
export function learnTime(dateHeader: string | null) {
  const difference = Date.parse(dateHeader ?? '') - Date.now()
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > TOLERATED_MILLISECONDS ? difference : 0
}

/** Now, by the server's clock. */
export const currentTime = () => new Date(Date.now() + ahead)
