import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpeningHours } from '#contract/entities.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { OfficeMap } from '../../brand/scenes/office-map.tsx'
import { hoursByDays, useOpeningHoursInWords } from '../../components/contact/opening-hours.tsx'
import { MailLink, useChatAddress } from '../../components/contact/ways-to-reach.tsx'
import { Button, ButtonAnchor } from '../../components/controls.tsx'
import { Answer } from '../../components/form/answer-fields.tsx'
import { SheetForm } from '../../components/form/sheet-form.tsx'
import { Breadcrumbs, Title } from '../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../components/page-sections.tsx'
import { type PageHandle, usePage, usePageNames, useRoot, useTexts } from '../../page-context.tsx'
import { useResult } from '../../submissions/use-form.ts'
import { answerPost, headersOfPost } from '../own-page.ts'
import styles from './contact.module.css'
import opening from './hours.module.css'
import { type OfficeMoment, officeMoment } from './office-moment.ts'
import map from './office-on-map.module.css'

export const handle: PageHandle = {
  texts: ['contact', 'opening-hours', 'forms', 'form-errors'],
  content: ['page-contact'],
  closing: 'none',
}

export const action = answerPost
export const headers = headersOfPost

const ADDRESS = '/contact'

export default function Contact() {
  const { contactInfo } = useRoot()
  return (
    <>
      <HeadOfPage of="contact" result={useResult('contact-message', ADDRESS)} address={ADDRESS} />
      <PageSections
        of="contact"
        opening={<Opening />}
        sections={{
          map: contactInfo && <OfficeOnMap address={contactInfo.address} mapUrl={contactInfo.map_url} />,
        }}
      />
    </>
  )
}

function Opening() {
  const { title, lead } = usePage('contact').words.hero
  const { submit } = useTexts('contact')
  const pages = usePageNames()
  const { contactInfo } = useRoot()
  return (
    <div className={`wrap ${styles.contact}`}>
      <div className={styles.intro}>
        <Breadcrumbs trail={[{ name: pages.contact }]} />
        <Title size="d1 d1--s" text={title} />
        <p className="lead">{lead}</p>
        <Facts />
        {contactInfo && <Hours of={contactInfo.opening_hours} timeZone={contactInfo.time_zone} />}
      </div>
      <div className={styles.form}>
        <SheetForm kind="contact-message" page={ADDRESS} submitLabel={submit} head={<FormHead />}>
          <Answer name="name" />
          <Answer name="email" />
          <Answer name="phone" wide />
          <OtherWays />
          <Answer name="subject" wide />
          <Answer name="message" wide />
        </SheetForm>
      </div>
    </div>
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

/** The phone field takes Egyptian mobile numbers only. */
function OtherWays() {
  const sentence = useTranslations('contact')
  const { contactInfo } = useRoot()
  const chatAddress = useChatAddress('contact')
  if (!contactInfo) return null
  return (
    <p className={styles.otherWays}>
      {sentence.rich('otherWays', {
        email: () => <MailLink address={contactInfo.email} />,
        chat: (words) => <a href={chatAddress}>{words}</a>,
      })}
    </p>
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

/** The page is cached, so the browser decides whether the office is open now. */
function Hours({ of: openingHours, timeZone }: { of: OpeningHours[]; timeZone: string }) {
  const texts = useTexts('contact')
  const sentence = useTranslations('contact')
  const city = useRoot().contactInfo?.city
  const inWords = useOpeningHoursInWords()
  const [moment, setMoment] = useState<OfficeMoment>()
  useEffect(() => {
    const look = () => setMoment(officeMoment(openingHours, timeZone, new Date()))
    look()
    const looking = setInterval(look, ONE_MINUTE)
    return () => clearInterval(looking)
  }, [openingHours, timeZone])

  return (
    <div className={opening.hours}>
      <h2>
        {texts.hours}
        {moment && (
          <span className={moment.isOpen ? opening.open : opening.closed}>
            <Dot />
            {moment.isOpen ? texts.openNow : texts.closedNow}
          </span>
        )}
      </h2>
      <table>
        <tbody>
          {hoursByDays(openingHours).map((hours) => {
            const { days, times } = inWords(hours)
            return (
              <tr key={days} className={moment && hours.days.includes(moment.weekday) ? opening.today : undefined}>
                <th scope="row">{days}</th>
                <td>{times}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {city && <p>{sentence('hoursZone', { city })}</p>}
    </div>
  )
}

const ONE_MINUTE = 60_000

/** The map's host sees only visitors who ask for the map; the others see a drawing. */
function OfficeOnMap({ address, mapUrl }: { address: string; mapUrl: string }) {
  const texts = useTexts('contact').map
  const { title } = usePage('contact').words.map
  const [isAsked, setAsked] = useState(false)
  return (
    <section className={map.map} aria-label={texts.label}>
      {isAsked ? (
        <iframe className={map.real} src={mapUrl} title={texts.frame} referrerPolicy="no-referrer" />
      ) : (
        <>
          <div className={map.canvas} dir="ltr">
            <OfficeMap nile={texts.nile} className={map.drawing} />
            <div className={map.pin}>
              <i />
            </div>
          </div>
          <div className={map.card}>
            <h2 className="d5">{title}</h2>
            <p>{address}</p>
            {/* Pressed before the page is awake, it loads the map then. */}
            <span className={map.scripted}>
              <Button data-replay="" onClick={() => setAsked(true)}>
                {texts.load}
              </Button>
            </span>
            <noscript>
              <ButtonAnchor href={mapUrl} rel="noreferrer">
                {texts.load}
              </ButtonAnchor>
            </noscript>
            <small>{texts.note}</small>
          </div>
        </>
      )}
    </section>
  )
}
