import type { ReactNode } from 'react'
import { readPictureAddress, sourcesOf, type UploadedPicture } from '#contract/uploaded-pictures.ts'
import { classNames } from '../../brand/class-names.ts'
import { useRoot } from '../../page-context.tsx'
import styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  alt?: string | undefined
  width: number
  height: number
  sizes?: string
  eager?: boolean | undefined
  className?: string | undefined
  /** Drawn behind the picture, and seen where the picture is clear or missing. */
  children?: ReactNode
}

export function Picture({
  src,
  alt = '',
  width,
  height,
  sizes = '100vw',
  eager = false,
  className,
  children,
}: PictureProps) {
  const { apiHost } = useRoot().settings
  const uploaded = src ? readPictureAddress(src) : undefined
  const picture = src && (
    <img
      src={src.startsWith('/') ? apiHost + src : src}
      {...(uploaded && { srcSet: sourcesOf(uploaded, 'webp', apiHost), sizes, ...focusOf(uploaded) })}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  )
  return (
    <div className={classNames(styles.picture, className)}>
      {children}
      {uploaded ? (
        <picture className={styles.sources}>
          <source type="image/avif" srcSet={sourcesOf(uploaded, 'avif', apiHost)} sizes={sizes} />
          {picture}
        </picture>
      ) : (
        picture
      )}
    </div>
  )
}

/** Attributes, because the content security policy refuses inline styles. */
const focusOf = ({ focus }: UploadedPicture) => ({ 'data-focus-x': focus.x, 'data-focus-y': focus.y })
