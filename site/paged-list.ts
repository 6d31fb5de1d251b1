export const PAGE_SIZE = 6

/** Product 4.4: `?page=n`; a number outside the list means the nearest page. */
export const pageIn = (url: URL) => {
  const asked = url.searchParams.get('page') ?? ''
  return /^\d{1,9}$/.test(asked) ? Math.max(1, Number(asked)) : 1
}

export const totalPagesOf = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE))

export const pageOfIndex = (index: number, pageSize = PAGE_SIZE) => Math.floor(index / pageSize) + 1

export function pageOf<Item>(items: Item[], asked: number) {
  const totalPages = totalPagesOf(items.length)
  const page = Math.min(asked, totalPages)
  return { items: items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, total: items.length, totalPages }
}

export const QUOTES_PER_PAGE = 7
