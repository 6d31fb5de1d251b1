import { Dot } from '../../brand/dots/dot.tsx'
import { ArrowLink } from '../../components/controls/arrow-link.tsx'
import { useTexts } from '../../texts.tsx'
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
