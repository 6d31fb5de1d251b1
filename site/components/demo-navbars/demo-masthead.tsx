import { otherLanguage } from '#texts/languages.ts'
import { Wordmark } from '../../brand/words/wordmark.tsx'
import { useRoot } from '../../use-root.ts'
import { PageLink } from '../controls/page-link.tsx'
import { LanguageLink } from '../shell/language-links.tsx'
import styles from './demo-masthead.module.css'
import { NarrowMenu, WideMenu } from './demo-menu.tsx'
import { SearchBox } from './search-box.tsx'

export function DemoMasthead() {
  const { language } = useRoot()
  return (
    <header className={styles.masthead}>
      <div className={`wrap ${styles.row}`}>
        <SearchBox look="underlined" />
        <PageLink to="/" className={styles.home}>
          <Wordmark language={language} className={styles.wordmark} />
        </PageLink>
        <LanguageLink language={otherLanguage(language)} className={styles.language} />
        <NarrowMenu look="masthead" />
      </div>
      <div className={styles.menu}>
        <WideMenu look="masthead" />
      </div>
    </header>
  )
}
