import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/controls/button.tsx'
import { PageLink } from '../../../components/controls/page-link.tsx'
import { Field } from '../../../components/form/field.tsx'
import { StatusLine } from '../../../components/form/status-line.tsx'
import { PageHead } from '../../../components/headings/page-head.tsx'
import { answerPost } from '../../../submissions/answer-post.server.ts'
import { useUnsentResult } from '../../../submissions/use-form.ts'
import { type PageHandle, useTexts } from '../../../texts.tsx'
import { useUnwiredForm } from '../unwired-form.ts'
import styles from './account-form.module.css'
import { AccountPage, SECRET_LENGTH } from './account-page.tsx'
import { PasswordField } from './password-field.tsx'

export const handle: PageHandle = { texts: ['sign-up', 'sign-in', 'forms', 'form-errors'], callToAction: false }

export const action = answerPost

export default function SignUp() {
  const { meta, title } = useTexts('sign-up')
  const sentence = useTranslations('sign-up')
  const [typed, setTyped] = useState(0)
  const art = sentence('art', { typed, left: Math.max(SECRET_LENGTH - typed, 0) })
  return (
    <AccountPage title={title} art={art} typed={typed}>
      <PageHead {...meta} result={useUnsentResult()} unlisted />
      <SignUpForm onPasswordLength={setTyped} />
    </AccountPage>
  )
}

function SignUpForm({ onPasswordLength }: { onPasswordLength: (length: number) => void }) {
  const texts = useTexts('sign-up')
  const { notOpenYet } = useTexts('forms')
  const { form, errors, isAnswered } = useUnwiredForm(texts.required)
  return (
    <form {...form} className={styles.form}>
      <Field
        name="username"
        label={texts.username}
        error={errors.username}
        title={texts.required.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        name="email"
        type="email"
        label={texts.email}
        error={errors.email}
        title={texts.required.email}
        autoComplete="email"
        dir="ltr"
        required
      />
      <PasswordField
        label={texts.password}
        hint={texts.passwordHint}
        error={errors.password}
        required={texts.required.password}
        autoComplete="new-password"
        onLength={onPasswordLength}
      />
      <div className={styles.foot}>
        <Button type="submit">{texts.submit}</Button>
        <p>
          {texts.haveAccount}{' '}
          <PageLink className={styles.link} to="/sign-in">
            {texts.signIn}
          </PageLink>
        </p>
      </div>
      <StatusLine state="under-way">{isAnswered && notOpenYet}</StatusLine>
    </form>
  )
}
