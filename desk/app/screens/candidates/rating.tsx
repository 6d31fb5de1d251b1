import { classNames } from '#site/brand/class-names.ts'
import { Dot } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './candidates.module.css'

const FULL = [1, 2, 3, 4, 5]

export function RatingDots({ rating, isOwn = true }: { rating: number; isOwn?: boolean }) {
  const { say } = useTexts()
  return (
    <span className={styles.dots} role="img" aria-label={say('candidates.ratingOf', { rating })}>
      {FULL.map((step) => (
        <Dot key={step} fill={step <= rating ? 'solid' : 'hollow'} colour={isOwn ? 'cinnabar' : 'ink'} />
      ))}
    </span>
  )
}

/** Five buttons; a second press on the same one takes the rating back. */
export function RatingChoice({ rating, onRate }: { rating: number | null; onRate(rating: number | null): void }) {
  const { candidates: texts, say } = useTexts()
  return (
    <fieldset className={styles.rating} aria-label={texts.rating}>
      {FULL.map((step) => (
        <button
          key={step}
          type="button"
          aria-pressed={rating === step}
          aria-label={say('candidates.rateAs', { rating: step })}
          title={rating === step ? texts.noRating : say('candidates.rateAs', { rating: step })}
          className={classNames(styles.step, rating !== null && step <= rating && styles.reached)}
          onClick={() => onRate(rating === step ? null : step)}
        >
          <Dot
            fill={rating !== null && step <= rating ? 'solid' : 'hollow'}
            colour={rating !== null && step <= rating ? 'cinnabar' : 'ink'}
          />
        </button>
      ))}
    </fieldset>
  )
}
