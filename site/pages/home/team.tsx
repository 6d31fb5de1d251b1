import type { TeamMember } from '#contract/entities.ts'
import { Portrait } from '../../brand/scenes/portrait.tsx'
import { Carousel } from '../../components/carousel/carousel.tsx'
import { SectionHead } from '../../components/headings/section-head.tsx'
import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'
import styles from './team.module.css'

export function Team({ team }: { team: TeamMember[] }) {
  const { language } = useRoot()
  const { title, note } = useTexts('home').team
  return (
    <div className={`section wrap ${styles.team}`}>
      <Carousel
        label={title}
        items={team.map((member, position) => (
          <div key={member.name}>
            <Portrait name={member.name} language={language} position={position} className={styles.portrait} />
            <div className={styles.text}>
              <h3 className="d5">{member.name}</h3>
              <p>{member.role}</p>
            </div>
          </div>
        ))}
        itemsShown={{ base: 1, from600: 2, from1000: 3 }}
        head={(controls) => (
          <SectionHead title={title}>
            <p>{note}</p>
            {controls}
          </SectionHead>
        )}
      />
    </div>
  )
}
