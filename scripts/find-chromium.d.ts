interface Wanted {
  /** Not the shell without windows. */
  isWhole?: boolean
}

export function findChromium(wanted?: Wanted): string | undefined
/** Throws where there is none. */
export function requireChromium(wanted?: Wanted): string
