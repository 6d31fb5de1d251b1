/** The lists that everybody needs, as they stand in the address. */
export const VIEWS = {
  everything: '',
  waiting: '?waiting=yes&order=waiting',
  mine: '?person=me',
  unread: '?read=no',
  marked: '?marked=yes',
} as const

export interface SavedView {
  name: string
  /** As `filterAddress` writes it. */
  search: string
}

const STORAGE_KEY = 'desk-views'

/** A choice of this browser, like the theme. */
export function savedViews(): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

/** A view of the same name takes its place. */
export const saveView = (view: SavedView) => keep([...savedViews().filter(({ name }) => name !== view.name), view])

export const removeView = (view: SavedView) => keep(savedViews().filter(({ name }) => name !== view.name))

function keep(views: SavedView[]) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(views))
  return views
}

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' && value !== null && 'name' in value && 'search' in value
