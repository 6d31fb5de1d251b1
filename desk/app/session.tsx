import { createContext, type ReactNode, use } from 'react'
import type { SessionState } from '#desk/api/calls/ways-in.ts'
import { mayDoIn, type Right } from '#domain/people/rights.ts'

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
  /** About the applications of a process, or, without one, anywhere. */
  const can = (right: Right, process?: string) =>
    process === undefined ? session.rights.includes(right) : mayDoIn(session.person, process, right)
  return { ...session, can }
}

/** Below it a person may do what they may do with one record. */
export function RightsHere({ rights, children }: { rights: Right[]; children: ReactNode }) {
  const session = useSession()
  return <SessionProvider value={{ ...session, rights }}>{children}</SessionProvider>
}
