import { createContext, use } from 'react'
import type { SessionState } from '#desk/api/calls/ways-in.ts'
import type { Right } from '#domain/people/rights.ts'

type SignedInSession = Extract<SessionState, { state: 'signed-in' }>

export type { SessionState }

const worksAtSignOut = new Set<() => void>()

/** Registers work for signing out: nothing of one person stays for the next. */
export const atSignOut = (work: () => void) => worksAtSignOut.add(work)

export function cleanUpAtSignOut() {
  for (const work of worksAtSignOut) work()
}

const SessionContext = createContext<SignedInSession | undefined>(undefined)

export const SessionProvider = SessionContext.Provider

export function useSession() {
  const session = use(SessionContext)
  if (!session) throw new Error('The session is used outside its provider')
  return { ...session, can: (right: Right) => session.rights.includes(right) }
}
