import { Download } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Ltr, Row } from '../../parts/layout.tsx'
import { useCompanyName, useSay, useTexts } from '../../texts.tsx'
import styles from './door.module.css'

/** Shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const { recovery } = useTexts('door')
  const company = useCompanyName()
  const say = useSay('door')
  const save = () => {
    const text = `${say('recovery.file', { company })}\n${location.origin}\n\n${codes.join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className={styles.stack}>
      <p className="second">{recovery.text}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Ltr>{code}</Ltr>
          </li>
        ))}
      </ol>
      <Row>
        <Button icon={Download} onClick={save}>
          {recovery.download}
        </Button>
        <CopyButton text={codes.join('\n')} label={recovery.copy} />
        <Button look="primary" onClick={onDone}>
          {recovery.done}
        </Button>
      </Row>
    </div>
  )
}
