import type { Review } from '#contract/entities.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { Carousel } from '../../components/carousel/carousel.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './reviews.module.css'

export function Reviews({ reviews }: { reviews: Review[] }) {
  const { title } = useTexts('home').reviews
  return (
    <div className={`on-lapis ${styles.reviews}`}>
      <div className="wrap">
        <Carousel
          label={title}
          items={reviews.map((review) => <Quote key={review.name} review={review} />)}
          itemsShown={{ base: 1, from600: 2, from1000: 3 }}
          head={(controls) => (
            <div className={styles.head}>
              <h2 className="d2">{title}</h2>
              {controls}
            </div>
          )}
        />
      </div>
    </div>
  )
}

function Quote({ review: { review, name, title } }: { review: Review }) {
  return (
    <figure className={styles.quote}>
      <span className={styles.mark}>
        <Dot />
        <Dot />
      </span>
      <blockquote>{review}</blockquote>
      <figcaption>
        <b>{name}</b>
        <span>{title}</span>
      </figcaption>
    </figure>
  )
}
