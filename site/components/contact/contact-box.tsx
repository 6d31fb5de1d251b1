import { classNames } from '../../brand/class-names.ts'
import { useRoot, useTexts } from '../../page-context.tsx'
import { InlineError } from '../controls/inline-error.tsx'
import { ButtonAnchor } from '../controls.tsx'
import styles from './contact-box.module.css'
import { OpenHours } from './opening-hours.tsx'
import { MailLink, PhoneNumber, useChatAddress } from './ways-to-reach.tsx'

export function ContactBox({ ground, className }: { ground: 'ink' | 'paper'; className?: string | undefined }) {
  const texts = useTexts('contact-box')
  const { contactInfo } = useRoot()
  return (
    <aside
      className={classNames(styles.box, ground === 'ink' ? 'on-ink' : styles.paper, className)}
      aria-labelledby="contact-box"
    >
      <h2 className="d5" id="contact-box">
        {texts.title}
      </h2>
      {contactInfo ? <Ways /> : <InlineError />}
    </aside>
  )
}

function Ways() {
  const texts = useTexts('contact-box')
  const { contactInfo } = useRoot()
  const chatAddress = useChatAddress('header')
  if (!contactInfo) return null
  const { phone, email, opening_hours } = contactInfo
  return (
    <>
      <dl>
        <div>
          <dt>{texts.phone}</dt>
          <dd>
            <a href={`tel:${phone}`}>
              <PhoneNumber number={phone} />
            </a>
          </dd>
        </div>
        <div>
          <dt>{texts.email}</dt>
          <dd>
            <MailLink address={email} />
          </dd>
        </div>
      </dl>
      <div className={styles.chat}>
        <ButtonAnchor href={chatAddress}>{texts.chat}</ButtonAnchor>
      </div>
      <div className={styles.hours}>
        <h3 className="vh">{texts.hours}</h3>
        <OpenHours of={opening_hours} />
      </div>
    </>
  )
}
