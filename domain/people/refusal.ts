/** Keys of texts: desk and terminal put them into words. */
export type RefusalReason =
  | 'wrongCredentials'
  | 'notInvited'
  | 'companyAway'
  | 'companyEmail'
  | 'companyRefused'
  | 'tooManyTries'
  | 'setupCodeWrong'
  | 'setupDone'
  | 'invitationOver'
  | 'passkeyRefused'
  | 'passkeyKnown'
  | 'oneTimeCodeWrong'
  | 'passwordWeak'
  | 'emailTaken'
  | 'personUnknown'
  | 'lastOwner'
  | 'lastFactor'
  | 'notFound'

export class Refused extends Error {
  readonly reason: RefusalReason
  readonly retryAfterSeconds: number | undefined

  constructor(reason: RefusalReason, retryAfterSeconds?: number, cause?: unknown) {
    super(reason, { cause })
    this.name = 'Refused'
    this.reason = reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}
