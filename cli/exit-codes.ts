export const DONE = 0
export const NOT_DONE = 1
export const WRONG_USAGE = 2
