import { type FormEvent, useId, useState } from 'react'
import { ROLES, type Role } from '#domain/people/rights.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Choice, Field } from '../../parts/field.tsx'
import { Ltr, Note } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useLanguage, useSay, useTexts } from '../../texts.tsx'
import styles from './people.module.css'

export type MadeLink = ResultOf<'POST /people/invitations'> & { name: string; email: string; isMailWanted?: boolean }

export function InviteDialog({ onClose, onMade }: { onClose(): void; onMade(link: MadeLink): void }) {
  const texts = useTexts('people')
  const shell = useTexts('shell')
  const deskLanguage = useLanguage()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const [role, setRole] = useState<Role>('recruiter')
  const [language, setLanguage] = useState<Language>(deskLanguage)
  const formId = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answers = new FormData(event.currentTarget)
    const [name, email] = [String(answers.get('name')), String(answers.get('email'))]
    const mail = answers.get('mail') !== null
    submit(async () => {
      const made = await api('POST /people/invitations', { body: { name, email, role, language, mail } })
      onMade({ ...made, name, email, isMailWanted: mail })
    })
  }
  return (
    <Dialog
      title={texts.inviteTitle}
      text={texts.inviteText}
      stays
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busy={isBusy}>
            {texts.makeLink}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} className={styles.form}>
        <Field label={texts.name} name="name" dir="auto" autoComplete="off" required error={errorOf('name')} />
        <Field
          ltr
          label={texts.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          error={errorOf('email') ?? (refusal?.problem === 'emailTaken' ? refusal.message : undefined)}
        />
        <Choice
          legend={texts.role}
          name="role"
          value={role}
          onChange={setRole}
          options={ROLES.map((value) => ({ value, label: shell.roles[value] }))}
        />
        <Choice
          legend={texts.language}
          name="language"
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
        />
        <Check label={texts.mail} name="mail" />
        {failure && refusal?.problem !== 'emailTaken' && <Note kind="wrong">{failure}</Note>}
      </form>
    </Dialog>
  )
}

/** Shown once: only its hash is kept. */
export function LinkDialog({ link, onClose }: { link: MadeLink; onClose(): void }) {
  const texts = useTexts('people')
  const say = useSay('people')
  const formats = useFormats()
  return (
    <Dialog
      title={say('linkTitle', { name: link.name })}
      text={say('linkText', { email: link.email, when: formats.moment(link.expiresAt) })}
      stays
      onClose={onClose}
      actions={
        <>
          <CopyButton text={link.link} />
          <Button look="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <p className={styles.link}>
        <Ltr>{link.link}</Ltr>
      </p>
      {link.isMailed && <p>{texts.mailed}</p>}
      {link.isMailWanted && !link.isMailed && <Note>{texts.notMailed}</Note>}
    </Dialog>
  )
}
