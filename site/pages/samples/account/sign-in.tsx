import { useState } from 'react'
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
import { AccountPage } from './account-page.tsx'
import { PasswordField } from './password-field.tsx'

export const handle: PageHandle = { texts: ['sign-in', 'forms', 'form-errors'], callToAction: false }

export const action = answerPost

export default function SignIn() {
  const { meta, title, art } = useTexts('sign-in')
  const [typed, setTyped] = useState(0)
  return (
    <AccountPage title={title} art={art} typed={typed}>
      <PageHead {...meta} result={useUnsentResult()} unlisted />
      <SignInForm onPasswordLength={setTyped} />
    </AccountPage>
  )
}

function SignInForm({ onPasswordLength }: { onPasswordLength: (length: number) => void }) {
  const texts = useTexts('sign-in')
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
      <PasswordField
        label={texts.password}
        error={errors.password}
        required={texts.required.password}
        autoComplete="current-password"
        onLength={onPasswordLength}
      />
      <div className={styles.row}>
        <label className={styles.check}>
          <input type="checkbox" name="remember" />
          <i />
          <span>{texts.remember}</span>
        </label>
        <PageLink className={styles.link} to="/">
          {texts.forgot}
        </PageLink>
      </div>
      <div className={styles.foot}>
        <Button type="submit">{texts.submit}</Button>
        <p>
          {texts.noAccount}{' '}
          <PageLink className={styles.link} to="/sign-up">
            {texts.signUp}
          </PageLink>
        </p>
      </div>
      <StatusLine state="under-way">{isAnswered && notOpenYet}</StatusLine>
    </form>
  )
}
