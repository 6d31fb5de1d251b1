const LONG_TITLE_LETTERS = 40

export const titleSize = (title: string, largest: 'd1' | 'd1 d1--s') =>
  title.length > LONG_TITLE_LETTERS ? 'd2' : largest
