import { useTranslations } from 'use-intl'
import { Dot } from '../../../brand/dots/dot.tsx'
import styles from './reading-minutes.module.css'

export function ReadingMinutes({ minutes, className = '' }: { minutes: number; className?: string }) {
  const sentence = useTranslations('blog')
  return (
    <span className={`${styles.minutes} ${className}`}>
      <MinuteDots minutes={minutes} className={styles.dots} />
      <small>{sentence('minutes', { count: minutes })}</small>
    </span>
  )
}

export function MinuteDots({ minutes, className }: { minutes: number; className?: string }) {
  return (
    <span className={className} aria-hidden="true">
      {Array.from({ length: minutes }, (_, minute) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike and never change places
        <Dot key={minute} />
      ))}
    </span>
  )
}
