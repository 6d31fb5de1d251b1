/** The desk's own views, as in the address. */
export const VIEWS = {
  everything: '',
  waiting: '?waiting=yes&order=waiting',
  mine: '?person=me',
  unread: '?read=no',
  marked: '?marked=yes',
} as const
