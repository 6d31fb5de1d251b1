import { ChevronDown, Globe } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Dot } from '../../brand/dots/dot.tsx'
import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import { Icon } from '../controls/icon.tsx'
import { LANGUAGE_NAMES, LanguageLinks } from './language-links.tsx'
import styles from './language-menu.module.css'

/** Opens by itself; script only closes it when the visitor turns away. */
export function LanguageMenu() {
  const { language } = useRoot()
  const texts = useTexts('shell')
  const menu = useClosingDetails()
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

function useClosingDetails() {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    const close = () => {
      if (ref.current) ref.current.open = false
    }
    const turnAway = (event: Event) => {
      if (!ref.current?.contains(event.target as Node)) close()
    }
    const pressKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !ref.current?.open) return
      close()
      ref.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', turnAway, listening)
    document.addEventListener('focusin', turnAway, listening)
    document.addEventListener('keydown', pressKey, listening)
    return () => listening.abort()
  }, [])
  return ref
}
