import { useEffect, useState } from 'react'
import { api, type ResultOf } from '../api.ts'
import { Note, Skeleton } from '../parts/elements.tsx'
import { Field } from '../parts/field.tsx'
import { useSubmit } from '../parts/work.tsx'
import { useRoleNames } from '../roles.ts'
import { useTexts } from '../texts.tsx'
import { Door, Seats } from './door.tsx'
import { FactorForm, NameField, RecoveryDoor } from './factor-form.tsx'

export default function Join({ onEnter }: { onEnter(): Promise<void> }) {
  const { door, say, formats, language, changeLanguage } = useTexts()
  const namesOf = useRoleNames()
  const looking = useSubmit()
  const form = useSubmit()
  const [invitation, setInvitation] = useState<ResultOf<'POST /invitation'>>()
  const [name, setName] = useState('')
  const [codes, setCodes] = useState<string[]>()
  // The fragment is not sent when the link is opened.
  const [secret] = useState(() => location.hash.slice(1))

  const { submit } = looking
  useEffect(() => {
    submit(async () => {
      const found = await api('POST /invitation', { body: { secret: secret || '-' } })
      await changeLanguage(found.language)
      setInvitation(found)
      setName(found.name)
    })
  }, [submit, secret, changeLanguage])

  const art = <Seats text={door.signIn.art} />
  if (codes) return <RecoveryDoor codes={codes} art={art} onDone={onEnter} />
  if (!invitation)
    return (
      <Door title={door.join.title} art={art}>
        {looking.failure ? <Note kind="wrong">{looking.failure}</Note> : <Skeleton rows={3} />}
      </Door>
    )
  const isReset = invitation.kind === 'reset'
  return (
    <Door
      title={isReset ? door.join.resetTitle : door.join.title}
      art={art}
      note={say('door.join.ends', { when: formats.moment(invitation.expiresAt) })}
    >
      <p className="second">
        {isReset ? door.join.resetIntro : say('door.join.intro', { roles: namesOf(invitation.roles) })}
      </p>
      <FactorForm
        form={form}
        isReady={name.trim() !== ''}
        askForPasskey={() => api('POST /invitation/passkey', { body: { secret, name } })}
        askForSecret={() => api('POST /invitation/one-time-secret', { body: { secret } })}
        onFactor={async (made) => {
          const body = { secret, name, language, factor: made } as never
          setCodes((await api('POST /invitation/accept', { body })).recoveryCodes)
        }}
      >
        <Field
          large
          ltr
          label={door.factor.email}
          name="email"
          readOnly
          value={invitation.email}
          autoComplete="username"
        />
        {!isReset && (
          <NameField value={name} onChange={({ target }) => setName(target.value)} error={form.errorOf('name')} />
        )}
      </FactorForm>
    </Door>
  )
}
