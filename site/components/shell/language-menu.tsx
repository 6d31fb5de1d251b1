import { ChevronDown, Globe } from 'lucide-react'
import { Dot } from '../../brand/dots/dot.tsx'
import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import { useClosingDetails } from '../controls/closing-details.ts'
import { Icon } from '../controls/icon.tsx'
import { LANGUAGE_NAMES, LanguageLinks } from './language-links.tsx'
import styles from './language-menu.module.css'

export function LanguageMenu() {
  const { language } = useRoot()
  const texts = useTexts('shell')
  const menu = useClosingDetails<HTMLDetailsElement>()
  return (
    <details className={styles.menu} ref={menu}>
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
