export const VIEWS = {
  everything: '',
  waiting: '?waiting=yes&order=waiting',
  mine: '?person=me',
  unread: '?read=no',
  marked: '?marked=yes',
} as const
