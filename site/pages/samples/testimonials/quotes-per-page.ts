/** One in large letters and six below it. */
export const QUOTES_PER_PAGE = 7
