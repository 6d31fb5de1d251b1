import { Plus, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog, FormDialog, Secret, SecretDialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Block, Button, Dot, endCell, ListScreen, Ltr, Note, Table } from '../../parts/elements.tsx'
import { CheckList, Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './webhooks.module.css'

export const loader = () => api('GET /webhooks')

type Loaded = ResultOf<'GET /webhooks'>
type Webhook = Loaded['webhooks'][number]
type Delivery = Loaded['deliveries'][number]
type Open = { kind: 'add' } | { kind: 'secret'; secret: string } | { kind: 'remove'; webhook: Webhook }

export function Component() {
  const { webhooks, deliveries } = useLoaderData<typeof loader>()
  const { webhooks: texts } = useTexts()
  const [open, setOpen] = useState<Open>()
  const { revalidate } = useRevalidator()
  const add = () => setOpen({ kind: 'add' })
  const close = () => setOpen(undefined)
  const showSecret = (secret: string) => {
    setOpen({ kind: 'secret', secret })
    revalidate()
  }
  useActions([{ id: 'add-webhook', label: texts.add, keys: 'N', icon: Plus, run: add }])
  const button = <Button look="primary" icon={Plus} onClick={add} label={texts.add} />
  return (
    <>
      <ListScreen {...texts} isEmpty={webhooks.length === 0} actions={button}>
        <WebhookTable webhooks={webhooks} onRemove={(webhook) => setOpen({ kind: 'remove', webhook })} />
        <Block title={texts.deliveries}>
          <Deliveries deliveries={deliveries} />
        </Block>
      </ListScreen>
      {open?.kind === 'add' && <AddDialog onClose={close} onReopen={add} onAdded={showSecret} />}
      {open?.kind === 'secret' && (
        <SecretDialog
          title={texts.secretTitle}
          text={texts.secretText}
          secret={open.secret}
          done={texts.done}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle}
          text={texts.removeText}
          submit={texts.remove}
          said={texts.removed}
          isDanger
          onClose={close}
          onConfirm={() => api('DELETE /webhooks/:id', { params: { id: open.webhook.id } })}
        >
          <Secret>{open.webhook.url}</Secret>
        </ConfirmDialog>
      )}
    </>
  )
}

function WebhookTable({ webhooks, onRemove }: { webhooks: Webhook[]; onRemove(webhook: Webhook): void }) {
  const { webhooks: texts, say, formats } = useTexts()
  const { columns } = texts
  const { change, failure } = useSubmit()
  const test = (id: string) => change(() => api('POST /webhooks/:id/test', { params: { id } }), texts.tested)
  return (
    <>
      {failure && <Note kind="wrong">{failure}</Note>}
      <Table
        stacks
        caption={texts.list}
        columns={[columns.url, columns.events, columns.since, { hidden: columns.actions }]}
      >
        {webhooks.map((webhook) => (
          <tr key={webhook.id}>
            <th scope="row" className={styles.address}>
              <Ltr>{webhook.url}</Ltr>
              <p className="muted small">{texts.formats[webhook.format]}</p>
              {webhook.offSince && (
                <p className="small">
                  <Dot fill="hollow" colour="cinnabar" /> {say('webhooks.off', { when: formats.ago(webhook.offSince) })}
                </p>
              )}
            </th>
            <td className="second">
              {webhook.events.length === Object.keys(texts.eventNames).length
                ? texts.allEvents
                : webhook.events.map((event) => texts.eventNames[eventKey(event)]).join(' · ')}
            </td>
            <td className="second" data-label={columns.since}>
              {formats.ago(webhook.createdAt)}
            </td>
            <td className={endCell}>
              <Button
                look="quiet"
                small
                icon={Send}
                aria-label={say('webhooks.testNamed', { url: webhook.url })}
                onClick={() => test(webhook.id)}
                label={texts.test}
              />
              <Button look="quiet" small icon={Trash2} onClick={() => onRemove(webhook)} label={texts.remove} />
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const { webhooks: texts, say, formats } = useTexts()
  const { columns } = texts
  const { change, failure } = useSubmit()
  const stateOf = useStateInWords()
  const repeat = (id: string) =>
    change(() => api('POST /webhooks/deliveries/:id/repeat', { params: { id } }), texts.repeated)
  if (deliveries.length === 0) return <p className="second">{texts.noDeliveries}</p>
  return (
    <>
      {failure && <Note kind="wrong">{failure}</Note>}
      <Table
        stacks
        caption={texts.deliveries}
        columns={[columns.event, columns.about, columns.when, columns.state, { hidden: columns.actions }]}
      >
        {deliveries.map((delivery) => {
          const event = delivery.type === 'webhook.test' ? texts.testMessage : texts.eventNames[eventKey(delivery.type)]
          return (
            <tr key={delivery.id}>
              <th scope="row" className={styles.address}>
                {event}
                <p className="muted small">
                  <Ltr>{delivery.url}</Ltr>
                </p>
              </th>
              <td>{delivery.reference && <Ltr>{delivery.reference}</Ltr>}</td>
              <td className="second">{formats.ago(delivery.createdAt)}</td>
              <td>
                <span className={styles.state}>
                  <Dot fill={delivery.sentAt ? 'solid' : 'hollow'} colour={isGivenUp(delivery) ? 'cinnabar' : 'ink'} />
                  {stateOf(delivery)}
                </span>
              </td>
              <td className={endCell}>
                {delivery.canRepeat && (
                  <Button
                    look="quiet"
                    small
                    icon={RotateCw}
                    aria-label={say('webhooks.repeatNamed', { event })}
                    onClick={() => repeat(delivery.id)}
                    label={texts.repeat}
                  />
                )}
              </td>
            </tr>
          )
        })}
      </Table>
    </>
  )
}

const isGivenUp = ({ sentAt, nextTryAt }: Delivery) => sentAt === null && nextTryAt === null

/** Codes of domain/notifications/webhooks/webhook-job.ts with a text; others are shown as they are. */
const FAILURES = {
  TIMEOUT: 'timeout',
  ECONNREFUSED: 'refused',
  ECONNRESET: 'broken',
  ENOTFOUND: 'notFound',
  EPRIVATE: 'private',
} as const

function useStateInWords() {
  const { webhooks: texts, say, formats } = useTexts()
  return ({ sentAt, nextTryAt, tries, because }: Delivery) => {
    if (sentAt) return say('webhooks.arrived', { when: formats.ago(sentAt) })
    const status = /^HTTP_(\d+)$/.exec(because)?.[1]
    const known = texts.failures[FAILURES[because as keyof typeof FAILURES]]
    const code = `\u2066${status ?? because}\u2069`
    const failed = { tries, because: status ? say('webhooks.answered', { status: code }) : (known ?? code) }
    if (nextTryAt === null) return say('webhooks.givenUp', failed)
    const when = formats.moment(nextTryAt)
    return tries > 0 ? say('webhooks.trying', { ...failed, when }) : say('webhooks.due', { when })
  }
}

type Event = Loaded['events'][number]

const eventKey = (event: Event) => event.replace('.', '-') as keyof DeskTexts['webhooks']['eventNames']

interface NewWebhook {
  url: string
  events: Event[]
  format: Loaded['formats'][number]
  language: Language
}

function AddDialog({ onAdded, ...closing }: Closing & { onAdded(secret: string): void }) {
  const { events } = useLoaderData<Loaded>()
  const { webhooks: texts, language } = useTexts()
  const { submit, failure, refusal, ...form } = useSubmit()
  const initial = (): NewWebhook => ({ url: '', events: [...events], format: 'standard', language })
  const draft = useDraft('webhook', initial)
  const { url, events: wanted, format } = draft.value
  const send = () =>
    submit(async () => {
      const { secret } = await api('POST /webhooks', { body: draft.value })
      draft.forget()
      onAdded(secret)
    })
  const eventsError = form.errorOf('events')
  return (
    <FormDialog
      title={texts.addTitle}
      submit={texts.add}
      form={{ ...form, failure: refusal?.problem === 'invalid' ? undefined : failure }}
      stays
      onClose={() => draft.discard(url !== '', closing)}
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
        <CheckList
          of={events.map((event) => [event, texts.eventNames[eventKey(event)]])}
          chosen={wanted}
          onChange={(chosen) => draft.patch({ events: chosen })}
        />
        {eventsError && <Note kind="wrong">{eventsError}</Note>}
      </fieldset>
      <Choice legend={texts.format} look="cards" {...draft.choice('format')} options={texts.formats} />
      {format !== 'standard' && (
        <Choice legend={texts.language} {...draft.choice('language')} options={texts.languages} />
      )}
    </FormDialog>
  )
}
