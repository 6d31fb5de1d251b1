import { ROLES, type Role } from '#domain/people/rights.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog, FormDialog } from '../../parts/dialog.tsx'
import { Button, Ltr } from '../../parts/elements.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useDiscard, useDraft } from '../../submissions/drafts.ts'
import { useTexts } from '../../texts.tsx'
import styles from './people.module.css'

export type MadeLink = ResultOf<'POST /people/invitations'> & { name: string; email: string }

interface InviteDialogProps {
  onClose(): void
  /** With what was written, after it was closed by mistake. */
  onReopen(): void
  onMade(link: MadeLink): void
}

interface Invitation {
  name: string
  email: string
  role: Role
  language: Language
}

export function InviteDialog({ onClose, onReopen, onMade }: InviteDialogProps) {
  const { people: texts, shell, language: deskLanguage } = useTexts()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const draft = useDraft<Invitation>('invitation', () => ({
    name: '',
    email: '',
    role: 'recruiter',
    language: deskLanguage,
  }))
  const discard = useDiscard()
  const { name, email, role, language } = draft.value
  const change = (changes: Partial<Invitation>) => draft.change({ ...draft.value, ...changes })
  const send = () =>
    submit(async () => {
      const made = await api('POST /people/invitations', { body: draft.value })
      draft.forget()
      onMade({ ...made, name, email })
    })
  const isTaken = refusal?.problem === 'emailTaken'
  return (
    <FormDialog
      title={texts.inviteTitle}
      text={texts.inviteText}
      submit={texts.makeLink}
      isBusy={isBusy}
      failure={isTaken ? undefined : failure}
      stays
      onClose={() => {
        onClose()
        discard(draft, Boolean(name || email), onReopen)
      }}
      onSubmit={send}
    >
      <Field
        label={texts.name}
        name="name"
        dir="auto"
        autoComplete="off"
        required
        value={name}
        error={errorOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        ltr
        label={texts.email}
        name="email"
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={({ target }) => change({ email: target.value })}
        error={errorOf('email') ?? (isTaken ? refusal.message : undefined)}
      />
      <Choice
        legend={texts.role}
        name="role"
        value={role}
        onChange={(chosen) => change({ role: chosen })}
        options={ROLES.map((value) => ({ value, label: shell.roles[value] }))}
      />
      <Choice
        legend={texts.language}
        name="language"
        value={language}
        onChange={(chosen) => change({ language: chosen })}
        options={LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
      />
    </FormDialog>
  )
}

/** Shown once: only its hash is kept. */
export function LinkDialog({ link, onClose }: { link: MadeLink; onClose(): void }) {
  const { people: texts, say, formats } = useTexts()
  return (
    <Dialog
      title={say('people.linkTitle', { name: link.name })}
      text={say('people.linkText', { email: link.email, when: formats.moment(link.expiresAt) })}
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
    </Dialog>
  )
}
