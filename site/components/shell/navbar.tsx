import { useLocation } from 'react-router'
import { Wordmark } from '../../brand/words/wordmark.tsx'
import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import { PageLink } from '../controls/page-link.tsx'
import { LanguageMenu } from './language-menu.tsx'
import styles from './navbar.module.css'
import { currentAs, NAVIGATION } from './navigation.ts'
import { PhoneMenu, PhoneMenuButton } from './phone-menu.tsx'

export function Navbar() {
  const { language } = useRoot()
  const { pathname } = useLocation()
  const { navigation, pages } = useTexts('shell')
  return (
    <header className={styles.navbar}>
      <div className={`wrap ${styles.bar}`}>
        <PageLink to="/" className={styles.home}>
          <Wordmark language={language} className={styles.wordmark} />
        </PageLink>
        <nav className={styles.links} aria-label={navigation}>
          <ul>
            {NAVIGATION.map((entry) => (
              <li key={entry.name}>
                <PageLink to={entry.to} aria-current={currentAs(entry, pathname)}>
                  {pages[entry.name]}
                </PageLink>
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
