import type { ReactNode } from 'react'
import { Dot } from '../../brand/dots/dot.tsx'
import { Carousel } from '../carousel/carousel.tsx'
import styles from './quotes.module.css'

interface Quotation {
  quote: string
  name: string
  role?: string | undefined
}

export function Quotes({ title, quotes }: { title: string; quotes: Quotation[] }) {
  const head = (controls: ReactNode) => (
    <div className={styles.head}>
      <h2 className="d2">{title}</h2>
      {controls}
    </div>
  )
  return (
    <div className={`on-lapis ${styles.quotes}`}>
      <div className="wrap">
        <Carousel
          label={title}
          items={quotes.map((quotation) => <Quote key={quotation.name + quotation.quote} {...quotation} />)}
          head={head}
        />
      </div>
    </div>
  )
}

function Quote({ quote, name, role }: Quotation) {
  return (
    <figure className={styles.quote}>
      <span className={styles.mark}>
        <Dot />
        <Dot />
      </span>
      <blockquote>{quote}</blockquote>
      <figcaption>
        <b>{name}</b>
        {role && <span>{role}</span>}
      </figcaption>
    </figure>
  )
}
