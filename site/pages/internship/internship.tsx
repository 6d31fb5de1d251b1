import { useTranslations } from 'use-intl'
import { Cluster, type ClusterCount } from '../../brand/dots/cluster.tsx'
import { Dot } from '../../brand/dots/dot.tsx'
import { GrowingChain } from '../../brand/dots/growing-chain.tsx'
import { ButtonAnchor } from '../../components/controls.tsx'
import { Answer } from '../../components/form/answer-fields.tsx'
import { SheetForm } from '../../components/form/sheet-form.tsx'
import { Breadcrumbs, Title } from '../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../components/page-sections.tsx'
import { type PageHandle, useFormats, usePage, usePageContent, usePageNames, useTexts } from '../../page-context.tsx'
import { useResult } from '../../submissions/use-form.ts'
import { answerPost, headersOfPost } from '../own-page.ts'
import styles from './internship.module.css'

export const handle: PageHandle = {
  texts: ['internship', 'forms', 'form-errors'],
  content: ['page-internship'],
  closing: 'careers',
}

export const action = answerPost
export const headers = headersOfPost

const ADDRESS = '/internship'
const FORM_ID = 'apply'

export default function Internship() {
  return (
    <>
      <HeadOfPage of="internship" result={useResult('internship-application', ADDRESS)} address={ADDRESS} />
      <PageSections
        of="internship"
        opening={<Banner />}
        sections={{ program: <Program />, tiles: <Tiles />, application: <Application /> }}
      />
    </>
  )
}

function Banner() {
  const texts = usePage('internship').words.hero
  const pages = usePageNames()
  return (
    <section className={styles.banner}>
      <GrowingChain className={styles.chain} />
      <div className={`wrap ${styles.bannerInside}`}>
        <Breadcrumbs trail={[{ name: pages.internship }]} />
        <Title size="d1 d1--s" text={texts.title} />
        <div className={styles.bannerSide}>
          <p className="lead">{texts.lead}</p>
          <ButtonAnchor look="ink" href={`#${FORM_ID}`}>
            {texts.apply}
          </ButtonAnchor>
        </div>
      </div>
    </section>
  )
}

function Program() {
  const { statement, items } = usePage('internship').words.program
  const sentence = useTranslations('internship')
  const format = useFormats()
  const year = format.number(usePageContent('founded'), { useGrouping: false })
  return (
    <section className={`wrap section ${styles.program}`}>
      <div className={styles.since}>
        <p className="label">
          <Dot />
          {sentence('since', { year })}
        </p>
        <p className={styles.year} aria-hidden="true">
          {year}
        </p>
      </div>
      <div className={styles.programBody}>
        <h2 className={`d3 ${styles.statement}`}>{statement}</h2>
        <ul>
          {items.map(({ title, text }, index) => (
            <li key={title}>
              <Cluster count={(index + 1) as ClusterCount} className={styles.cluster} />
              <div>
                <h3 className="d5">{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Tiles() {
  const tiles = usePage('internship').words.tiles
  return (
    <section className={`on-ink ${styles.tiles}`}>
      <div className="wrap">
        <h2 className="d2">{tiles.title}</h2>
        <ul>
          {tiles.items.map(({ title, text }) => (
            <li key={title}>
              <h3 className="d5">{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Application() {
  const { label, benefits, title } = usePage('internship').words.application
  const { submit } = useTexts('internship')
  const { allRequired } = useTexts('forms')
  return (
    <section className={`wrap section ${styles.application}`}>
      <div className={styles.benefits}>
        <h2 className="d3">{label}</h2>
        <ul>
          {benefits.map((benefit) => (
            <li key={benefit}>
              <Dot />
              {benefit}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.form} id={FORM_ID}>
        <SheetForm
          kind="internship-application"
          page={ADDRESS}
          submitLabel={submit}
          head={
            <div className={styles.formHead}>
              <Title as="h2" size="d3" text={title} />
              <p>{allRequired}</p>
            </div>
          }
        >
          <Answer name="name" />
          <Answer name="position" />
          <Answer name="email" />
          <Answer name="phone" />
          <Answer name="why_hire_you" wide />
        </SheetForm>
      </div>
    </section>
  )
}
