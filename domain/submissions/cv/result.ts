import type { CvInspection } from './inspector.ts'
import type { Scan } from './virus-scan.ts'
import type { Finding } from './workers/findings.ts'

export interface CvResult {
  opens: 'yes' | 'no' | 'with-password' | 'unknown'
  pages: number
  isEncrypted: boolean
  isReadWhole: boolean
  findings: Partial<Record<Finding, number>>
  scan?: Scan
}

const OPENS = { opens: 'yes', damaged: 'no', locked: 'with-password' } as const

/** Unknown counts as suspicious, never as harmless. */
export function toResult({ opening, findings }: CvInspection, scan?: Scan): CvResult {
  const { counts = {}, isReadWhole = false, isEncrypted = false } = findings ?? {}
  const { scripts = 0, attachments = 0 } = opening ?? {}
  return {
    opens: opening ? OPENS[opening.outcome] : 'unknown',
    pages: opening?.pages ?? 0,
    isEncrypted: isEncrypted || opening?.outcome === 'locked',
    isReadWhole: isReadWhole && opening !== undefined,
    findings: {
      ...counts,
      ...(scripts > 0 && { script: Math.max(scripts, counts.script ?? 0) }),
      ...(attachments > 0 && { attachment: Math.max(attachments, counts.attachment ?? 0) }),
    },
    ...(scan && { scan }),
  }
}

/** Warnings for the staff. The CV is kept: honest programs write such files, too. */
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
type CvMark = (typeof CV_MARKS)[number]

export const isCvMark = (mark: string): mark is CvMark => mark.startsWith('cv-')

/** Links and plain forms are ordinary in CVs. */
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

export function marksOf({ opens, isReadWhole, findings, scan }: CvResult): CvMark[] {
  const marks = new Set(Object.keys(findings).map((finding) => MARK_OF[finding as Finding]))
  if (opens === 'no') marks.add('cv-damaged')
  if (opens === 'with-password') marks.add('cv-locked')
  else if (!isReadWhole) marks.add('cv-not-read-whole')
  if (scan?.outcome === 'infected') marks.add('cv-virus')
  if (scan?.outcome === 'not-scanned') marks.add('cv-not-scanned')
  return CV_MARKS.filter((mark) => marks.has(mark))
}
