import { useEffect, useState } from 'react'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { Field } from '../../parts/field.tsx'
import { Note, Skeleton } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useLanguage, useSay, useTexts } from '../../texts.tsx'
import { Seats } from './art.tsx'
import { Door } from './door.tsx'
import { FactorForm } from './factor-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The secret stands behind the #: it is not sent when the link is opened, and opening changes nothing. */
const secretOfLink = () => location.hash.slice(1)

export default function Join({ onEnter }: { onEnter(): Promise<void> }) {
  const { join, factor, signIn, recovery } = useTexts('door')
  const { roles } = useTexts('shell')
  const say = useSay('door')
  const formats = useFormats()
  const language = useLanguage()
  const looking = useSubmit()
  const form = useSubmit()
  const [invitation, setInvitation] = useState<ResultOf<'POST /invitation'>>()
  const [name, setName] = useState('')
  const [codes, setCodes] = useState<string[]>()
  const [secret] = useState(secretOfLink)

  const { submit } = looking
  useEffect(() => {
    submit(async () => {
      const found = await api('POST /invitation', { body: { secret: secret || '-' } })
      setInvitation(found)
      setName(found.name)
    })
  }, [submit, secret])

  const art = <Seats text={signIn.art} />
  if (codes)
    return (
      <Door title={`${recovery.title}.`} art={art}>
        <RecoveryCodes codes={codes} onDone={onEnter} />
      </Door>
    )
  if (!invitation)
    return (
      <Door title={join.title} art={art}>
        {looking.failure ? <Note kind="wrong">{looking.failure}</Note> : <Skeleton rows={3} />}
      </Door>
    )
  const isReset = invitation.kind === 'reset'
  return (
    <Door
      title={isReset ? join.resetTitle : join.title}
      art={art}
      note={say('join.ends', { when: formats.moment(invitation.expiresAt) })}
    >
      <p className="second">{isReset ? join.resetIntro : say('join.intro', { role: roles[invitation.role] })}</p>
      <FactorForm
        form={form}
        isReady={name.trim() !== ''}
        askForPasskey={() => api('POST /invitation/passkey', { body: { secret, name } })}
        askForSecret={() => api('POST /invitation/one-time-secret', { body: { secret } })}
        onFactor={async (made) => {
          const accepted = await api('POST /invitation/accept', {
            body: { secret, name, language, factor: made } as never,
          })
          setCodes(accepted.recoveryCodes)
        }}
      >
        <Field large ltr label={factor.email} name="email" readOnly value={invitation.email} autoComplete="username" />
        {!isReset && (
          <Field
            large
            label={factor.name}
            name="name"
            dir="auto"
            autoComplete="name"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={form.errorOf('name')}
          />
        )}
      </FactorForm>
    </Door>
  )
}
