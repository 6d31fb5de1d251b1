/** Figures are exact up to here; a higher number stands for "more than that". */
export const MAX_COUNTED = 10_000
