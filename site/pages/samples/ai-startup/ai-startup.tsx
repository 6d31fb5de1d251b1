import { useTranslations } from 'use-intl'
import { otherLanguage } from '#texts/languages.ts'
import { Dot } from '../../../brand/dots/dot.tsx'
import { FoundDots } from '../../../brand/dots/found-dots.tsx'
import type { ServiceKind } from '../../../brand/icons/service-kind.ts'
import { ServiceMotif } from '../../../brand/icons/service-motif.tsx'
import { ArrowLink, ButtonLink, PageLink } from '../../../components/controls.tsx'
import bar from '../../../components/demo-navbars/demo-bar.module.css'
import { NarrowMenu, WideMenu } from '../../../components/demo-navbars/demo-menu.tsx'
import { loadMenu } from '../../../components/demo-navbars/load-menu.server.ts'
import { loadMenuInBrowser } from '../../../components/demo-navbars/menu.ts'
import { SearchBox } from '../../../components/demo-navbars/search-box.tsx'
import { SectionHead, Title } from '../../../components/headings.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { CompanyWordmark } from '../../../components/shell/company-wordmark.tsx'
import { LanguageLink } from '../../../components/shell/language-links.tsx'
import { type PageHandle, useRoot, useTexts } from '../../../page-context.tsx'
import styles from './ai-startup.module.css'

export const handle: PageHandle = {
  texts: ['ai-startup', 'demo-navbars'],
  content: ['notes', 'case-studies'],
  navbar: DemoBar,
}

export const loader = loadMenu

export const clientLoader = loadMenuInBrowser

export default function AiStartup() {
  const { meta } = useTexts('ai-startup')
  return (
    <>
      <PageHead {...meta} />
      <Opening />
      <Abilities />
      <Confidence />
    </>
  )
}

function Opening() {
  const texts = useTexts('ai-startup')
  const sentence = useTranslations('ai-startup')
  return (
    <section className={`on-ink ${styles.opening}`}>
      <div className={styles.noise}>
        <FoundDots className={styles.found} />
      </div>
      <div className={`wrap ${styles.words}`}>
        <p className={styles.note}>
          <Dot />
          <span>{sentence.rich('note', { word: (word) => <span lang="ar">{word}</span> })}</span>
        </p>
        <Title size="d1 d1--s" text={texts.title} />
        <div className={styles.side}>
          <p className="lead">{texts.lead}</p>
          <ButtonLink to="/contact">{texts.start}</ButtonLink>
        </div>
      </div>
    </section>
  )
}

function Abilities() {
  const { abilities } = useTexts('ai-startup')
  return (
    <section className="section wrap">
      <SectionHead title={abilities.title}>
        <ArrowLink to="/services">{abilities.link}</ArrowLink>
      </SectionHead>
      <ul className={styles.abilities}>
        <Ability motif="ai" {...abilities.sees} />
        <Ability motif="data" {...abilities.foresees} />
        <Ability motif="web" {...abilities.answers} />
      </ul>
    </section>
  )
}

function Ability({ motif, title, text }: { motif: ServiceKind; title: string; text: string }) {
  return (
    <li>
      <div className={styles.motif}>
        <ServiceMotif kind={motif} />
      </div>
      <h3 className="d4">{title}</h3>
      <p>{text}</p>
    </li>
  )
}

const ALL_DOTS = 10
const SURE_ENOUGH = 7

function Confidence() {
  const { confidence } = useTexts('ai-startup')
  return (
    <section className={styles.confidence}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.explanation}>
          <h2 className="d2">{confidence.title}</h2>
          <p className="lead">{confidence.lead}</p>
        </div>
        <ul className={styles.answers}>
          <Answer what={confidence.invoice} solid={10} />
          <Answer what={confidence.cheque} solid={8} />
          <Answer what={confidence.plate} solid={5} />
        </ul>
      </div>
    </section>
  )
}

function Answer({ what, solid }: { what: string; solid: number }) {
  const { confidence } = useTexts('ai-startup')
  const sentence = useTranslations('ai-startup')
  const isAsked = solid < SURE_ENOUGH
  return (
    <li className={isAsked ? styles.asked : undefined}>
      <b>{what}</b>
      <small>
        {isAsked && (
          <span className={styles.person}>
            {confidence.asked}
            <Dot />
          </span>
        )}
        <span>{sentence('confidence.score', { solid, all: ALL_DOTS })}</span>
      </small>
      <span className={styles.dots} aria-hidden="true">
        {Array.from({ length: ALL_DOTS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ten dots that never change places
          <i key={index} className={index < solid ? styles.solid : undefined} />
        ))}
      </span>
    </li>
  )
}

function DemoBar() {
  const { language } = useRoot()
  return (
    <header className={`on-ink ${bar.bar}`}>
      <div className={`wrap ${bar.row}`}>
        <PageLink to="/" className={bar.home}>
          <CompanyWordmark />
        </PageLink>
        <WideMenu look="bar" />
        <SearchBox look="boxed" />
        <LanguageLink language={otherLanguage(language)} className={bar.language} />
        <NarrowMenu look="bar" />
      </div>
    </header>
  )
}
