import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { IconButton } from '../../parts/elements.tsx'
import { Field } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'
import type { Bilingual } from './draft.ts'
import styles from './set-up.module.css'

interface PairProps {
  /** Of the call's body, up to the language. */
  name: string
  value: Bilingual
  labelIn(language: string): string
  placeholder?: Bilingual | undefined
  maxLength: number
  onChange(value: Bilingual): void
}

/** English is always left, Arabic always right. */
export function Pair({ name, value, labelIn, placeholder, maxLength, onChange }: PairProps) {
  const { 'set-up': texts } = useTexts()
  const nameOf: Record<Language, string> = { en: texts.english, ar: texts.arabic }
  return (
    <div className={styles.pair} dir="ltr">
      {LANGUAGES.map((language) => (
        <div key={language} dir={language === 'ar' ? 'rtl' : 'ltr'} className={styles.side}>
          <Field
            className={styles.bare}
            name={`${name}.${language}`}
            label={labelIn(nameOf[language])}
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            value={value[language]}
            maxLength={maxLength}
            placeholder={placeholder?.[language] ?? nameOf[language]}
            onChange={({ target }) => onChange({ ...value, [language]: target.value })}
          />
        </div>
      ))}
    </div>
  )
}

interface RowToolsProps {
  called: string
  canRise: boolean
  canFall: boolean
  onMove(by: 1 | -1): void
  onRemove?: (() => void) | undefined
}

export function RowTools({ called, canRise, canFall, onMove, onRemove }: RowToolsProps) {
  const { say } = useTexts()
  return (
    <div className={styles.tools}>
      {(canRise || canFall) && (
        <>
          <IconButton
            icon={ChevronUp}
            label={say('set-up.up', { name: called })}
            aria-disabled={!canRise || undefined}
            onClick={() => canRise && onMove(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={say('set-up.down', { name: called })}
            aria-disabled={!canFall || undefined}
            onClick={() => canFall && onMove(1)}
          />
        </>
      )}
      {onRemove && <IconButton icon={X} label={say('set-up.remove', { name: called })} onClick={onRemove} />}
    </div>
  )
}
