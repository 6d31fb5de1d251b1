import type { ReactNode } from 'react'
import { classNames } from '../../brand/class-names.ts'
import { useRoot } from '../../root.tsx'
import styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  width: number
  height: number
  /** For what is seen first; everything else waits until it is near. */
  eager?: boolean
  className?: string | undefined
  /** Drawn behind the picture, so that it stands wherever the picture does not, with or without JavaScript. */
  children: ReactNode
}

/** A picture of the API. It illustrates what is said beside it, so it has no name of its own; a broken one leaves no trace. */
export function Picture({ src, width, height, eager = false, className, children }: PictureProps) {
  const { apiHost } = useRoot().settings
  return (
    <div className={classNames(styles.picture, className)}>
      {children}
      {src && (
        <img
          src={src.startsWith('/') ? apiHost + src : src}
          alt=""
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          decoding="async"
        />
      )}
    </div>
  )
}
