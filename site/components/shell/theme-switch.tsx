import { useEffect, useRef } from 'react'
import { ThemeGlyph } from '../../brand/icons/theme-glyph.tsx'
import { useTexts } from '../../texts.tsx'
import { THEME_KEY } from '../../theme.ts'
import styles from './theme-switch.module.css'

const THEMES = ['light', 'dark', 'system'] as const

/** The first script keeps the choice, also before the application wakes. */
export function ThemeSwitch() {
  const texts = useTexts('shell').theme
  const choices = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    const chosen = document.documentElement.dataset.theme ?? 'system'
    const choice = choices.current?.querySelector<HTMLInputElement>(`[value="${chosen}"]`)
    if (choice) choice.checked = true
  }, [])

  return (
    <fieldset className={styles.themes} ref={choices}>
      <legend className="vh">{texts.label}</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input className="vh" type="radio" name={THEME_KEY} value={theme} defaultChecked={theme === 'system'} />
          <ThemeGlyph theme={theme} />
          <span>{texts[theme]}</span>
        </label>
      ))}
    </fieldset>
  )
}
