export type ImportFailure =
  | 'notWordPress'
  | 'exportDamaged'
  | 'textTooLong'
  | 'notJobBoard'
  | 'unknownFile'
  | 'archiveTooLarge'
  | 'archiveDamaged'
  | 'archiveEscapes'
  | 'broken'

/** A fault of the file: reading it again would not help. */
export class RefusedFile extends Error {
  readonly reason: ImportFailure

  constructor(reason: ImportFailure) {
    super(reason)
    this.name = 'RefusedFile'
    this.reason = reason
  }
}
