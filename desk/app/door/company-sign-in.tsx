import { Building2 } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { Button, Note, Skeleton } from '../parts/elements.tsx'
import { useSubmit } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './door.module.css'
import { Door, Seats } from './door.tsx'

/** Where the provider of the company leads back to. */
const RETURN_PATH = '/sign-in/company'
const BACK_TO = 'desk-back-to'

export const hasCompanySignIn = () => document.documentElement.dataset.companySignIn !== undefined

/** Leaves the desk, and comes back to the present address. */
export function CompanyButton({ purpose }: { purpose: 'sign-in' | 'proof' }) {
  const { door } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const leave = () =>
    submit(async () => {
      const { address } = await api('POST /sign-in/company', { body: { fresh: purpose === 'proof' } })
      sessionStorage.setItem(BACK_TO, location.pathname + location.search)
      location.assign(address)
    })
  return (
    <>
      <Button
        icon={Building2}
        className={styles.wide}
        busy={isBusy}
        onClick={leave}
        label={purpose === 'proof' ? door.signIn.companyProof : door.signIn.company}
      />
      {failure && <Note kind="wrong">{failure}</Note>}
    </>
  )
}

/** The page that the provider leads back to. */
export default function CompanyReturn({ onEnter }: { onEnter(): Promise<void> }) {
  const { door } = useTexts()
  const { submit, failure } = useSubmit()
  useEffect(() => {
    const query = location.search.slice(1)
    // A second look at this address would send a code that is used up.
    history.replaceState(null, '', RETURN_PATH)
    if (!query) return location.replace('/')
    submit(async () => {
      await api('POST /sign-in/company/finish', { body: { query } })
      const backTo = sessionStorage.getItem(BACK_TO) ?? '/'
      sessionStorage.removeItem(BACK_TO)
      history.replaceState(null, '', backTo === RETURN_PATH ? '/' : backTo)
      await onEnter()
    })
  }, [submit, onEnter])
  return (
    <Door title={door.signIn.companyTitle} art={<Seats text={door.signIn.art} />}>
      {failure ? (
        <>
          <Note kind="wrong">{failure}</Note>
          <a className="link" href="/">
            {door.signIn.companyBack}
          </a>
        </>
      ) : (
        <Skeleton rows={3} />
      )}
    </Door>
  )
}
