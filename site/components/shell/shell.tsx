import { type ReactNode, useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { permanentAddress, plainAddress } from '../../addresses.ts'
import { OFFLINE_ID } from '../../boot/offline.ts'
import { type PageHandle, useRoot, useTexts } from '../../page-context.tsx'
import { Announcement } from './announcement.tsx'
import { Footer } from './footer.tsx'
import { Navbar } from './navbar.tsx'
import { Preloader } from './preloader.tsx'
import styles from './shell.module.css'

interface ShellProps {
  /** For error pages, which are not what the address matched. */
  handle?: PageHandle
  children: ReactNode
}

export function Shell({ handle, children }: ShellProps) {
  const { skip, offline } = useTexts('shell')
  const ofPage = useMatches().at(-1)?.handle as PageHandle | undefined
  const { navbar: PageNavbar = Navbar, closing = 'project', ground, isPrivate } = handle ?? ofPage ?? { texts: [] }
  useHeadingFocus()
  useReplayedClick()
  return (
    <div className={ground ? `${styles.ground} ${grounds[ground]}` : undefined}>
      <a className={styles.skip} href="#main">
        {skip}
      </a>
      <Announcement />
      <PageNavbar />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isPrivate && <PrintedAddress />}
      <Footer closing={closing} isOnGround={ground !== undefined} />
      <p id={OFFLINE_ID} className={styles.offline} role="alert" suppressHydrationWarning>
        {offline}
      </p>
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

let announced: string | undefined

/** After a navigation the new heading takes the focus: it is read out, and the next Tab starts there. */
function useHeadingFocus() {
  const { pathname, search } = useLocation()
  const address = pathname + search
  useEffect(() => {
    const isFirstPage = announced === undefined
    const isAnnounced = announced === address
    announced = address
    if (isFirstPage || isAnnounced) return
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [address])
}

declare global {
  interface Window {
    siteIsAwake?: boolean
    clickToReplay?: HTMLElement
    /** Fields that lost the focus while the page slept. */
    fieldsLeft?: HTMLInputElement[]
    formIsPosted?: boolean
  }
}

function useReplayedClick() {
  useEffect(() => {
    window.siteIsAwake = true
    const button = window.clickToReplay
    delete window.clickToReplay
    if (!button) return
    // Idle: the effects of what the button moves must have run.
    const replay = setTimeout(() => button.click())
    return () => clearTimeout(replay)
  }, [])
}
