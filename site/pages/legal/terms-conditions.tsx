import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Texts } from '#texts/index.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { PageLink } from '../../components/controls.tsx'
import { Breadcrumbs } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { type PageHandle, useFormats, useTexts } from '../../page-context.tsx'
import styles from './terms-conditions.module.css'

export const handle: PageHandle = { texts: ['terms-conditions'], closing: 'none' }

const IN_FORCE_SINCE = '2025-01-01'

export default function TermsConditions() {
  const { meta } = useTexts('terms-conditions')
  return (
    <div className={`wrap ${styles.terms}`}>
      <PageHead {...meta} />
      <Heading />
      <Contents />
      <div className={styles.clauses}>
        {CLAUSES.map((name, index) => (
          <Clause key={name} name={name} number={index + 1} />
        ))}
      </div>
    </div>
  )
}

type ClauseName = keyof Texts['terms-conditions']['clauses']

/** Product 2: the sections of the terms, in this order. */
const CLAUSES: ClauseName[] = [
  'acceptance',
  'use-of-services',
  'intellectual-property',
  'privacy',
  'liability',
  'governing-law',
  'privacy-and-service-conditions',
]

function Heading() {
  const { title } = useTexts('terms-conditions')
  const sentence = useTranslations('terms-conditions')
  const format = useFormats()
  const date = format.calendarDay(IN_FORCE_SINCE)
  return (
    <header className={styles.heading}>
      <Breadcrumbs trail={[{ name: title }]} />
      <h1 className="d1 d1--s">{title}</h1>
      <p>{sentence('inForceSince', { date })}</p>
    </header>
  )
}

function Contents() {
  const { contents, clauses } = useTexts('terms-conditions')
  const current = useSectionInView(CLAUSES)
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">{contents}</h2>
      <ol>
        {CLAUSES.map((name) => (
          <li key={name}>
            <a href={`#${name}`} aria-current={name === current ? 'location' : undefined}>
              <Dot />
              {clauses[name].title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Clause({ name, number }: { name: ClauseName; number: number }) {
  const texts = useTexts('terms-conditions')
  const sentence = useTranslations('terms-conditions.clauses')
  const { companyName } = useTexts('shell')
  const format = useFormats()
  const { title, brief } = texts.clauses[name]
  return (
    <section id={name} className={styles.clause} aria-labelledby={`${name}-title`}>
      <span className={styles.number} aria-hidden="true">
        {format.number(number)}
      </span>
      <div className={styles.text}>
        <h2 className="d4" id={`${name}-title`}>
          {title}
        </h2>
        <p>
          {sentence.rich(`${name}.text`, {
            company: companyName,
            policy: (words) => <PageLink to="/privacy-policy">{words}</PageLink>,
          })}
        </p>
      </div>
      <p className={styles.brief}>
        <Dot />
        <span>
          <small>{texts.brief}</small>
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
