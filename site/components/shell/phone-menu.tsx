import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { usePageContent, useTexts } from '../../page-context.tsx'
import { ChatButton } from '../contact/ways-to-reach.tsx'
import { Icon, PageLink } from '../controls.tsx'
import { CompanyWordmark } from './company-wordmark.tsx'
import { FrameLink } from './frame-link.tsx'
import { LanguageLinks } from './language-links.tsx'
import { currentAs, keyOf } from './navigation.ts'
import styles from './phone-menu.module.css'

const ID = 'menu'

export function PhoneMenuButton() {
  const { menu } = useTexts('shell')
  return (
    <button type="button" className={styles.button} popoverTarget={ID} aria-label={menu.open} aria-haspopup="dialog">
      <span />
      <span />
    </button>
  )
}

/** A popover works without script; the first script keeps the focus inside. */
export function PhoneMenu() {
  const { pathname, key } = useLocation()
  const { menu } = useTexts('shell')
  const { header } = usePageContent('navigation')
  const sheet = useRef<HTMLDivElement>(null)
  const openedAt = useRef(key)

  useEffect(() => {
    // Opened before the application woke: that is no navigation.
    if (openedAt.current === key) return
    openedAt.current = key
    if (sheet.current) close(sheet.current)
  }, [key])

  return (
    <div
      id={ID}
      ref={sheet}
      popover="auto"
      role="dialog"
      aria-modal="true"
      aria-label={menu.open}
      className={`on-ink ${styles.sheet}`}
    >
      <div className={styles.bar}>
        <PageLink to="/" className={styles.home}>
          <CompanyWordmark className={styles.wordmark} isRepeated />
        </PageLink>
        <button
          type="button"
          className={styles.close}
          popoverTarget={ID}
          popoverTargetAction="hide"
          aria-label={menu.close}
          // biome-ignore lint/a11y/noAutofocus: the browser gives it the focus when the popover opens, not when the page loads
          autoFocus
        >
          <Icon of={X} />
        </button>
      </div>
      <nav aria-label={menu.open}>
        <ul>
          {header.map((entry) => (
            <li key={keyOf(entry)}>
              <FrameLink className="d2" to={entry.to} aria-current={currentAs(entry, pathname)}>
                {entry.label}
              </FrameLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <ChatButton />
        <ul className={styles.languages}>
          <LanguageLinks />
        </ul>
      </div>
    </div>
  )
}

function close(sheet: HTMLElement) {
  // Without popovers the first script has opened it.
  if (!('popover' in HTMLElement.prototype)) sheet.toggleAttribute('data-open', false)
  else if (sheet.matches(':popover-open')) sheet.hidePopover()
}
