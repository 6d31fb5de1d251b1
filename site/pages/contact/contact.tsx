import { MailLink, useChatAddress } from '../../components/contact/ways-to-reach.tsx'
import { Answer } from '../../components/form/answer-fields.tsx'
import { SheetForm } from '../../components/form/sheet-form.tsx'
import { Breadcrumbs, Title } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, useRoot, useTexts } from '../../page-context.tsx'
import { useResult } from '../../submissions/use-form.ts'
import { answerPost, headersOfPost } from '../own-page.ts'
import styles from './contact.module.css'
import { Hours } from './hours.tsx'
import { OfficeOnMap } from './office-on-map.tsx'

export const handle: PageHandle = {
  texts: ['contact', 'opening-hours', 'forms', 'form-errors'],
  callToAction: false,
}

export const action = answerPost
export const headers = headersOfPost

const ADDRESS = '/contact'

export default function Contact() {
  const texts = useTexts('contact')
  const { pages } = useTexts('shell')
  const { contactInfo } = useRoot()
  return (
    <>
      <PageHead {...texts.meta} result={useResult('contact-message', ADDRESS)} address={ADDRESS} />
      <div className={`wrap ${styles.contact}`}>
        <div className={styles.intro}>
          <Breadcrumbs trail={[{ name: pages.contact }]} />
          <Title size="d1 d1--s" text={texts.title} />
          <p className="lead">{texts.lead}</p>
          <Facts />
          {contactInfo && <Hours of={contactInfo.opening_hours} timeZone={contactInfo.time_zone} />}
        </div>
        <div className={styles.form}>
          <SheetForm kind="contact-message" page={ADDRESS} submitLabel={texts.submit} head={<FormHead />}>
            <Answer name="name" />
            <Answer name="email" />
            <Answer name="phone" wide />
            <Answer name="subject" wide />
            <Answer name="message" wide />
          </SheetForm>
        </div>
      </div>
      {contactInfo && <OfficeOnMap address={contactInfo.address} mapUrl={contactInfo.map_url} />}
    </>
  )
}

function FormHead() {
  const { formLabel } = useTexts('contact')
  const { allRequired } = useTexts('forms')
  return (
    <>
      <h2 className="vh">{formLabel}</h2>
      <p className={styles.help}>{allRequired}</p>
    </>
  )
}

function Facts() {
  const texts = useTexts('contact')
  const { contactInfo } = useRoot()
  const chatAddress = useChatAddress('contact')
  if (!contactInfo) return null
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{texts.office}</dt>
        <dd>{contactInfo.address}</dd>
      </div>
      <div>
        <dt>{texts.email}</dt>
        <dd>
          <MailLink address={contactInfo.email} />
        </dd>
      </div>
      <div>
        <dt>{texts.chat}</dt>
        <dd>
          <a href={chatAddress}>{texts.startChat}</a>
        </dd>
      </div>
    </dl>
  )
}
