import { useTranslations } from 'use-intl'
import { type PageHandle, useTexts } from '../../../page-context.tsx'
import { answerPost } from '../../own-page.ts'
import { AccountPage, SECRET_LENGTH } from './account-page.tsx'

export const handle: PageHandle = { texts: ['sign-up', 'sign-in', 'forms', 'form-errors'], closing: 'none' }

export const action = answerPost

export default function SignUp() {
  const { email, passwordHint, haveAccount, signIn } = useTexts('sign-up')
  const sentence = useTranslations('sign-up')
  return (
    <AccountPage
      of="sign-up"
      art={(typed) => sentence('art', { typed, left: Math.max(SECRET_LENGTH - typed, 0) })}
      email={email}
      passwordHint={passwordHint}
      other={{ question: haveAccount, to: '/sign-in', name: signIn }}
    />
  )
}
