const LONG_TITLE_LETTERS = 40

/** The title of a record in the largest type that its length allows. */
export const titleSize = (title: string, largest: 'd1' | 'd1 d1--s') =>
  title.length > LONG_TITLE_LETTERS ? 'd2' : largest
