import { useTranslations } from 'use-intl'
import { MailLink } from '../../components/contact/ways-to-reach.tsx'
import { Breadcrumbs } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, useRoot, useTexts } from '../../page-context.tsx'
import styles from './privacy-policy.module.css'

export const handle: PageHandle = { texts: ['privacy-policy'], callToAction: false }

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
          <Rights />
          <Changes />
        </div>
      </div>
    </>
  )
}

function Heading() {
  const texts = useTexts('privacy-policy')
  return (
    <div className={`wrap ${styles.heading}`}>
      <Breadcrumbs trail={[{ name: texts.name }]} />
      <div className={styles.opening}>
        <div className={styles.title}>
          <h1 className="d1 d1--s">{texts.title}</h1>
          <p className="lead">{texts.lead}</p>
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
  const { retentionMonths } = useRoot().settings
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
        {Object.entries(rows).map(([row, { name: subject }]) => (
          <li key={row}>
            <i className={isKept ? styles.solid : styles.hollow} />
            <h3 className="d5">{subject}</h3>
            <span className={styles.state}>{isKept ? texts.kept : texts.notKept}</span>
            <p>{sentence(`${row}.text`, { months: retentionMonths })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Rights() {
  const { rights } = useTexts('privacy-policy')
  const sentence = useTranslations('privacy-policy')
  const email = useRoot().contactInfo?.email
  return (
    <section>
      <h2 className="d4">{rights.title}</h2>
      <p>{rights.text}</p>
      {email && (
        <p>
          {sentence.rich('rights.write', {
            email: () => <MailLink address={email} />,
          })}
        </p>
      )}
    </section>
  )
}

function Changes() {
  const { changes } = useTexts('privacy-policy')
  return (
    <section>
      <h2 className="d4">{changes.title}</h2>
      <p>{changes.text}</p>
    </section>
  )
}
