import { Download, KeyRound } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import type { NewFactor } from '#domain/people/people.ts'
import { NoAnswer } from '../api.ts'
import { CopyButton } from '../parts/dialog.tsx'
import { Button, Ltr, Note, Row } from '../parts/elements.tsx'
import { Choice, Field, PasswordField } from '../parts/field.tsx'
import { Failure, type useSubmit } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './door.module.css'
import { Door } from './door.tsx'
import { canUsePasskeys, makePasskey, nameOfDevice } from './passkeys.ts'

interface FactorFormProps {
  form: ReturnType<typeof useSubmit>
  children?: ReactNode
  /** All fields above are filled in, so a challenge or a secret can be requested. */
  isReady: boolean
  /** The person typed so far; another person needs another secret. */
  secretFor?: string
  askForPasskey(): Promise<Parameters<typeof makePasskey>[0]>
  askForSecret(): Promise<{ secret: string; uri: string }>
  onFactor(factor: NewFactor): Promise<void>
  only?: NewFactor['kind']
  submitLabel?: string
}

export function FactorForm(props: FactorFormProps) {
  const { form, children, isReady, askForPasskey, onFactor, only, submitLabel } = props
  const { door: texts, shell } = useTexts()
  const { factor } = texts
  const [kind, setKind] = useState<NewFactor['kind']>(only ?? (canUsePasskeys() ? 'passkey' : 'password'))
  const { secret, makeSecret, wantSecret } = useSecret(kind, props)
  const isCodeWrong = form.refusal?.problem === 'oneTimeCodeWrong'

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answers = new FormData(event.currentTarget)
    form.submit(async () => {
      if (kind === 'passkey') {
        if (!canUsePasskeys()) throw new Failure(factor.noPasskeys)
        return onFactor(await makePasskey(await askForPasskey(), nameOfDevice(navigator.userAgent), factor.cancelled))
      }
      // A secret that was not shown yet has no code.
      if (!secret) return makeSecret()
      const [password, code] = ['password', 'code'].map((name) => String(answers.get(name) ?? '')) as [string, string]
      return onFactor({ kind, password, secret: secret.secret, code })
    })
  }
  const canRetry = kind === 'password' && isReady && !secret && !form.refusal

  return (
    <form className={styles.stack} onSubmit={send} onBlur={wantSecret}>
      {children}
      {!only && (
        <Choice
          legend={factor.how}
          name="factor"
          look="cards"
          value={kind}
          onChange={setKind}
          options={{
            passkey: { name: factor.passkey, text: factor.passkeyText },
            password: { name: factor.password, text: factor.passwordText },
          }}
        />
      )}
      {kind === 'password' && (
        <>
          <PasswordField
            large
            label={factor.newPassword}
            hint={factor.passwordHint}
            name="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
          {secret && (
            <div className={styles.scan}>
              <QrCode text={secret.uri} label={factor.scanLabel} />
              <div className={styles.stack}>
                <p className="small">{factor.scan}</p>
                <p className="muted small">{factor.secret}</p>
                <Ltr className={styles.secret}>{secret.secret.match(/.{1,4}/g)?.join(' ')}</Ltr>
              </div>
            </div>
          )}
          <Field
            key={secret?.secret}
            large
            ltr
            label={factor.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={isCodeWrong ? form.refusal?.message : undefined}
          />
        </>
      )}
      {form.failure && !isCodeWrong && (
        <Note kind="wrong" actions={canRetry && <Button small onClick={wantSecret} label={shell.tryAgain} />}>
          {form.failure}
        </Note>
      )}
      <Button
        type="submit"
        look="primary"
        icon={kind === 'passkey' ? KeyRound : undefined}
        busy={form.isBusy}
        label={submitLabel ?? (kind === 'passkey' ? factor.createPasskey : factor.createPassword)}
      />
    </form>
  )
}

function useSecret(kind: NewFactor['kind'], { form, isReady, secretFor = '', askForSecret }: FactorFormProps) {
  const [made, setMade] = useState<{ secret: string; uri: string; secretFor: string }>()
  const secret = made?.secretFor === secretFor ? made : undefined
  const asked = useRef<string>(undefined)
  const makeSecret = async () => {
    asked.current = secretFor
    try {
      setMade({ ...(await askForSecret()), secretFor })
    } catch (error) {
      // A lost response may be retried; a refusal stands until another text is typed.
      if (error instanceof NoAnswer) asked.current = undefined
      throw error
    }
  }
  /** On leaving a field, not at every letter. */
  const wantSecret = () => {
    if (kind === 'password' && isReady && !secret && asked.current !== secretFor) form.submit(makeSecret)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way was chosen; the fields above tell by themselves when they are left
  useEffect(wantSecret, [kind])
  return { secret, makeSecret, wantSecret }
}

export function NameField(field: Pick<ComponentProps<typeof Field>, 'value' | 'onChange' | 'error'>) {
  const { door } = useTexts()
  return <Field large label={door.factor.name} name="name" autoComplete="name" dir="auto" required {...field} />
}

/** Drawn locally, because it holds a secret. Dark on light, or phones cannot read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { border: 1 })
    const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: data.length, path: modules.join('') }
  }, [text])
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#11141b" />
    </svg>
  )
}

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

interface RecoveryDoorProps {
  codes: string[]
  art: ReactNode
  onDone(): void
}

export function RecoveryDoor({ codes, art, onDone }: RecoveryDoorProps) {
  const { door } = useTexts()
  return (
    <Door title={`${door.recovery.title}.`} art={art}>
      <RecoveryCodes codes={codes} onDone={onDone} />
    </Door>
  )
}
