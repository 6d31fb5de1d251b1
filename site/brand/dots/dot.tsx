import styles from '../brand.module.css'
import { classNames } from '../class-names.ts'

export function Dot({ className }: { className?: string }) {
  return (
    <svg className={classNames(styles.dot, className)} viewBox="0 0 10 10" aria-hidden="true">
      <path d="M5 0l5 5-5 5-5-5z" fill="currentColor" />
    </svg>
  )
}
