import type { ReactNode } from 'react'
import { readPictureAddress, sourcesOf, type UploadedPicture } from '#contract/uploaded-pictures.ts'
import { classNames } from '../../brand/class-names.ts'
import { useRoot } from '../../use-root.ts'
import styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  /** Empty for a decoration. */
  alt?: string | undefined
  width: number
  height: number
  /** How wide the frame is, for the browser to choose a file by; see the attribute `sizes`. */
  sizes?: string
  /** For what is seen first; everything else waits until it is near. */
  eager?: boolean
  className?: string | undefined
  /** Drawn behind the picture, so that it stands wherever the picture does not, with or without JavaScript. */
  children: ReactNode
}

/** A picture of the API. A broken one leaves no trace. */
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

/** As attributes: the content security policy refuses styles inside of elements. */
const focusOf = ({ focus }: UploadedPicture) => ({ 'data-focus-x': focus.x, 'data-focus-y': focus.y })
