import { Dot } from '#site/brand/dot.tsx'
import { ArrowLink } from '#site/components/arrow-link.tsx'
import { useTexts } from '#site/texts.tsx'
import styles from './about-blurb.module.css'

export function AboutBlurb() {
  const { about } = useTexts('home')
  return (
    <section className={`section wrap ${styles.about}`}>
      <h2 className={`label ${styles.label}`}>
        <Dot />
        {about.label}
      </h2>
      <div className={styles.body}>
        <p className={`d3 ${styles.statement}`}>{about.statement}</p>
        <div className={styles.more}>
          <p>{about.text}</p>
          <ArrowLink to="/about">{about.more}</ArrowLink>
        </div>
      </div>
    </section>
  )
}
