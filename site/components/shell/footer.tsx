import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { MenuLink } from '#contract/navigation.ts'
import { plainAddress } from '../../addresses.ts'
import { DotColumns } from '../../brand/dots/dot-columns.tsx'
import { Seats } from '../../brand/dots/seats.tsx'
import { ThemeGlyph } from '../../brand/icons/theme-glyph.tsx'
import { BigWord } from '../../brand/words/wordmark.tsx'
import { CLOSINGS, type ClosingName, linksOf } from '../../closings.ts'
import { usePageContent, useRoot, useTexts } from '../../page-context.tsx'
import { THEME_KEY } from '../../theme.ts'
import { ChatButton, MailLink, useChatAddress } from '../contact/ways-to-reach.tsx'
import { ButtonLink, ButtonRow, PageLink } from '../controls.tsx'
import { Title } from '../headings.tsx'
import { CompanyWordmark } from './company-wordmark.tsx'
import styles from './footer.module.css'
import { FrameLink } from './frame-link.tsx'
import { keyOf } from './navigation.ts'
import switching from './theme-switch.module.css'

export function Footer({ closing, isOnGround }: { closing: ClosingName | 'none'; isOnGround: boolean }) {
  return (
    <footer className={`${isOnGround ? styles.onGround : 'on-ink'} ${styles.footer}`}>
      {closing !== 'none' && <CallToAction closing={closing} />}
      <div className={`wrap ${styles.columns}`}>
        <Intro />
        <CompanyList />
        <ContactLists />
      </div>
      <Art of={closing === 'none' ? 'word' : CLOSINGS[closing].art} />
      <Legal />
    </footer>
  )
}

function CallToAction({ closing }: { closing: ClosingName }) {
  const { closings, buttons } = usePageContent('navigation')
  const { pathname } = useLocation()
  return (
    <div className={`wrap ${styles.callToAction}`}>
      <Title as="h2" size="d2" text={closings[closing]} />
      <ButtonRow>
        {linksOf(closing, plainAddress(pathname)).map(({ to, name }, index) => (
          <ButtonLink key={to} to={to} look={index > 0 ? 'ghost' : 'primary'}>
            {buttons[name]}
          </ButtonLink>
        ))}
        {closing === 'project' && <ChatButton place="footer" />}
      </ButtonRow>
    </div>
  )
}

function Art({ of: art }: { of: (typeof CLOSINGS)[ClosingName]['art'] }) {
  const { language } = useRoot()
  const { wordmark } = usePageContent('brand')
  // The word is the drawn name, which another company does not have.
  if (art === 'word' && !wordmark)
    return (
      <div className={styles.word} dir="ltr">
        <BigWord language={language} />
      </div>
    )
  return (
    <div className={styles.drawn}>
      {art === 'seats' ? <Seats taken={SEATS_TAKEN} jobIds={SEATS_OPEN} /> : <DotColumns />}
    </div>
  )
}

// Two full rows, and a few seats that are open.
const SEATS_TAKEN = 27
const SEATS_OPEN = [1, 2, 4]

function Intro() {
  const { intro } = usePageContent('navigation')
  return (
    <div className={styles.intro}>
      <PageLink to="/">
        <CompanyWordmark isRepeated />
      </PageLink>
      <p>{intro}</p>
    </div>
  )
}

function CompanyList() {
  const { header, headings } = usePageContent('navigation')
  return (
    <nav aria-label={headings.company} className={styles.company}>
      <h2>{headings.company}</h2>
      <Links of={header} />
    </nav>
  )
}

function Links({ of: links }: { of: readonly MenuLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={keyOf(link)}>
          <FrameLink to={link.to}>{link.label}</FrameLink>
        </li>
      ))}
    </ul>
  )
}

function ContactLists() {
  const { contactInfo } = useRoot()
  const { chat } = useTexts('shell')
  const { headings, work } = usePageContent('navigation')
  const chatAddress = useChatAddress('footer')
  if (!contactInfo) return null
  return (
    <>
      <div>
        <h2>{headings.contact}</h2>
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
        {work.length > 0 && (
          <>
            <h2>{headings.work}</h2>
            <Links of={work} />
          </>
        )}
        <h2>{headings.follow}</h2>
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
  const { copyright, legal } = usePageContent('navigation')
  return (
    <div className={`wrap ${styles.legal}`}>
      <p>{copyright}</p>
      <ThemeSwitch />
      {legal.map((link) => (
        <FrameLink key={keyOf(link)} to={link.to}>
          {link.label}
        </FrameLink>
      ))}
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
