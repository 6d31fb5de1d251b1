import { api } from '../api.ts'
import { Button } from '../parts/elements.tsx'
import { Field } from '../parts/field.tsx'
import { useSubmit } from '../parts/work.tsx'
import type { SessionState } from '../session.tsx'
import { useTexts } from '../texts.tsx'
import { Door, Seats } from './door.tsx'
import { FactorForm } from './factor-form.tsx'

interface RecoverProps {
  person: Extract<SessionState, { state: 'recovery' }>['person']
  onEnter(): Promise<void>
}

export default function Recover({ person, onEnter }: RecoverProps) {
  const { door } = useTexts()
  const form = useSubmit()
  const leave = () => form.submit(() => api('POST /sign-out').finally(onEnter))
  return (
    <Door title={door.recover.title} note={door.recover.note} art={<Seats text={door.signIn.art} />}>
      <p className="second">{door.recover.intro}</p>
      <FactorForm
        form={form}
        isReady
        submitLabel={door.recover.submit}
        askForPasskey={() => api('POST /account/passkey')}
        askForSecret={() => api('POST /account/one-time-secret')}
        onFactor={async (factor) => {
          await api('POST /account/factors', { body: { factor } as never })
          await onEnter()
        }}
      >
        <Field large ltr label={door.factor.email} name="email" readOnly value={person.email} autoComplete="username" />
      </FactorForm>
      <Button look="link" onClick={leave} label={door.recover.cancel} />
    </Door>
  )
}
