import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, Refusal } from '../api.ts'
import { Button, Note } from '../parts/elements.tsx'
import { Field, PasswordField } from '../parts/field.tsx'
import { useSubmit } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import { CompanyButton, hasCompanySignIn } from './company-sign-in.tsx'
import styles from './door.module.css'
import { answerWithPasskey, canUsePasskeys } from './passkeys.ts'

interface ProofFormProps {
  purpose: 'sign-in' | 'proof'
  email?: string
  onProved(personId?: string): Promise<void> | void
}

export function ProofForm({ purpose, email, onProved }: ProofFormProps) {
  const { door, shell, say } = useTexts()
  const { submit, isBusy, failure, refusal } = useSubmit()
  const [isHelpOpen, setHelpOpen] = useState(false)

  const send = async (proof: Parameters<typeof api<'POST /sign-in'>>[1]) => {
    if (purpose === 'proof') {
      const isProved = await api('POST /session/proof', { ...proof, ungated: true }).then(
        () => true,
        (error) => {
          // Signing in again is a fresh proof too.
          if (error instanceof Refusal && error.problem === 'signedOut') return false
          throw error
        },
      )
      if (isProved) return onProved()
    }
    const { personId, isRecovery } = await api('POST /sign-in', proof)
    // Only the door can set a new factor.
    if (isRecovery && purpose === 'proof') return location.reload()
    return onProved(personId)
  }
  const byPasskey = () =>
    submit(async () => {
      const wanted = await api('POST /sign-in/passkey')
      await send({ body: await answerWithPasskey(wanted, door.factor.cancelled) } as never)
    })
  const byPassword = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answers = new FormData(event.currentTarget)
    const read = (name: string) => String(answers.get(name) ?? '')
    return submit(() =>
      send({
        body: { kind: 'password', email: email ?? read('email'), password: read('password'), code: read('code') },
      }),
    )
  }

  const wait = refusal?.body.retryAfterSeconds
  return (
    <div className={styles.stack}>
      {canUsePasskeys() && (
        <>
          <Button
            look="primary"
            icon={KeyRound}
            className={styles.wide}
            busy={isBusy}
            onClick={byPasskey}
            label={door.signIn.passkey}
          />
          <p className="muted small">{door.signIn.passkeyHint}</p>
          <p className={styles.or}>{door.signIn.or}</p>
        </>
      )}
      {hasCompanySignIn() && (
        <>
          <CompanyButton purpose={purpose} />
          <p className={styles.or}>{door.signIn.or}</p>
        </>
      )}
      <form className={styles.stack} onSubmit={byPassword}>
        {email ? (
          <input type="hidden" name="email" value={email} autoComplete="username" />
        ) : (
          <Field
            large
            ltr
            label={door.signIn.email}
            name="email"
            type="email"
            autoComplete="username webauthn"
            required
          />
        )}
        <PasswordField large label={door.signIn.password} name="password" autoComplete="current-password" />
        <Field
          large
          ltr
          label={door.signIn.code}
          hint={purpose === 'sign-in' ? door.signIn.codeHint : door.signIn.proofCodeHint}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {failure && (
          <Note kind="wrong">
            {failure} {wait !== undefined && say('door.signIn.wait', { seconds: wait })}
          </Note>
        )}
        <div className={styles.split}>
          <Button
            type="submit"
            busy={isBusy}
            label={purpose === 'sign-in' ? door.signIn.submit : shell.session.confirm}
          />
          <Button
            look="link"
            aria-expanded={isHelpOpen}
            onClick={() => setHelpOpen(!isHelpOpen)}
            label={door.signIn.lost}
          />
        </div>
        {isHelpOpen && <Note>{door.signIn.lostText}</Note>}
      </form>
    </div>
  )
}
