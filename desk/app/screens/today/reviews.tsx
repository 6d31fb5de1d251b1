import { api } from '../../api.ts'
import { Dot, TextLink } from '../../parts/elements.tsx'
import { LoadFailure, useLoaded } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './today.module.css'

/** Content that waits for this person: to be reviewed, or to be mended. */
export function Reviews() {
  const { review: texts, submissions: words, language, say } = useTexts()
  const loading = useLoaded('reviews', (manner) => api('GET /reviews', manner))
  const { reviews = [], names = {} } = loading.result ?? {}
  return (
    <>
      <LoadFailure loaded={loading} />
      {reviews.length > 0 && (
        <section aria-label={texts.mine}>
          <h3 className="h4">{texts.mine}</h3>
          <ul className={styles.content}>
            {reviews.map(({ type, id, state, by, title }) => (
              <li key={`${type} ${id}`}>
                <Dot colour="cinnabar" fill="solid" />
                <TextLink to={`/content/${type}/${id}`}>{title?.[language] || title?.en || title?.ar}</TextLink>
                <span className="muted small">
                  {say(state === 'asked' ? 'review.toReview' : 'review.toMend', {
                    name: names[by] ?? words.formerColleague,
                  })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
