import { useLoaderData } from 'react-router'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Note } from '../../parts/elements.tsx'
import { Check, Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './webhooks.module.css'

type Loaded = ResultOf<'GET /webhooks'>
type Event = Loaded['events'][number]

export const eventKey = (event: Event) => event.replace('.', '-') as keyof DeskTexts['webhooks']['eventNames']

interface AddDialogProps {
  onClose(): void
  onReopen(): void
  onAdded(secret: string): void
}

interface NewWebhook {
  url: string
  events: Event[]
  format: Loaded['formats'][number]
  language: Language
}

export function AddDialog({ onClose, onReopen, onAdded }: AddDialogProps) {
  const { events, formats } = useLoaderData<Loaded>()
  const { webhooks: texts, language } = useTexts()
  const { submit, failure, refusal, ...form } = useSubmit()
  const draft = useDraft<NewWebhook>('webhook', () => ({
    url: '',
    events: [...events],
    format: 'standard',
    language,
  }))
  const { url, events: wanted, format } = draft.value
  const send = () =>
    submit(async () => {
      const { secret } = await api('POST /webhooks', { body: draft.value })
      draft.forget()
      onAdded(secret)
    })
  const close = () => {
    onClose()
    draft.discard(url !== '', onReopen)
  }
  const eventsError = form.errorOf('events')
  return (
    <FormDialog
      title={texts.addTitle}
      submit={texts.add}
      form={{ ...form, failure: refusal?.problem === 'invalid' ? undefined : failure }}
      stays
      onClose={close}
      onSubmit={send}
    >
      <Field
        ltr
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        autoComplete="off"
        required
        {...draft.field('url')}
      />
      <fieldset className={styles.events}>
        <legend>{texts.events}</legend>
        {events.map((event) => (
          <Check
            key={event}
            label={texts.eventNames[eventKey(event)]}
            checked={wanted.includes(event)}
            onChange={({ target }) =>
              draft.patch({
                events: events.filter((each) => (each === event ? target.checked : wanted.includes(each))),
              })
            }
          />
        ))}
        {eventsError && <Note kind="wrong">{eventsError}</Note>}
      </fieldset>
      <Choice
        legend={texts.format}
        look="cards"
        {...draft.choice('format')}
        options={formats.map((value) => ({ value, label: texts.formats[value] }))}
      />
      {format !== 'standard' && (
        <Choice
          legend={texts.language}
          {...draft.choice('language')}
          options={LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
        />
      )}
    </FormDialog>
  )
}
