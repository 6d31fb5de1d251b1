import { Plus, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog, FormDialog } from '../../parts/dialog.tsx'
import { Block, Body, Button, Dot, Empty, Head, Ltr, Note } from '../../parts/elements.tsx'
import { Check, Choice, Field } from '../../parts/field.tsx'
import { endCell, Scroller, Table } from '../../parts/table.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useDiscard, useDraft } from '../../submissions/drafts.ts'
import { useTexts } from '../../texts.tsx'
import styles from './webhooks.module.css'

export const loader = () => api('GET /webhooks')

type Loaded = ResultOf<'GET /webhooks'>
type Webhook = Loaded['webhooks'][number]
type Delivery = Loaded['deliveries'][number]
type Event = Loaded['events'][number]
type Open = { kind: 'add' } | { kind: 'secret'; secret: string } | { kind: 'remove'; webhook: Webhook }

/** Who is told what happens here, and whether it arrived. */
export function Component() {
  const { webhooks, deliveries, events, formats } = useLoaderData<typeof loader>()
  const { webhooks: texts } = useTexts()
  const [open, setOpen] = useState<Open>()
  const { revalidate } = useRevalidator()
  const add = () => setOpen({ kind: 'add' })
  const close = () => setOpen(undefined)
  useActions([{ id: 'add-webhook', label: texts.add, keys: 'N', icon: Plus, run: add }])
  const button = (
    <Button look="primary" icon={Plus} onClick={add}>
      {texts.add}
    </Button>
  )
  return (
    <>
      <Head title={texts.title} note={texts.note} actions={webhooks.length > 0 && button} />
      <Body>
        {webhooks.length === 0 ? (
          <Empty fill="hollow" title={texts.empty} text={texts.emptyText} actions={button} />
        ) : (
          <>
            <WebhookTable
              webhooks={webhooks}
              onTested={revalidate}
              onRemove={(webhook) => setOpen({ kind: 'remove', webhook })}
            />
            <Block title={texts.deliveries}>
              <Deliveries deliveries={deliveries} onRepeated={revalidate} />
            </Block>
          </>
        )}
      </Body>
      {open?.kind === 'add' && (
        <AddDialog
          events={events}
          formats={formats}
          onClose={close}
          onReopen={add}
          onAdded={(secret) => {
            setOpen({ kind: 'secret', secret })
            revalidate()
          }}
        />
      )}
      {open?.kind === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog webhook={open.webhook} onClose={close} onRemoved={revalidate} />}
    </>
  )
}

const eventKey = (event: Event) => event.replace('.', '-') as keyof DeskTexts['webhooks']['eventNames']

interface WebhookTableProps {
  webhooks: Webhook[]
  onTested(): void
  onRemove(webhook: Webhook): void
}

function WebhookTable({ webhooks, onTested, onRemove }: WebhookTableProps) {
  const { webhooks: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const test = (id: string) =>
    submit(async () => {
      await api('POST /webhooks/:id/test', { params: { id } })
      announcements.say(texts.tested)
    }).finally(onTested)
  return (
    <Scroller label={texts.list}>
      {failure && <Note kind="wrong">{failure}</Note>}
      <Table
        stacks
        caption={texts.list}
        head={
          <>
            <th scope="col">{texts.columns.url}</th>
            <th scope="col">{texts.columns.events}</th>
            <th scope="col">{texts.columns.since}</th>
            <th scope="col">
              <span className="vh">{texts.columns.actions}</span>
            </th>
          </>
        }
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
            <td className="second" data-label={texts.columns.since}>
              {formats.ago(webhook.createdAt)}
            </td>
            <td className={endCell}>
              <Button
                look="quiet"
                small
                icon={Send}
                aria-label={say('webhooks.testNamed', { url: webhook.url })}
                onClick={() => test(webhook.id)}
              >
                {texts.test}
              </Button>
              <Button look="quiet" small icon={Trash2} onClick={() => onRemove(webhook)}>
                {texts.remove}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </Scroller>
  )
}

function Deliveries({ deliveries, onRepeated }: { deliveries: Delivery[]; onRepeated(): void }) {
  const { webhooks: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const stateOf = useStateInWords()
  const repeat = (id: string) =>
    submit(async () => {
      await api('POST /webhooks/deliveries/:id/repeat', { params: { id } })
      announcements.say(texts.repeated)
    }).finally(onRepeated)
  if (deliveries.length === 0) return <p className="second">{texts.noDeliveries}</p>
  return (
    <>
      {failure && <Note kind="wrong">{failure}</Note>}
      <Scroller label={texts.deliveries}>
        <Table
          stacks
          caption={texts.deliveries}
          head={
            <>
              <th scope="col">{texts.columns.event}</th>
              <th scope="col">{texts.columns.about}</th>
              <th scope="col">{texts.columns.when}</th>
              <th scope="col">{texts.columns.state}</th>
              <th scope="col">
                <span className="vh">{texts.columns.actions}</span>
              </th>
            </>
          }
        >
          {deliveries.map((delivery) => {
            const event =
              delivery.type === 'webhook.test' ? texts.testMessage : texts.eventNames[eventKey(delivery.type)]
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
                    <Dot
                      fill={delivery.sentAt ? 'solid' : 'hollow'}
                      colour={isGivenUp(delivery) ? 'cinnabar' : 'ink'}
                    />
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
                    >
                      {texts.repeat}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      </Scroller>
    </>
  )
}

const isGivenUp = ({ sentAt, nextTryAt }: Delivery) => sentAt === null && nextTryAt === null

/** The codes of domain/notifications/webhooks/webhook-job.ts that have words; any other is shown as it is. */
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

interface AddDialogProps {
  events: Loaded['events']
  formats: Loaded['formats']
  onClose(): void
  /** With what was written, after it was closed by mistake. */
  onReopen(): void
  onAdded(secret: string): void
}

interface NewWebhook {
  url: string
  events: Event[]
  format: Webhook['format']
  language: Language
}

function AddDialog({ events, formats, onClose, onReopen, onAdded }: AddDialogProps) {
  const { webhooks: texts, language: deskLanguage } = useTexts()
  const { submit, isBusy, failure, refusal, errorOf } = useSubmit()
  const draft = useDraft<NewWebhook>('webhook', () => ({
    url: '',
    events: [...events],
    format: 'standard',
    language: deskLanguage,
  }))
  const discard = useDiscard()
  const { url, events: wanted, format, language } = draft.value
  const change = (changes: Partial<NewWebhook>) => draft.change({ ...draft.value, ...changes })
  const send = () =>
    submit(async () => {
      const { secret } = await api('POST /webhooks', { body: draft.value })
      draft.forget()
      onAdded(secret)
    })
  return (
    <FormDialog
      title={texts.addTitle}
      submit={texts.add}
      isBusy={isBusy}
      failure={refusal?.problem === 'invalid' ? undefined : failure}
      stays
      onClose={() => {
        onClose()
        discard(draft, url !== '', onReopen)
      }}
      onSubmit={send}
    >
      <Field
        ltr
        label={texts.url}
        hint={texts.urlHint}
        name="url"
        type="url"
        autoComplete="off"
        required
        value={url}
        error={errorOf('url')}
        onChange={({ target }) => change({ url: target.value })}
      />
      <fieldset className={styles.events}>
        <legend>{texts.events}</legend>
        {events.map((event) => (
          <Check
            key={event}
            label={texts.eventNames[eventKey(event)]}
            checked={wanted.includes(event)}
            onChange={({ target }) =>
              change({ events: events.filter((each) => (each === event ? target.checked : wanted.includes(each))) })
            }
          />
        ))}
        {errorOf('events') && <Note kind="wrong">{errorOf('events')}</Note>}
      </fieldset>
      <Choice
        legend={texts.format}
        name="format"
        look="cards"
        value={format}
        onChange={(chosen) => change({ format: chosen })}
        options={formats.map((value) => ({ value, label: texts.formats[value] }))}
      />
      {format !== 'standard' && (
        <Choice
          legend={texts.language}
          name="language"
          value={language}
          onChange={(chosen) => change({ language: chosen })}
          options={LANGUAGES.map((value) => ({ value, label: texts.languages[value] }))}
        />
      )}
    </FormDialog>
  )
}

/** Shown once. */
function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const { webhooks: texts } = useTexts()
  return (
    <Dialog
      title={texts.secretTitle}
      text={texts.secretText}
      stays
      onClose={onClose}
      actions={
        <>
          <CopyButton text={secret} />
          <Button look="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <p className={styles.secret}>
        <Ltr>{secret}</Ltr>
      </p>
    </Dialog>
  )
}

interface RemoveDialogProps {
  webhook: Webhook
  onClose(): void
  onRemoved(): void
}

function RemoveDialog({ webhook, onClose, onRemoved }: RemoveDialogProps) {
  const { webhooks: texts } = useTexts()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const remove = () =>
    submit(async () => {
      await api('DELETE /webhooks/:id', { params: { id: webhook.id } })
      announcements.say(texts.removed)
      onClose()
      onRemoved()
    })
  return (
    <FormDialog
      title={texts.removeTitle}
      text={texts.removeText}
      submit={texts.remove}
      isDanger
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={remove}
    >
      <p className={styles.secret}>
        <Ltr>{webhook.url}</Ltr>
      </p>
    </FormDialog>
  )
}
