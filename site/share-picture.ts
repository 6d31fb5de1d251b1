import type { Language } from '#texts/languages.ts'
import { seedOf } from './brand/drawing.tsx'

export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** Raise it when the drawing changes: it is part of the fingerprint. */
export const DRAWING_VERSION = 1

export const FINGERPRINT = 'v'

export function sharePictureOf(plain: string, language: Language, title?: string) {
  const [path = '/', search] = plain.split('?')
  const query = [search, title && `${FINGERPRINT}=${seedOf(`${DRAWING_VERSION} ${title}`).toString(36)}`].filter(
    Boolean,
  )
  return `/share/${language}${path === '/' ? HOME : path}${SUFFIX}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

export function pathOfSharePicture(file: string) {
  if (!file.endsWith(SUFFIX)) return undefined
  const path = `/${file.slice(0, -SUFFIX.length)}`
  return path === HOME ? '/' : path
}

const HOME = '/home'
const SUFFIX = '.png'
