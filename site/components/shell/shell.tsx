import type { ReactNode } from 'react'
import { useLocation, useMatches } from 'react-router'
import { permanentAddress, plainAddress } from '../../addresses.ts'
import { type PageHandle, useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import { Footer } from './footer.tsx'
import { useHeadingFocus } from './heading-focus.ts'
import { Navbar } from './navbar.tsx'
import { Preloader } from './preloader.tsx'
import { useReplayedClick } from './replayed-click.ts'
import styles from './shell.module.css'

interface ShellProps {
  /** For error pages, which are not what the address matched. */
  handle?: PageHandle
  children: ReactNode
}

export function Shell({ handle, children }: ShellProps) {
  const { skip } = useTexts('shell')
  const ofPage = useMatches().at(-1)?.handle as PageHandle | undefined
  const { navbar: PageNavbar = Navbar, callToAction = true, ground, isPrivate } = handle ?? ofPage ?? { texts: [] }
  useHeadingFocus()
  useReplayedClick()
  return (
    <div className={ground ? `${styles.ground} ${grounds[ground]}` : undefined}>
      <a className={styles.skip} href="#main">
        {skip}
      </a>
      <PageNavbar />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isPrivate && <PrintedAddress />}
      <Footer callToAction={callToAction} isOnGround={ground !== undefined} />
      <Preloader />
    </div>
  )
}

function PrintedAddress() {
  const { pathname } = useLocation()
  const { language, settings } = useRoot()
  return (
    // The 404 page is rendered once for all addresses.
    <p className="printed" dir="ltr" suppressHydrationWarning>
      {settings.publicUrl + permanentAddress(plainAddress(pathname), language)}
    </p>
  )
}

const grounds = { cinnabar: styles.cinnabar, ink: 'on-ink' }
