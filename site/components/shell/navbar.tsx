import { ChevronDown, Globe } from 'lucide-react'
import { useLocation } from 'react-router'
import { Dot } from '../../brand/dots/dot.tsx'
import { usePageContent, useRoot, useTexts } from '../../page-context.tsx'
import { useClosingDetails } from '../controls/closing-details.ts'
import { Icon, PageLink } from '../controls.tsx'
import { CompanyWordmark } from './company-wordmark.tsx'
import { FrameLink } from './frame-link.tsx'
import { LANGUAGE_NAMES, LanguageLinks } from './language-links.tsx'
import languages from './language-menu.module.css'
import styles from './navbar.module.css'
import { currentAs, keyOf } from './navigation.ts'
import { PhoneMenu, PhoneMenuButton } from './phone-menu.tsx'

export function Navbar() {
  const { pathname } = useLocation()
  const { navigation } = useTexts('shell')
  const { header } = usePageContent('navigation')
  return (
    <header className={styles.navbar}>
      <div className={`wrap ${styles.bar}`}>
        <PageLink to="/" className={styles.home}>
          <CompanyWordmark className={styles.wordmark} />
        </PageLink>
        <nav className={styles.links} aria-label={navigation}>
          <ul>
            {header.map((entry) => (
              <li key={keyOf(entry)}>
                <FrameLink to={entry.to} aria-current={currentAs(entry, pathname)}>
                  {entry.label}
                </FrameLink>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageMenu />
        <PhoneMenuButton />
      </div>
      <PhoneMenu />
    </header>
  )
}

function LanguageMenu() {
  const { language } = useRoot()
  const texts = useTexts('shell')
  const menu = useClosingDetails<HTMLDetailsElement>()
  return (
    <details className={languages.menu} ref={menu}>
      <summary>
        <Icon of={Globe} />
        <span className="vh">{texts.language}: </span>
        <span>{LANGUAGE_NAMES[language]}</span>
        <Icon of={ChevronDown} small />
      </summary>
      <ul>
        <LanguageLinks mark={<Dot />} />
      </ul>
    </details>
  )
}
