import { ROLES, type Role } from '#domain/people/rights.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'

export type MadeLink = ResultOf<'POST /people/invitations'> & { name: string; email: string }

interface InviteDialogProps {
  onClose(): void
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
  const { people: texts, shell, language } = useTexts()
  const { submit, failure, refusal, ...form } = useSubmit()
  const draft = useDraft<Invitation>('invitation', () => ({ name: '', email: '', role: 'recruiter', language }))
  const { name, email } = draft.value
  const send = () =>
    submit(async () => {
      const made = await api('POST /people/invitations', { body: draft.value })
      draft.forget()
      onMade({ ...made, name, email })
    })
  const close = () => {
    onClose()
    draft.discard(Boolean(name || email), onReopen)
  }
  const taken = refusal?.problem === 'emailTaken' ? refusal.message : undefined
  return (
    <FormDialog
      title={texts.inviteTitle}
      text={texts.inviteText}
      submit={texts.makeLink}
      form={{ ...form, failure: taken ? undefined : failure }}
      stays
      onClose={close}
      onSubmit={send}
    >
      <Field label={texts.name} dir="auto" autoComplete="off" required {...draft.field('name')} />
      <Field ltr label={texts.email} type="email" autoComplete="off" required error={taken} {...draft.field('email')} />
      <Choice
        legend={texts.role}
        {...draft.choice('role')}
        options={ROLES.map((value) => ({ value, label: shell.roles[value] }))}
      />
      <Choice
        legend={texts.language}
        {...draft.choice('language')}
        options={LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
      />
    </FormDialog>
  )
}
