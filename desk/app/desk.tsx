import { Component, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'
import { actAs, allowBackgroundCalls, api, loaded } from './api.ts'
import { AnnouncementsProvider, useAnnouncements } from './parts/work.tsx'
import { SessionProvider, type SessionState } from './session.tsx'
import { FailureScreen } from './shell/failure.tsx'
import { TextsProvider, useTexts } from './texts.tsx'

const Inside = lazy(loaded(() => import('./shell/inside.tsx')))
const SignIn = lazy(loaded(() => import('./door/sign-in.tsx')))
const Recover = lazy(loaded(() => import('./door/recover.tsx')))
const SetUp = lazy(loaded(() => import('./door/set-up.tsx')))
const CompanyReturn = lazy(loaded(() => import('./door/company-sign-in.tsx')))
const Join = lazy(loaded(() => import('./door/join.tsx')))

export function Desk({ language, texts }: { language: Language; texts: DeskTexts }) {
  const [session, setSession] = useState<SessionState>()
  const [failure, setFailure] = useState<unknown>()
  const look = useCallback(async () => {
    try {
      const found = await api('GET /session')
      actAs(found.state === 'signed-in' ? found.person.id : undefined)
      allowBackgroundCalls(found.state === 'signed-in')
      setFailure(undefined)
      setSession(found)
    } catch (error) {
      setFailure(error)
    }
  }, [])
  useEffect(() => void look(), [look])

  return (
    <TextsProvider language={language} texts={texts} timeZone={session?.timeZone ?? 'UTC'}>
      <AnnouncementsProvider>
        <Boundary>
          <Suspense>
            {failure ? (
              <FailureScreen error={failure} onRetry={look} />
            ) : (
              session && <Screens session={session} onChange={look} />
            )}
          </Suspense>
        </Boundary>
      </AnnouncementsProvider>
    </TextsProvider>
  )
}

class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <FailureScreen error={this.state.error} />
  }
}

function Screens({ session, onChange }: { session: SessionState; onChange(): Promise<void> }) {
  const { language, changeLanguage } = useTexts()
  const { attempt } = useAnnouncements()
  const enter = useCallback(async () => {
    if (location.pathname === '/join') history.replaceState(null, '', '/')
    await onChange()
  }, [onChange])
  const saved = session.state === 'signed-in' ? session.person.language : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody signs in
  useEffect(() => {
    if ((saved === 'en' || saved === 'ar') && saved !== language) attempt(() => changeLanguage(saved))
  }, [saved])

  if (location.pathname === '/sign-in/company') return <CompanyReturn onEnter={onChange} />
  if (location.pathname === '/join') return <Join onEnter={enter} />
  if (session.state === 'set-up') return <SetUp onEnter={enter} />
  if (session.state === 'recovery') return <Recover person={session.person} onEnter={enter} />
  if (session.state !== 'signed-in') return <SignIn onEnter={enter} />
  return (
    <SessionProvider value={session}>
      <Inside onSessionChange={onChange} />
    </SessionProvider>
  )
}
