import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { SecretDots } from '../../../brand/dots/secret-dots.tsx'
import { Button, Icon, PageLink } from '../../../components/controls.tsx'
import { describedField, Field, type FieldBasics, FieldFrame, StatusLine } from '../../../components/form/field.tsx'
import { Title } from '../../../components/headings.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { useTexts } from '../../../page-context.tsx'
import { useUnsentResult } from '../../../submissions/use-form.ts'
import { NothingSent } from '../nothing-sent.tsx'
import { useIsAwake, useUnwiredForm } from '../unwired-form.ts'
import formStyles from './account-form.module.css'
import styles from './account-page.module.css'
import passwordStyles from './password-field.module.css'

export const SECRET_LENGTH = 8

interface AccountPageProps {
  of: 'sign-in' | 'sign-up'
  art: (typed: number) => string
  email?: string
  passwordHint?: string
  children?: ReactNode
  other: { question: string; to: string; name: string }
}

export function AccountPage({ of, art, email, passwordHint, children, other }: AccountPageProps) {
  const texts = useTexts(of)
  const { notOpenYet } = useTexts('forms')
  const { form, fieldOf, isAnswered } = useUnwiredForm(texts.required)
  const [typed, setTyped] = useState(0)
  return (
    <div className={styles.page}>
      <div className={`on-ink ${styles.art}`}>
        <SecretDots typed={Math.min(typed, SECRET_LENGTH)} total={SECRET_LENGTH} className={styles.secret} />
        <p>{art(typed)}</p>
      </div>
      <div className={styles.side}>
        <Title size="d2" text={texts.title} />
        <PageHead {...texts.meta} result={useUnsentResult()} unlisted />
        <form {...form} className={formStyles.form}>
          <NothingSent from="account" />
          <Field
            {...fieldOf('username')}
            label={texts.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          {email && <Field {...fieldOf('email')} type="email" label={email} autoComplete="email" dir="ltr" />}
          <PasswordField
            {...fieldOf('password')}
            label={texts.password}
            hint={passwordHint}
            autoComplete={of === 'sign-in' ? 'current-password' : 'new-password'}
            onLength={setTyped}
          />
          {children}
          <div className={formStyles.foot}>
            <Button type="submit">{texts.submit}</Button>
            <p>
              {other.question} <AccountLink to={other.to}>{other.name}</AccountLink>
            </p>
          </div>
          <StatusLine state="under-way">{isAnswered && notOpenYet}</StatusLine>
        </form>
      </div>
    </div>
  )
}

export function AccountLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink className={formStyles.link} to={to}>
      {children}
    </PageLink>
  )
}

type PasswordFieldProps = FieldBasics & Pick<ComponentProps<'input'>, 'title' | 'autoComplete' | 'required'>

function PasswordField({ onLength, label, ...field }: PasswordFieldProps & { onLength: (length: number) => void }) {
  const [isShown, setIsShown] = useState(false)
  const { name, hint, error, ...input } = field
  const { show, hide, showPassword } = useTexts('sign-in')
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <div className={passwordStyles.secret}>
        <input
          {...describedField({ name, hint, error })}
          {...input}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          onInput={(event) => onLength([...event.currentTarget.value].length)}
        />
        {useIsAwake() && (
          <button type="button" aria-pressed={isShown} aria-label={showPassword} onClick={() => setIsShown(!isShown)}>
            <Icon of={isShown ? EyeOff : Eye} />
            <span>{isShown ? hide : show}</span>
          </button>
        )}
      </div>
    </FieldFrame>
  )
}
