import { useState } from 'react'
import { api } from '../api.ts'
import { Field } from '../parts/field.tsx'
import { useSubmit } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'
import styles from './door.module.css'
import { Door, Ring } from './door.tsx'
import { FactorForm, NameField, RecoveryDoor } from './factor-form.tsx'

const CODE_SHAPE = /^[A-Z\d]{4}-?[A-Z\d]{4}$/i

export default function SetUp({ onEnter }: { onEnter(): Promise<void> }) {
  const { door, language } = useTexts()
  const form = useSubmit()
  const [person, setPerson] = useState({ code: '', name: '', email: '' })
  const [codes, setCodes] = useState<string[]>()
  const isReady = CODE_SHAPE.test(person.code.trim()) && person.name.trim() !== '' && /.@./.test(person.email)
  const change = (name: keyof typeof person) => (event: { target: { value: string } }) =>
    setPerson({ ...person, [name]: event.target.value })

  if (codes) return <RecoveryDoor codes={codes} art={<Ring />} onDone={onEnter} />
  return (
    <Door title={door.setUp.title} note={door.setUp.note} art={<Terminal />}>
      <p className="second">{door.setUp.intro}</p>
      <FactorForm
        form={form}
        isReady={isReady}
        secretFor={`${person.code.trim()} ${person.email.trim()}`}
        askForPasskey={() => api('POST /set-up/passkey', { body: person })}
        askForSecret={() => api('POST /set-up/one-time-secret', { body: { code: person.code, email: person.email } })}
        onFactor={async (made) => {
          const { recoveryCodes } = await api('POST /set-up', { body: { ...person, language, factor: made } as never })
          setCodes(recoveryCodes)
        }}
      >
        <Field
          large
          ltr
          className={styles.code}
          label={door.setUp.code}
          name="setup-code"
          placeholder="····-····"
          autoComplete="off"
          spellCheck={false}
          required
          value={person.code}
          onChange={change('code')}
          error={form.refusal?.problem === 'setupCodeWrong' ? form.refusal.message : undefined}
        />
        <div className={styles.pair}>
          <NameField value={person.name} onChange={change('name')} error={form.errorOf('name')} />
          <Field
            large
            ltr
            label={door.factor.email}
            name="email"
            type="email"
            autoComplete="email"
            required
            value={person.email}
            onChange={change('email')}
            error={form.errorOf('email')}
          />
        </div>
      </FactorForm>
    </Door>
  )
}

function Terminal() {
  return (
    <>
      <Ring />
      <div className={styles.terminal} dir="ltr" lang="en">
        $ <b>npm start</b>
        {`\nThe desk is open: ${location.origin}\nThe desk has no owner yet. Open it and type this code within 30 minutes: ····-····\nA new code: npm run desk -- people setup-code`}
      </div>
    </>
  )
}
