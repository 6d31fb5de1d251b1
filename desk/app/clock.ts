/** Smaller differences come from the network or from rounding to seconds. */
const TOLERATED_MILLISECONDS = 20_000

let ahead = 0

/** A machine's clock may be an hour off, so the server's decides what is late or new. */
export function learnTime(dateHeader: string | null) {
  const difference = Date.parse(dateHeader ?? '') - Date.now()
  if (!Number.isNaN(difference)) ahead = Math.abs(difference) > TOLERATED_MILLISECONDS ? difference : 0
}

export const currentTime = () => new Date(Date.now() + ahead)
