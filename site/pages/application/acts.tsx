import { Download } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ApplicationAct, OpenPage } from '../../application-page.ts'
import { Button, ButtonAnchor, ButtonRow, PageLink } from '../../components/controls.tsx'
import { Field, StatusLine } from '../../components/form/field.tsx'
import { useMoment } from '../../components/prose/day.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './application.module.css'

export function Acts({ page, children }: { page: OpenPage; children: ReactNode }) {
  const { link } = useTexts('application')
  const { canWithdraw, takeBackUntil } = page.application
  return (
    <aside className={styles.acts}>
      {children}
      <Copy page={page} />
      {takeBackUntil && <TakeBack until={takeBackUntil} />}
      {canWithdraw && <Withdraw page={page} />}
      <Erase page={page} />
      <p className={styles.fine}>
        {link.yours}{' '}
        <PageLink className={styles.quiet} to="/application" reloadDocument>
          {link.renew}
        </PageLink>
      </p>
    </aside>
  )
}

export function ActSection({
  title,
  isOpen = false,
  children,
}: {
  title: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <section className={isOpen ? `${styles.act} ${styles.asking}` : styles.act} id={isOpen ? 'step' : undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface StepProps {
  page: OpenPage
  step: 'withdraw' | 'erase'
  title: string
  text: string
  button: string
  children: ReactNode
}

/** Asks once more before it acts. */
function Step({ page, step, title, text, button, children }: StepProps) {
  const isOpen = page.step === step
  return (
    <ActSection title={title} isOpen={isOpen}>
      <p>{text}</p>
      {isOpen ? (
        children
      ) : (
        <ButtonAnchor look="ghost" href={`?step=${step}#step`}>
          {button}
        </ButtonAnchor>
      )}
    </ActSection>
  )
}

type ActFormProps = Omit<ComponentProps<'form'>, 'hidden'> & {
  act: ApplicationAct
  hidden?: Record<string, string | undefined>
}

export function ActForm({ act, hidden, children, ...form }: ActFormProps) {
  const sent = Object.entries({ act, ...hidden })
  return (
    <form method="post" action="#step" noValidate {...form}>
      {sent.map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)}
      {children}
    </form>
  )
}

export function StepButtons({ submit, cancel }: { submit: string; cancel: string }) {
  return (
    <ButtonRow>
      <Button type="submit">{submit}</Button>
      <a className={styles.quiet} href="?">
        {cancel}
      </a>
    </ButtonRow>
  )
}

/** Repeated beside the button: the head of the page is far away. */
function Problem({ page: { problem } }: { page: OpenPage }) {
  const { problems } = useTexts('application')
  return problem ? <StatusLine state="failed">{problems[problem]}</StatusLine> : null
}

function Copy({ page }: { page: OpenPage }) {
  const texts = useTexts('application').copy
  return (
    <ActSection title={texts.title}>
      <p>{page.application.cv ? texts.text : texts.textMessage}</p>
      <ActForm act="copy">
        <Button type="submit" look="ghost" icon={Download}>
          {texts.button}
        </Button>
      </ActForm>
    </ActSection>
  )
}

function TakeBack({ until }: { until: string }) {
  const texts = useTexts('application').withdraw
  const sentence = useTranslations('application')
  const { momentOf } = useMoment()
  return (
    <ActSection title={texts.takeBackTitle}>
      <p>{sentence('withdraw.takeBackText', { date: momentOf(until) })}</p>
      <ActForm act="take-back">
        <Button type="submit">{texts.takeBack}</Button>
      </ActForm>
    </ActSection>
  )
}

function Withdraw({ page }: { page: OpenPage }) {
  const { title, text, button, sure, confirm } = useTexts('application').withdraw
  const { cancel } = useTexts('application').erase
  return (
    <Step page={page} step="withdraw" title={title} text={text} button={button}>
      <Problem page={page} />
      <ActForm act="withdraw" hidden={{ proof: page.proof }}>
        <label className={styles.sure}>
          <input type="checkbox" name="sure" value="yes" required />
          <span>{sure}</span>
        </label>
        <StepButtons submit={confirm} cancel={cancel} />
      </ActForm>
    </Step>
  )
}

function Erase({ page }: { page: OpenPage }) {
  const texts = useTexts('application').erase
  const { problems } = useTexts('application')
  const sentence = useTranslations('application')
  const text = page.application.kind === 'contact-message' ? texts.textMessage : texts.text
  return (
    <Step page={page} step="erase" title={texts.title} text={text} button={texts.button}>
      <p>{texts.only}</p>
      {page.problem !== 'wrongWord' && <Problem page={page} />}
      <ActForm act="erase" hidden={{ proof: page.proof }}>
        <Field
          name="word"
          label={sentence('erase.type', { word: texts.word })}
          error={page.problem === 'wrongWord' ? problems.wrongWord : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          required
          wide
        />
        <StepButtons submit={texts.confirm} cancel={texts.cancel} />
      </ActForm>
    </Step>
  )
}
