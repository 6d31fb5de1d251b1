import type { CvInspection } from './inspector.ts'
import type { Finding } from './workers/findings.ts'

/** Why the staff should take care with a CV. It is kept all the same: honest programs write such files too, and only a person can tell. */
export const CV_MARKS = [
  'cv-action',
  'cv-attachment',
  'cv-damaged',
  'cv-form',
  'cv-launch',
  'cv-locked',
  'cv-media',
  'cv-not-read-whole',
  'cv-not-scanned',
  'cv-odd-link',
  'cv-remote-file',
  'cv-script',
  'cv-virus',
] as const
export type CvMark = (typeof CV_MARKS)[number]

export const isCvMark = (reason: string) => reason.startsWith('cv-')

/** Links to pages, and forms that do nothing by themselves, are in many an ordinary CV. */
const MARK_OF: Partial<Record<Finding, CvMark>> = {
  script: 'cv-script',
  action: 'cv-action',
  launch: 'cv-launch',
  attachment: 'cv-attachment',
  media: 'cv-media',
  xfa: 'cv-form',
  'remote-file': 'cv-remote-file',
  'odd-link': 'cv-odd-link',
}

/** In the order of the list above. What could not be found out is marked, never taken for harmless. */
export function marksOf({ opening, findings }: CvInspection): CvMark[] {
  const found = Object.keys(findings?.counts ?? {}).map((finding) => MARK_OF[finding as Finding])
  const marks = new Set(found)
  if (opening?.scripts) marks.add('cv-script')
  if (opening?.attachments) marks.add('cv-attachment')
  if (opening?.outcome === 'damaged') marks.add('cv-damaged')
  if (opening?.outcome === 'locked') marks.add('cv-locked')
  else if (!opening || !findings?.isReadWhole) marks.add('cv-not-read-whole')
  return CV_MARKS.filter((mark) => marks.has(mark))
}
