import { defineEvent } from '../platform/events/events.ts'

export type AccountNews = 'recovered' | 'factor-added' | 'factor-removed' | 'codes-renewed' | 'sign-in-failed'

interface AccountChange {
  personId: string
  news: AccountNews
  /** Undefined where no mail is sent. */
  mailDomain: string | undefined
}

/** Recorded only where the invitation is mailed. */
export const personInvited = defineEvent<{ invitationId: string }>('person.invited')
export const accountChanged = defineEvent<AccountChange>('account.changed')
