import { type FormEvent, useState } from 'react'
import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import { permanentAddress } from '../../addresses.ts'
import { Button } from '../../components/controls.tsx'
import { EMAIL_INPUT, Field, FieldFrame, fieldId, StatusLine, TO_RESULT } from '../../components/form/field.tsx'
import { kindField, type Team } from '../../job-alerts-page.ts'
import { useRoot, useTexts } from '../../page-context.tsx'
import styles from './job-alerts.module.css'

type State = 'idle' | 'under-way' | 'asked' | 'invalid'

export function AlertForm({ title, text }: { title: string; text: string }) {
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
        {title}
      </h2>
      <p>{text}</p>
      <form method="post" action={action + TO_RESULT} className={styles.one} onSubmit={send} noValidate>
        <Field {...EMAIL_INPUT} label={texts.email} error={state === 'invalid' ? texts.invalid : undefined} />
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

export function KindsField({ chosen }: { chosen: string[] }) {
  const texts = useTexts('job-alerts')
  const { employment } = useTexts('jobs')
  return (
    <fieldset className={styles.kinds}>
      <legend>{texts.kinds}</legend>
      <p className={styles.fine}>{texts.kindsHint}</p>
      {EMPLOYMENT_TYPES.map((kind) => (
        <label key={kind} className={styles.kind}>
          <input type="checkbox" name={kindField(kind)} value="yes" defaultChecked={chosen.includes(kind)} />
          <span>{employment[kind]}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function TeamField({ teams, chosen }: { teams: Team[]; chosen: string }) {
  const texts = useTexts('job-alerts')
  if (teams.length === 0) return null
  return (
    <FieldFrame name="team" label={texts.team} wide>
      <select id={fieldId('team')} name="team" defaultValue={chosen}>
        <option value="">{texts.allTeams}</option>
        {teams.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
