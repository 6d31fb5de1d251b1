import { useTranslations } from 'use-intl'
import { Facet } from '../../../brand/scenes/facet.tsx'
import { ArrowLink } from '../../../components/controls.tsx'
import { PageHeading } from '../../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../../components/page-sections.tsx'
import { Picture } from '../../../components/prose/picture.tsx'
import { type PageHandle, usePage, usePageContent, useRoot, useTexts } from '../../../page-context.tsx'
import styles from './team.module.css'

export const handle: PageHandle = {
  texts: ['team'],
  content: ['about-counters', 'team', 'page-team'],
  closing: 'careers',
}

export default function Team() {
  const texts = useTexts('team')
  const { words } = usePage('team')
  const sentence = useTranslations('team')
  const { members: total } = usePageContent('about-counters')
  const team = usePageContent('team')
  const shown = team.length
  const areDrawn = team.every(({ portrait }) => !portrait)
  return (
    <>
      <HeadOfPage of="team" />
      <PageSections
        of="team"
        opening={
          <>
            <PageHeading
              trail={[{ name: texts.crumb }]}
              title={shown > 0 && total > shown ? sentence('title', { total, shown }) : words.hero.title}
              lead={shown > 0 && areDrawn ? words.hero.lead : undefined}
            />
            {shown > 0 && <Tessellation />}
          </>
        }
        sections={{ join: <HollowDot /> }}
      />
    </>
  )
}

function Tessellation() {
  const members = usePageContent('team')
  const { language } = useRoot()
  return (
    <div className="wrap">
      <ul className={styles.tessellation}>
        {members.map(({ name, role, portrait }, position) => (
          <li key={name} className={portrait && styles.photographed}>
            <div className={styles.portrait}>
              {portrait ? (
                <Picture src={portrait} width={600} height={600} sizes={PORTRAIT_WIDTHS} className={styles.photo} />
              ) : (
                <Facet name={name} language={language} position={position} />
              )}
            </div>
            <div className={styles.text}>
              <h2 className="d5">{name}</h2>
              <p>{role}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

const PORTRAIT_WIDTHS = '(min-width: 67.5em) 33vw, 40vw'

function HollowDot() {
  const { title, link } = usePage('team').words.join
  return (
    <section className={`wrap ${styles.join}`}>
      <i className={styles.hollow} aria-hidden="true" />
      <h2 className="d3">{title}</h2>
      <ArrowLink to="/jobs">{link}</ArrowLink>
    </section>
  )
}
