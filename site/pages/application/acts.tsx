import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ApplicationAct, ApplicationPage } from '../../application-page.ts'
import { Button, ButtonAnchor, ButtonRow, PageLink } from '../../components/controls.tsx'
import { Field, StatusLine } from '../../components/form/field.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './application.module.css'
import { useMoment } from './use-moment.ts'

type OpenPage = Extract<ApplicationPage, { state: 'open' }>

export function Acts({ page }: { page: OpenPage }) {
  const { link } = useTexts('application')
  const { canWithdraw, takeBackUntil } = page.application
  return (
    <aside className={styles.acts}>
      <Copy page={page} />
      {takeBackUntil && <TakeBack until={takeBackUntil} />}
      {canWithdraw && <Withdraw page={page} />}
      <Erase page={page} />
      <p className={styles.fine}>
        {link.yours}{' '}
        <PageLink className={styles.quiet} to="/application" reloadDocument prefetch="none">
          {link.renew}
        </PageLink>
      </p>
    </aside>
  )
}

function ActSection({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <section className={isOpen ? `${styles.act} ${styles.asking}` : styles.act} id={isOpen ? 'step' : undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function ActForm({ act, proof, children }: { act: ApplicationAct; proof?: string | undefined; children: ReactNode }) {
  return (
    <form method="post" action="#step" noValidate>
      <input type="hidden" name="act" value={act} />
      {proof && <input type="hidden" name="proof" value={proof} />}
      {children}
    </form>
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
  const texts = useTexts('application').withdraw
  const { cancel } = useTexts('application').erase
  if (page.step !== 'withdraw')
    return (
      <ActSection title={texts.title}>
        <p>{texts.text}</p>
        <ButtonAnchor look="ghost" href="?step=withdraw#step">
          {texts.button}
        </ButtonAnchor>
      </ActSection>
    )
  return (
    <ActSection title={texts.title} isOpen>
      <p>{texts.text}</p>
      <Problem page={page} />
      <ActForm act="withdraw" proof={page.proof}>
        <label className={styles.sure}>
          <input type="checkbox" name="sure" value="yes" required />
          <span>{texts.sure}</span>
        </label>
        <ButtonRow>
          <Button type="submit">{texts.confirm}</Button>
          <a className={styles.quiet} href="?">
            {cancel}
          </a>
        </ButtonRow>
      </ActForm>
    </ActSection>
  )
}

function Erase({ page }: { page: OpenPage }) {
  const texts = useTexts('application').erase
  const { problems } = useTexts('application')
  const sentence = useTranslations('application')
  const what = page.application.kind === 'contact-message' ? texts.textMessage : texts.text
  if (page.step !== 'erase')
    return (
      <ActSection title={texts.title}>
        <p>{what}</p>
        <ButtonAnchor look="ghost" href="?step=erase#step">
          {texts.button}
        </ButtonAnchor>
      </ActSection>
    )
  return (
    <ActSection title={texts.title} isOpen>
      <p>{what}</p>
      <p>{texts.only}</p>
      {page.problem !== 'wrongWord' && <Problem page={page} />}
      <ActForm act="erase" proof={page.proof}>
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
        <ButtonRow>
          <Button type="submit">{texts.confirm}</Button>
          <a className={styles.quiet} href="?">
            {texts.cancel}
          </a>
        </ButtonRow>
      </ActForm>
    </ActSection>
  )
}
