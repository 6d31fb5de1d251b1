import { type FormEvent, useEffect, useId, useState } from 'react'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Ltr, Note } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { About } from '../../submissions/about.tsx'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './submission.module.css'

interface EraseDialogProps {
  email: string
  onClose(): void
  onErased(): void
}

type Receipt = ResultOf<'POST /erasure'>

/** Everything of one person: shown before it goes, the address typed once more, a receipt afterwards. */
export function EraseDialog({ email, onClose, onErased }: EraseDialogProps) {
  const texts = useTexts('erase')
  const { cancel } = useTexts('shell')
  const words = useTexts('submissions')
  const say = useSay('erase')
  const formats = useFormats()
  const [preview, setPreview] = useState<ResultOf<'POST /erasure/preview'>>()
  const [receipt, setReceipt] = useState<Receipt>()
  const [typed, setTyped] = useState('')
  const { submit, isBusy, failure, errorOf } = useSubmit()
  const formId = useId()
  useEffect(() => {
    submit(async () => setPreview(await api('POST /erasure/preview', { body: { email } })))
  }, [email, submit])
  const isRight = typed.trim().toLowerCase() === email.toLowerCase()
  const erase = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) submit(async () => setReceipt(await api('POST /erasure', { body: { email, typedEmail: typed } })))
  }
  if (receipt) return <ReceiptDialog receipt={receipt} onClose={onErased} />
  return (
    <Dialog
      title={texts.title}
      text={texts.text}
      wide
      stays
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={formId} look="danger" busy={isBusy} blocked={!isRight && texts.typeFirst}>
            {texts.erase}
          </Button>
        </>
      }
    >
      {preview && (
        <>
          <p>
            <b>{say('goes', { count: preview.count, cvs: preview.cvs })}</b>
          </p>
          <ul className={styles.letters}>
            {preview.items.map((item) => (
              <li key={item.reference}>
                <Ltr>{item.reference}</Ltr>
                <bdi>{item.name}</bdi>
                <span className="muted small">{words.kinds[item.kind]}</span>
                <About item={item} />
                <span className="muted small">{formats.day(item.createdAt)}</span>
              </li>
            ))}
          </ul>
          {preview.alike.length > 0 && (
            <Note>
              {texts.alike} <Ltr>{preview.alike.join(', ')}</Ltr>
            </Note>
          )}
          <p className="muted small">{texts.backups}</p>
        </>
      )}
      <form id={formId} onSubmit={erase}>
        <Field
          ltr
          label={say('typed', { email })}
          value={typed}
          autoComplete="off"
          error={errorOf('typedEmail')}
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
      {failure && <Note kind="wrong">{failure}</Note>}
    </Dialog>
  )
}

function ReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose(): void }) {
  const texts = useTexts('erase')
  const formats = useFormats()
  const known = texts.counts as Record<string, string>
  return (
    <Dialog
      title={texts.receiptTitle}
      text={texts.receiptText}
      stays
      onClose={onClose}
      actions={
        <>
          <CopyButton text={JSON.stringify(receipt, null, 2)} label={texts.copyReceipt} />
          <Button look="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{texts.when}</dt>
          <dd>{formats.moment(receipt.erasedAt)}</dd>
        </div>
        {Object.entries(receipt.counts).map(([name, count]) => (
          <div key={name}>
            <dt>{known[name] ?? name}</dt>
            <dd>{formats.number(Number(count))}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.entry}</dt>
          <dd>
            <Ltr>{`${receipt.entry} ${receipt.hash.slice(0, 16)}`}</Ltr>
          </dd>
        </div>
      </dl>
    </Dialog>
  )
}
