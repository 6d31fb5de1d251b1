export const QUOTES_PER_PAGE = 7
