import { RotateCw } from 'lucide-react'
import { useLocation } from 'react-router'
import { Envelope } from '../../brand/scenes/envelope.tsx'
import { useTexts } from '../../texts.tsx'
import { ButtonAnchor } from './button.tsx'
import styles from './inline-error.module.css'

/** A part of the page that could not be loaded; the rest stands. Trying again loads the page anew. */
export function InlineError() {
  const texts = useTexts('states')
  const { pathname, search } = useLocation()
  return (
    <div className={styles.error} role="alert">
      <Envelope state="failed" className={styles.drawing} />
      <p>
        <b>{texts.cannotLoad}</b>
        <span>{texts.cannotLoadNote}</span>
      </p>
      <div className={styles.again}>
        <ButtonAnchor look="ghost" icon={RotateCw} href={pathname + search}>
          {texts.tryAgain}
        </ButtonAnchor>
      </div>
    </div>
  )
}
