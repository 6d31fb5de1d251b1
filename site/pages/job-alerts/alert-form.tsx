import { type FormEvent, useState } from 'react'
import { permanentAddress } from '../../addresses.ts'
import { Button } from '../../components/controls.tsx'
import { Field, StatusLine, TO_RESULT } from '../../components/form/field.tsx'
import { useRoot, useTexts } from '../../page-context.tsx'
import styles from './job-alerts.module.css'

type State = 'idle' | 'under-way' | 'asked' | 'invalid'

/** Without JavaScript it leads to the page of its own. */
export function AlertForm() {
  const texts = useTexts('jobs').alerts
  const { language, settings } = useRoot()
  const [state, setState] = useState<State>('idle')
  if (!settings.sendsMail) return null
  const action = permanentAddress('/job-alerts', language)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'under-way') return
    const form = event.currentTarget
    setState('under-way')
    const status = await statusOf(action, new URLSearchParams(new FormData(form) as unknown as Record<string, string>))
    if (status === 200) {
      form.reset()
      return setState('asked')
    }
    if (status === 422) return setState('invalid')
    // The page of the form explains any other failure.
    setState('idle')
    form.submit()
  }
  return (
    <section className={`wrap ${styles.onJobs}`} aria-labelledby="job-alerts">
      <h2 className="d4" id="job-alerts">
        {texts.title}
      </h2>
      <p>{texts.text}</p>
      <form method="post" action={action + TO_RESULT} className={styles.one} onSubmit={send} noValidate>
        <Field
          name="email"
          type="email"
          label={texts.email}
          error={state === 'invalid' ? texts.invalid : undefined}
          dir="ltr"
          autoComplete="email"
          inputMode="email"
          required
        />
        <Button type="submit">{texts.ask}</Button>
        <StatusLine state={state === 'asked' ? 'done' : 'under-way'}>{state === 'asked' && texts.asked}</StatusLine>
      </form>
    </section>
  )
}

async function statusOf(address: string, body: URLSearchParams) {
  try {
    return (await fetch(address, { method: 'POST', body })).status
  } catch {
    return 0
  }
}
