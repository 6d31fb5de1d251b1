import { LogOut, Monitor, Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { Language } from '#texts/languages.ts'
import { api } from '../../api.ts'
import { FactorForm, RecoveryCodes } from '../../door/factor-form.tsx'
import { makePasskey, nameOfDevice } from '../../door/passkeys.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Block, Body, Button, Dot, Head, Icon, Ltr, Note, Row } from '../../parts/elements.tsx'
import { Choice } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useRoleNames } from '../../roles.ts'
import { useTexts } from '../../texts.tsx'
import { useTheme } from '../../theme.ts'
import styles from './account.module.css'
import { loadNotificationSettings, NotificationSettings } from './notification-settings.tsx'

export async function loader() {
  const [account, notifications] = await Promise.all([api('GET /account'), loadNotificationSettings()])
  return { ...account, notifications }
}

type Account = Awaited<ReturnType<typeof loader>>

export function Component() {
  const account = useLoaderData<typeof loader>()
  const { account: texts } = useTexts()
  const namesOf = useRoleNames()
  const { change, isBusy, failure } = useSubmit()

  return (
    <>
      <Head title={texts.title} />
      <Body className={styles.columns}>
        {failure && <Note kind="wrong">{failure}</Note>}
        <Block title={texts.about}>
          <dl className={styles.facts}>
            <dt>{texts.name}</dt>
            <dd>
              <bdi>{account.name}</bdi>
            </dd>
            <dt>{texts.email}</dt>
            <dd>
              <Ltr>{account.email}</Ltr>
            </dd>
            <dt>{texts.roles}</dt>
            <dd>{namesOf(account.roles)}</dd>
            {account.version && (
              <>
                <dt>{texts.version}</dt>
                <dd>
                  <Ltr>{account.version}</Ltr>
                </dd>
              </>
            )}
          </dl>
        </Block>
        <Passkeys account={account} isBusy={isBusy} change={change} />
        <Password account={account} change={change} />
        <Recovery account={account} />
        <Sessions account={account} change={change} />
        <Preferences />
        <NotificationSettings stored={account.notifications} />
      </Body>
    </>
  )
}

interface PartProps {
  account: Account
  change: ReturnType<typeof useSubmit>['change']
}

function Passkeys({ account, isBusy, change }: PartProps & { isBusy: boolean }) {
  const { account: texts, door, say, formats } = useTexts()
  const add = () =>
    change(async () => {
      const asked = await api('POST /account/passkey')
      const factor = await makePasskey(asked, nameOfDevice(navigator.userAgent), door.factor.cancelled)
      await api('POST /account/factors', { body: { factor } as never })
    }, texts.passkeyAdded)
  const remove = (id: string) =>
    change(() => api('DELETE /account/passkeys/:id', { params: { id } }), texts.factorRemoved)
  return (
    <Block title={texts.passkeys}>
      {account.passkeys.length === 0 && <p className="second">{texts.noPasskeys}</p>}
      <ul className={styles.list}>
        {account.passkeys.map(({ id, label, createdAt, lastUsedAt }) => (
          <li key={id}>
            <Dot fill="solid" />
            <div>
              <p>
                <Ltr>{label || texts.unknownDevice}</Ltr>
              </p>
              <p className="muted small">
                {say(lastUsedAt ? 'account.used' : 'account.added', { when: formats.ago(lastUsedAt ?? createdAt) })}
              </p>
            </div>
            <Button
              look="link"
              small
              aria-label={say('account.removePasskey', { label: label || texts.unknownDevice })}
              onClick={() => remove(id)}
              label={texts.remove}
            />
          </li>
        ))}
      </ul>
      <Row>
        <Button icon={Plus} busy={isBusy} onClick={add} label={texts.addPasskey} />
      </Row>
    </Block>
  )
}

function Password({ account, change }: PartProps) {
  const { account: texts, shell } = useTexts()
  const form = useSubmit()
  const { revalidate } = useRevalidator()
  const { say } = useAnnouncements()
  const [isOpen, setOpen] = useState(false)
  const remove = () => change(() => api('DELETE /account/password'), texts.factorRemoved)
  return (
    <Block title={texts.password}>
      <p className="second">{account.hasPassword ? texts.hasPassword : texts.noPassword}</p>
      <Row>
        <Button onClick={() => setOpen(true)} label={account.hasPassword ? texts.changePassword : texts.setPassword} />
        {account.hasPassword && <Button look="quiet" onClick={remove} label={texts.removePassword} />}
      </Row>
      {isOpen && (
        <Dialog title={texts.password} stays onClose={() => setOpen(false)} close={shell.cancel}>
          <FactorForm
            form={form}
            only="password"
            submitLabel={texts.saveFactor}
            isReady
            askForPasskey={() => api('POST /account/passkey')}
            askForSecret={() => api('POST /account/one-time-secret')}
            onFactor={async (factor) => {
              await api('POST /account/factors', { body: { factor } as never })
              setOpen(false)
              say(texts.passwordSet)
              await revalidate()
            }}
          />
        </Dialog>
      )}
    </Block>
  )
}

function Recovery({ account }: { account: Account }) {
  const { account: texts, say } = useTexts()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure } = useSubmit()
  const [codes, setCodes] = useState<string[]>()
  const close = () => {
    setCodes(undefined)
    revalidate()
  }
  return (
    <Block title={texts.recovery}>
      <p className="second">{say('account.recoveryLeft', { count: account.recoveryCodesLeft })}</p>
      {failure && <Note kind="wrong">{failure}</Note>}
      <Row>
        <Button
          busy={isBusy}
          onClick={() => submit(async () => setCodes((await api('POST /account/recovery-codes')).recoveryCodes))}
          label={texts.newCodes}
        />
      </Row>
      {codes && (
        <Dialog title={texts.newCodesTitle} text={texts.newCodesText} stays onClose={close}>
          <RecoveryCodes codes={codes} onDone={close} />
        </Dialog>
      )}
    </Block>
  )
}

function Sessions({ account, change }: PartProps) {
  const { account: texts, say, formats } = useTexts()
  const end = (id: string) => change(() => api('DELETE /account/sessions/:id', { params: { id } }), texts.ended)
  const endOthers = () => change(() => api('DELETE /account/sessions'), texts.ended)
  return (
    <Block title={texts.sessions}>
      <ul className={styles.list}>
        {account.sessions.map((session) => {
          const label = nameOfDevice(session.agent) || texts.unknownDevice
          return (
            <li key={session.id}>
              <Icon of={/Mobile|Android|iPhone/.test(session.agent) ? Smartphone : Monitor} small />
              <div>
                <p>
                  <Ltr>{label}</Ltr>
                  {session.isThisOne && <b> · {texts.thisOne}</b>}
                </p>
                <p className="muted small">
                  {say('account.since', {
                    when: formats.ago(session.createdAt),
                    seen: formats.ago(session.lastSeenAt),
                  })}
                </p>
              </div>
              {!session.isThisOne && (
                <Button
                  look="link"
                  small
                  aria-label={say('account.endSession', { label })}
                  onClick={() => end(session.id)}
                  label={texts.end}
                />
              )}
            </li>
          )
        })}
      </ul>
      {account.sessions.length > 1 && (
        <Row>
          <Button look="danger" icon={LogOut} onClick={endOthers} label={texts.endOthers} />
        </Row>
      )}
    </Block>
  )
}

function Preferences() {
  const { account: texts, language, changeLanguage } = useTexts()
  const { chosen, choose } = useTheme()
  const { submit, failure } = useSubmit()
  const speak = (wanted: Language) =>
    submit(async () => {
      await api('PATCH /account', { body: { language: wanted } })
      await changeLanguage(wanted)
    })
  return (
    <Block title={texts.preferences}>
      {failure && <Note kind="wrong">{failure}</Note>}
      <div className={styles.choices}>
        <Choice legend={texts.language} name="language" value={language} onChange={speak} options={texts.languages} />
        <Choice legend={texts.theme} name="theme" value={chosen} onChange={choose} options={texts.themes} />
      </div>
    </Block>
  )
}
