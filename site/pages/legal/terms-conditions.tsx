import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PageContentOf } from '#contract/pages.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { Breadcrumbs } from '../../components/headings.tsx'
import { HeadOfPage } from '../../components/page-sections.tsx'
import { Paragraphs } from '../../components/prose/paragraphs.tsx'
import { type PageHandle, useFormats, usePage, useTexts } from '../../page-context.tsx'
import styles from './terms-conditions.module.css'

export const handle: PageHandle = { texts: ['terms-conditions'], content: ['page-terms-conditions'], closing: 'none' }

export default function TermsConditions() {
  const { sections } = usePage('terms-conditions')
  return (
    <div className={`wrap ${styles.terms}`}>
      <HeadOfPage of="terms-conditions" />
      <Heading />
      <Contents />
      <div className={styles.clauses}>
        {sections.map((name, index) => (
          <Clause key={name} name={name} number={index + 1} />
        ))}
      </div>
    </div>
  )
}

type ClauseName = PageContentOf<'terms-conditions'>['sections'][number]

function Heading() {
  const { title, in_force_since } = usePage('terms-conditions').words.heading
  const sentence = useTranslations('terms-conditions')
  const format = useFormats()
  const date = format.calendarDay(in_force_since)
  return (
    <header className={styles.heading}>
      <Breadcrumbs trail={[{ name: title }]} />
      <h1 className="d1 d1--s">{title}</h1>
      <p>{sentence('inForceSince', { date })}</p>
    </header>
  )
}

function Contents() {
  const { contents } = useTexts('terms-conditions')
  const { sections, words } = usePage('terms-conditions')
  const current = useSectionInView(sections)
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">{contents}</h2>
      <ol>
        {sections.map((name) => (
          <li key={name}>
            <a href={`#${name}`} aria-current={name === current ? 'location' : undefined}>
              <Dot />
              {words[name].title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Clause({ name, number }: { name: ClauseName; number: number }) {
  const { brief: inOneLine } = useTexts('terms-conditions')
  const format = useFormats()
  const { title, text, brief } = usePage('terms-conditions').words[name]
  return (
    <section id={name} className={styles.clause} aria-labelledby={`${name}-title`}>
      <span className={styles.number} aria-hidden="true">
        {format.number(number)}
      </span>
      <div className={styles.text}>
        <h2 className="d4" id={`${name}-title`}>
          {title}
        </h2>
        {typeof text === 'string' ? <Paragraphs text={text} /> : <Paragraphs text="" prose={text} />}
      </div>
      <p className={styles.brief}>
        <Dot />
        <span>
          <small>{inOneLine}</small>
          {brief}
        </span>
      </p>
    </section>
  )
}

/** A little below where a link to a section leads. */
const READING_LINE_PIXELS = 160

function useSectionInView(ids: string[]): string | undefined {
  const [current, setCurrent] = useState<string>()

  useEffect(() => {
    const sections = ids.map((id) => document.getElementById(id)).filter((section) => section !== null)
    const look = () => setCurrent(sectionBeingRead(sections))
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [ids])

  return current
}

function sectionBeingRead(sections: HTMLElement[]) {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  const passed = sections.filter((section) => section.getBoundingClientRect().top <= READING_LINE_PIXELS)
  const isAtEnd = scrollTop + clientHeight >= scrollHeight - 1
  return (isAtEnd ? sections : passed).at(-1)?.id ?? sections[0]?.id
}
