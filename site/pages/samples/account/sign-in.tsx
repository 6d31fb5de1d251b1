import { type PageHandle, useTexts } from '../../../page-context.tsx'
import { answerPost } from '../../own-page.ts'
import styles from './account-form.module.css'
import { AccountLink, AccountPage } from './account-page.tsx'

export const handle: PageHandle = { texts: ['sign-in', 'forms', 'form-errors'], closing: 'none' }

export const action = answerPost

export default function SignIn() {
  const { art, noAccount, signUp, remember, forgot } = useTexts('sign-in')
  return (
    <AccountPage of="sign-in" art={() => art} other={{ question: noAccount, to: '/sign-up', name: signUp }}>
      <div className={styles.row}>
        <label className={styles.check}>
          <input type="checkbox" name="remember" />
          <i />
          <span>{remember}</span>
        </label>
        <AccountLink to="/">{forgot}</AccountLink>
      </div>
    </AccountPage>
  )
}
