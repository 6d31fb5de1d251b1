import { Download } from 'lucide-react'
import { CopyButton } from '../parts/copy-button.tsx'
import { Button, Ltr, Row } from '../parts/elements.tsx'
import { useTexts } from '../texts.tsx'
import styles from './door.module.css'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const { door, say, company } = useTexts()
  const save = () => {
    const text = `${say('door.recovery.file', { company })}\n${location.origin}\n\n${codes.join('\n')}\n`
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className={styles.stack}>
      <p className="second">{door.recovery.text}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Ltr>{code}</Ltr>
          </li>
        ))}
      </ol>
      <Row>
        <Button icon={Download} onClick={save} label={door.recovery.download} />
        <CopyButton text={codes.join('\n')} label={door.recovery.copy} />
        <Button look="primary" onClick={onDone} label={door.recovery.done} />
      </Row>
    </div>
  )
}
