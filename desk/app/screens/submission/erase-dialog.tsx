import { useState } from 'react'
import { api, type ResultOf } from '../../api.ts'
import { CopyButton, Dialog, FormDialog } from '../../parts/dialog.tsx'
import { Button, Fact, Ltr, Note } from '../../parts/elements.tsx'
import { Field } from '../../parts/field.tsx'
import { useLoaded, useSubmit } from '../../parts/work.tsx'
import { useForgetDrafts } from '../../submissions/drafts-and-undo.ts'
import { About, useCounted } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './submission.module.css'

interface EraseDialogProps {
  email: string
  onClose(): void
  /** True from the request until a refusal: the page loads nothing of it meanwhile. */
  onErasing(isErasing: boolean): void
  onErased(): void
}

type Receipt = ResultOf<'POST /erasure'>

export function EraseDialog({ email, onClose, onErasing, onErased }: EraseDialogProps) {
  const { erase: texts, submissions: words, say, formats } = useTexts()
  const [receipt, setReceipt] = useState<Receipt>()
  const [typed, setTyped] = useState('')
  const forgetDrafts = useForgetDrafts()
  const looking = useLoaded(email, ({ signal }) => api('POST /erasure/preview', { body: { email }, signal }))
  const preview = looking.result
  const { submit, failure, ...form } = useSubmit()
  const isRight = typed.trim().toLowerCase() === email.toLowerCase()
  const erase = () =>
    submit(async () => {
      const body = { email, typedEmail: typed, count: preview?.count }
      onErasing(true)
      try {
        const erased = await api('POST /erasure', { body })
        forgetDrafts(preview?.items.map(({ reference }) => reference) ?? [])
        setReceipt(erased)
      } catch (error) {
        onErasing(false)
        throw error
      }
    })
  if (receipt) return <ReceiptDialog receipt={receipt} onClose={onErased} />
  return (
    <FormDialog
      title={texts.title}
      text={texts.text}
      submit={texts.erase}
      isDanger
      form={{ ...form, failure: failure ?? looking.failure }}
      blocked={!isRight && texts.typeFirst}
      wide
      stays
      onClose={onClose}
      onSubmit={erase}
    >
      {preview && (
        <>
          <p>
            <b>{say('erase.goes', { count: preview.count, cvs: preview.cvs })}</b>
          </p>
          <ul className={styles.erased}>
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
          {preview.alerts > 0 && <p>{texts.alerts}</p>}
          {preview.alike.length > 0 && (
            <Note>
              {texts.alike} <Ltr>{preview.alike.join(', ')}</Ltr>
            </Note>
          )}
          <p className="muted small">{texts.backups}</p>
        </>
      )}
      <Field
        ltr
        label={say('erase.typed', { email })}
        value={typed}
        autoComplete="off"
        name="typedEmail"
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  )
}

function ReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose(): void }) {
  const { erase: texts, formats } = useTexts()
  const counted = useCounted()
  return (
    <Dialog
      title={texts.receiptTitle}
      text={texts.receiptText}
      stays
      onClose={onClose}
      actions={
        <>
          <CopyButton text={JSON.stringify(receipt, null, 2)} label={texts.copyReceipt} />
          <Button look="primary" onClick={onClose} label={texts.done} />
        </>
      }
    >
      <dl className={styles.facts}>
        <Fact label={texts.when}>{formats.moment(receipt.erasedAt)}</Fact>
        <Fact label={texts.what}>{counted(receipt.counts)}</Fact>
        <Fact label={texts.entry}>
          <Ltr>{`${receipt.entry} ${receipt.hash.slice(0, 16)}`}</Ltr>
        </Fact>
      </dl>
    </Dialog>
  )
}
