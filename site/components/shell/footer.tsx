import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ThemeGlyph } from '../../brand/icons/theme-glyph.tsx'
import { BigWord, Wordmark } from '../../brand/words/wordmark.tsx'
import { useFormats, useRoot, useTexts } from '../../page-context.tsx'
import { THEME_KEY } from '../../theme.ts'
import { ChatButton, MailLink, useChatAddress } from '../contact/ways-to-reach.tsx'
import { ButtonLink, ButtonRow, PageLink } from '../controls.tsx'
import { Title } from '../headings.tsx'
import styles from './footer.module.css'
import { NAVIGATION } from './navigation.ts'
import switching from './theme-switch.module.css'

export function Footer({ callToAction, isOnGround }: { callToAction: boolean; isOnGround: boolean }) {
  const { language } = useRoot()
  return (
    <footer className={`${isOnGround ? styles.onGround : 'on-ink'} ${styles.footer}`}>
      {callToAction && <CallToAction />}
      <div className={`wrap ${styles.columns}`}>
        <Intro />
        <CompanyList />
        <ContactLists />
      </div>
      <div className={styles.word} dir="ltr">
        <BigWord language={language} />
      </div>
      <Legal />
    </footer>
  )
}

function CallToAction() {
  const { footer, getStarted } = useTexts('shell')
  return (
    <div className={`wrap ${styles.callToAction}`}>
      <Title as="h2" size="d2" text={footer.callToAction} />
      <ButtonRow>
        <ButtonLink to="/contact">{getStarted}</ButtonLink>
        <ChatButton place="footer" />
      </ButtonRow>
    </div>
  )
}

function Intro() {
  const { language } = useRoot()
  const { intro } = useTexts('shell').footer
  return (
    <div className={styles.intro}>
      <PageLink to="/">
        <Wordmark language={language} isRepeated />
      </PageLink>
      <p>{intro}</p>
    </div>
  )
}

function CompanyList() {
  const { footer, pages } = useTexts('shell')
  return (
    <nav aria-label={footer.company} className={styles.company}>
      <h2>{footer.company}</h2>
      <ul>
        {NAVIGATION.map(({ name, to }) => (
          <li key={name}>
            <PageLink to={to}>{pages[name]}</PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function ContactLists() {
  const { contactInfo } = useRoot()
  const { footer, chat } = useTexts('shell')
  const chatAddress = useChatAddress('footer')
  if (!contactInfo) return null
  return (
    <>
      <div>
        <h2>{footer.contact}</h2>
        <ul>
          <li>
            <a href={chatAddress}>
              {chat.name} <bdi dir="ltr">+{contactInfo.footer_chat_phone}</bdi>
            </a>
          </li>
          <li>
            <MailLink address={contactInfo.email} />
          </li>
          <li>{contactInfo.address}</li>
        </ul>
      </div>
      <div>
        <h2>{footer.follow}</h2>
        <ul>
          {[...contactInfo.social_links, { name: chat.name, url: chatAddress }].map(({ name, url }) => (
            <li key={url}>
              <a href={url}>{name}</a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

function Legal() {
  const sentence = useTranslations('shell')
  const format = useFormats()
  const year = format.year(new Date())
  return (
    <div className={`wrap ${styles.legal}`}>
      {/* On the last evening of a year the page may be older than the year. */}
      <p suppressHydrationWarning>{sentence('footer.copyright', { year })}</p>
      <ThemeSwitch />
      <PageLink to="/terms-conditions">{sentence('footer.terms')}</PageLink>
    </div>
  )
}

const THEMES = ['light', 'dark', 'system'] as const

/** The first script keeps the choice, also before the application wakes. */
function ThemeSwitch() {
  const texts = useTexts('shell').theme
  const choices = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    const chosen = document.documentElement.dataset.theme ?? 'system'
    const choice = choices.current?.querySelector<HTMLInputElement>(`[value="${chosen}"]`)
    if (choice) choice.checked = true
  }, [])

  return (
    <fieldset className={switching.themes} ref={choices}>
      <legend className="vh">{texts.label}</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input className="vh" type="radio" name={THEME_KEY} value={theme} defaultChecked={theme === 'system'} />
          <ThemeGlyph theme={theme} />
          <span>{texts[theme]}</span>
        </label>
      ))}
    </fieldset>
  )
}
