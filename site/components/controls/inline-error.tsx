import { RotateCw } from 'lucide-react'
import { useLocation } from 'react-router'
import { Envelope } from '../../brand/scenes/envelope.tsx'
import { useTexts } from '../../page-context.tsx'
import { ButtonAnchor } from '../controls.tsx'
import styles from './inline-error.module.css'

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
