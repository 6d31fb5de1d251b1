import { useState } from 'react'
import { CONSENT_CHANNELS, type ConsentChannel } from '#domain/platform/database/tables.ts'
import { DAY } from '#domain/platform/durations.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import type { Person } from './person.ts'

const USUAL_DAYS = 365

export function PoolDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const { candidates: texts, say, formats } = useTexts()
  const today = formats.dayKey(currentTime())
  const [channel, setChannel] = useState<ConsentChannel>('page')
  const [agreedOn, setAgreedOn] = useState(today)
  const [until, setUntil] = useState(formats.dayKey(new Date(currentTime().getTime() + USUAL_DAYS * DAY)))
  const form = useSubmit()
  const put = () =>
    form.change(async () => {
      await api('PUT /candidates/:id/pool', { params: { id: person.id }, body: { channel, agreedOn, until } })
      onClose()
    }, texts.poolEntered)
  return (
    <FormDialog
      title={say('candidates.poolDialog', { name: person.name })}
      text={texts.poolDialogText}
      submit={person.pool ? texts.renewPool.replace('…', '') : texts.addSubmit}
      form={form}
      onClose={onClose}
      onSubmit={put}
    >
      <Choice
        legend={texts.agreedHow}
        name="channel"
        look="cards"
        value={channel}
        onChange={setChannel}
        options={
          Object.fromEntries(CONSENT_CHANNELS.map((each) => [each, texts.channels[each]])) as typeof texts.channels
        }
      />
      <Field
        type="date"
        name="agreedOn"
        label={texts.agreedOn}
        value={agreedOn}
        max={today}
        onChange={({ target }) => setAgreedOn(target.value)}
      />
      <Field
        type="date"
        name="until"
        label={texts.until}
        value={until}
        min={today}
        onChange={({ target }) => setUntil(target.value)}
      />
    </FormDialog>
  )
}
