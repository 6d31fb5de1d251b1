import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { otherLanguage } from '#texts/languages.ts'
import { Crowd } from '../../../brand/dots/crowd.tsx'
import { Dot } from '../../../brand/dots/dot.tsx'
import { Epoch } from '../../../brand/dots/epoch.tsx'
import { ButtonLink, PageLink } from '../../../components/controls.tsx'
import masthead from '../../../components/demo-navbars/demo-masthead.module.css'
import { NarrowMenu, WideMenu } from '../../../components/demo-navbars/demo-menu.tsx'
import { loadMenu } from '../../../components/demo-navbars/load-menu.server.ts'
import { loadMenuInBrowser } from '../../../components/demo-navbars/menu.ts'
import { SearchBox } from '../../../components/demo-navbars/search-box.tsx'
import { SectionHead, Title } from '../../../components/headings.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { FiguresBand } from '../../../components/prose/figures-band.tsx'
import { CompanyWordmark } from '../../../components/shell/company-wordmark.tsx'
import { LanguageLink } from '../../../components/shell/language-links.tsx'
import { type PageHandle, useRoot, useTexts } from '../../../page-context.tsx'
import styles from './machine-learning.module.css'

export const handle: PageHandle = {
  texts: ['machine-learning', 'demo-navbars'],
  content: ['notes', 'case-studies'],
  navbar: DemoMasthead,
}

export const loader = loadMenu

export const clientLoader = loadMenuInBrowser

export default function MachineLearning() {
  const { meta } = useTexts('machine-learning')
  return (
    <>
      <PageHead {...meta} />
      <Opening />
      <Courses />
      <Figures />
    </>
  )
}

function Opening() {
  const { title, lead } = useTexts('machine-learning')
  const sentence = useTranslations('machine-learning')
  return (
    <section className={`wrap ${styles.opening}`}>
      <Title size="d1 d1--s" text={title} />
      <p className={`lead ${styles.lead}`}>{lead}</p>
      <ol className={styles.epochs}>
        {([1, 10, 50, 100] as const).map((epoch) => (
          <li key={epoch}>
            <Epoch epoch={epoch} className={styles.epoch} />
            <span>{sentence('epoch', { number: epoch })}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const courses = [
  { name: 'statistics', weeks: 4, dollars: 0 },
  { name: 'appliedLearning', weeks: 9, dollars: 80 },
  { name: 'pipelines', weeks: 6, dollars: 78 },
] as const

function Courses() {
  const { title, note } = useTexts('machine-learning').courses
  return (
    <section className={styles.courses}>
      <div className="wrap">
        <SectionHead title={title}>
          <p>{note}</p>
        </SectionHead>
        <ul className={styles.cards}>
          {courses.map((course) => (
            <Course key={course.name} {...course} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Course({ name, weeks, dollars }: (typeof courses)[number]) {
  const texts = useTexts('machine-learning').courses
  const sentence = useTranslations('machine-learning')
  const { title, text } = texts[name]
  return (
    <li>
      <p className={styles.weeks}>
        <span className={styles.weekDots} aria-hidden="true">
          {Array.from({ length: weeks }, (_, week) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot for each week, never rearranged
            <Dot key={week} />
          ))}
        </span>
        <small>{sentence('courses.weeks', { weeks })}</small>
      </p>
      <h3 className="d4">{title}</h3>
      <p className={styles.text}>{text}</p>
      <div className={styles.foot}>
        <CoursePrice dollars={dollars} />
        <ButtonLink to="/contact" look="ghost" aria-label={sentence('courses.enrolIn', { course: title })}>
          {texts.enrol}
        </ButtonLink>
      </div>
    </li>
  )
}

function CoursePrice({ dollars }: { dollars: number }) {
  const { free } = useTexts('machine-learning').courses
  const sentence = useTranslations('machine-learning')
  return <b className="d3">{dollars === 0 ? free : sentence('courses.price', { dollars })}</b>
}

function Figures() {
  const { title, note } = useTexts('machine-learning').figures
  return (
    <FiguresBand title={title} note={note}>
      <dl className={styles.figuresGrid}>
        <Figure of="learners" count={10_000}>
          <Crowd count={10_000} columns={200} className={styles.learnersWide} />
          <Crowd count={10_000} columns={100} className={styles.learnersNarrow} />
        </Figure>
        <Figure of="countries" count={196}>
          <Crowd count={196} columns={28} className={styles.countries} />
        </Figure>
        <Figure of="courses" count={125}>
          <Crowd count={125} columns={25} className={styles.coursesCount} />
        </Figure>
      </dl>
    </FiguresBand>
  )
}

interface FigureProps {
  of: 'learners' | 'countries' | 'courses'
  count: number
  children: ReactNode
}

function Figure({ of, count, children }: FigureProps) {
  const sentence = useTranslations('machine-learning')
  return (
    <div>
      <dt>{sentence(`figures.${of}`, { count })}</dt>
      <dd>
        {children}
        <span className={styles.number}>{sentence('figures.moreThan', { count })}</span>
      </dd>
    </div>
  )
}

function DemoMasthead() {
  const { language } = useRoot()
  return (
    <header className={masthead.masthead}>
      <div className={`wrap ${masthead.row}`}>
        <SearchBox look="underlined" />
        <PageLink to="/" className={masthead.home}>
          <CompanyWordmark className={masthead.wordmark} />
        </PageLink>
        <LanguageLink language={otherLanguage(language)} className={masthead.language} />
        <NarrowMenu look="masthead" />
      </div>
      <div className={masthead.menu}>
        <WideMenu look="masthead" />
      </div>
    </header>
  )
}
