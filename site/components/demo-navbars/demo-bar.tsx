import { otherLanguage } from '#texts/languages.ts'
import { Wordmark } from '../../brand/words/wordmark.tsx'
import { useRoot } from '../../use-root.ts'
import { PageLink } from '../controls/page-link.tsx'
import { LanguageLink } from '../shell/language-links.tsx'
import styles from './demo-bar.module.css'
import { NarrowMenu, WideMenu } from './demo-menu.tsx'
import { SearchBox } from './search-box.tsx'

export function DemoBar() {
  const { language } = useRoot()
  return (
    <header className={`on-ink ${styles.bar}`}>
      <div className={`wrap ${styles.row}`}>
        <PageLink to="/" className={styles.home}>
          <Wordmark language={language} />
        </PageLink>
        <WideMenu look="bar" />
        <SearchBox look="boxed" />
        <LanguageLink language={otherLanguage(language)} className={styles.language} />
        <NarrowMenu look="bar" />
      </div>
    </header>
  )
}
