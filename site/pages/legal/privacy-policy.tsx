import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { fillPlaces } from '#texts/fill-in.ts'
import { MailLink, PhoneNumber } from '../../components/contact/ways-to-reach.tsx'
import { Breadcrumbs } from '../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../components/page-sections.tsx'
import { type PageHandle, useFormats, usePage, useRoot, useTexts } from '../../page-context.tsx'
import styles from './privacy-policy.module.css'

export const handle: PageHandle = { texts: ['privacy-policy'], content: ['page-privacy-policy'], closing: 'none' }

export default function PrivacyPolicy() {
  return (
    <>
      <HeadOfPage of="privacy-policy" />
      <Heading />
      <div className="wrap">
        <PageSections
          of="privacy-policy"
          opening={null}
          sections={{
            us: <Place name="us" />,
            browser: <Place name="browser" />,
            nowhere: <Place name="nowhere" />,
            closing: <Closing />,
          }}
        />
      </div>
    </>
  )
}

function Closing() {
  return (
    <div className={styles.closing}>
      <Responsible />
      <Rights />
      <Section name="ground" />
      <Section name="complaint" />
      <Section name="changes" />
    </div>
  )
}

function Heading() {
  const texts = useTexts('privacy-policy')
  const { name, title, lead, in_force_since } = usePage('privacy-policy').words.heading
  const sentence = useTranslations('privacy-policy')
  const format = useFormats()
  return (
    <div className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={[{ name }]} />
      <div className={styles.opening}>
        <div className={styles.title}>
          <h1 className="d1 d1--s">{title}</h1>
          <p className="lead">{lead}</p>
          <p>{sentence('inForceSince', { date: format.calendarDay(in_force_since) })}</p>
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
  const lengths = useLengths()
  const { title, note, ...rows } = usePage('privacy-policy').words[name]
  const { seenAt } = useRoot().settings
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
          .map(([row, { name: subject, text }]) => (
            <li key={row}>
              <i className={isKept ? styles.solid : styles.hollow} />
              <h3 className="d5">{subject}</h3>
              <span className={styles.state}>{isKept ? texts.kept : texts.notKept}</span>
              <p>{fillPlaces(text, lengths)}</p>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** How long things are kept, by their places in the words. */
function useLengths(): Record<string, string> {
  const { lengths } = useTexts('privacy-policy')
  const sentence = useTranslations('privacy-policy.lengths')
  const { retentionMonths } = useRoot().settings
  const values = { ...LIFETIMES, months: retentionMonths }
  const names = Object.keys(lengths) as (keyof typeof lengths)[]
  return Object.fromEntries(names.map((name) => [name, sentence(name, values)]))
}

function Responsible() {
  const { responsible } = usePage('privacy-policy').words.closing
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
  const { title, text } = usePage('privacy-policy').words.closing[name]
  return (
    <section>
      <h2 className="d4">{title}</h2>
      <p>{text}</p>
      {children}
    </section>
  )
}
