import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { MailLink, PhoneNumber } from '../../components/contact/ways-to-reach.tsx'
import { Breadcrumbs } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, useFormats, useRoot, useTexts } from '../../page-context.tsx'
import styles from './privacy-policy.module.css'

export const handle: PageHandle = { texts: ['privacy-policy'], closing: 'none' }

/** The day of the last change in what the policy says. */
const IN_FORCE_SINCE = '2026-11-19'

export default function PrivacyPolicy() {
  const { meta } = useTexts('privacy-policy')
  return (
    <>
      <PageHead {...meta} />
      <Heading />
      <div className="wrap">
        <Place name="us" />
        <Place name="browser" />
        <Place name="nowhere" />
        <div className={styles.closing}>
          <Responsible />
          <Rights />
          <Section name="ground" />
          <Section name="complaint" />
          <Section name="changes" />
        </div>
      </div>
    </>
  )
}

function Heading() {
  const texts = useTexts('privacy-policy')
  const sentence = useTranslations('privacy-policy')
  const format = useFormats()
  return (
    <div className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={[{ name: texts.name }]} />
      <div className={styles.opening}>
        <div className={styles.title}>
          <h1 className="d1 d1--s">{texts.title}</h1>
          <p className="lead">{texts.lead}</p>
          <p>{sentence('inForceSince', { date: format.calendarDay(IN_FORCE_SINCE) })}</p>
        </div>
        <p className={styles.legend} aria-hidden="true">
          <span>
            <i className={styles.solid} />
            {texts.kept}
          </span>
          <span>
            <i className={styles.hollow} />
            {texts.notKept}
          </span>
        </p>
      </div>
    </div>
  )
}

function Place({ name }: { name: 'us' | 'browser' | 'nowhere' }) {
  const texts = useTexts('privacy-policy')
  const sentence = useTranslations(`privacy-policy.${name}.rows`)
  const { retentionMonths, seenAt } = useRoot().settings
  const { title, note, rows } = texts[name]
  const isKept = name !== 'nowhere'
  return (
    <section className={styles.place} aria-labelledby={name}>
      <div className={styles.placeHead}>
        <h2 className="d3" id={name}>
          {title}
        </h2>
        <p>{note}</p>
      </div>
      <ul>
        {Object.entries(rows)
          .filter(([row]) => row !== 'visits' || seenAt)
          .map(([row, { name: subject }]) => (
            <li key={row}>
              <i className={isKept ? styles.solid : styles.hollow} />
              <h3 className="d5">{subject}</h3>
              <span className={styles.state}>{isKept ? texts.kept : texts.notKept}</span>
              <p>{sentence(`${row}.text`, { ...LIFETIMES, months: retentionMonths })}</p>
            </li>
          ))}
      </ul>
    </section>
  )
}

function Responsible() {
  const { responsible } = useTexts('privacy-policy')
  const sentence = useTranslations('privacy-policy')
  const { contactInfo } = useRoot()
  return (
    <Section name="responsible">
      {contactInfo && (
        <>
          <p>{sentence('responsible.at', { address: contactInfo.address })}</p>
          <p>{sentence.rich('responsible.phone', { phone: () => <PhoneNumber number={contactInfo.phone} /> })}</p>
        </>
      )}
      <p>{responsible.processors}</p>
    </Section>
  )
}

function Rights() {
  const sentence = useTranslations('privacy-policy')
  const email = useRoot().contactInfo?.email
  return (
    <Section name="rights">
      {email && (
        <p>
          {sentence.rich('rights.write', {
            email: () => <MailLink address={email} />,
          })}
        </p>
      )}
    </Section>
  )
}

type SectionName = 'responsible' | 'rights' | 'ground' | 'complaint' | 'changes'

function Section({ name, children }: { name: SectionName; children?: ReactNode }) {
  const { title, text } = useTexts('privacy-policy')[name]
  return (
    <section>
      <h2 className="d4">{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}
