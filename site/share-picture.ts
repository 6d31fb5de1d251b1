import type { Language } from '#texts/languages.ts'
import { seedOf } from './brand/drawing.tsx'

export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** Raise it when the drawing changes: it is part of the fingerprint. */
export const DRAWING_VERSION = 2

export const FINGERPRINT = 'v'

interface Shown {
  title: string
  picture?: string
  /** Address of a wordmark that stands instead of the drawn one. */
  wordmark?: string | undefined
  /** The picture alone instead of a drawing with the title. */
  isChosen?: boolean
}

/** `shown` is what the picture says and contains: another picture has another address. */
export function sharePictureOf(plain: string, language: Language, shown?: Shown) {
  const [path = '/', search] = plain.split('?')
  const query = [search, shown && `${FINGERPRINT}=${fingerprintOf(shown)}`].filter(Boolean)
  const suffix = shown?.isChosen ? SUFFIXES.chosen : SUFFIXES.drawn
  return `/share/${language}${path === '/' ? HOME : path}${suffix}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const fingerprintOf = ({ title, picture = '', wordmark = '', isChosen }: Shown) =>
  seedOf(`${DRAWING_VERSION} ${isChosen ? '' : title + wordmark} ${picture}`).toString(36)

export function pathOfSharePicture(file: string) {
  const suffix = Object.values(SUFFIXES).find((each) => file.endsWith(each))
  if (!suffix) return undefined
  const path = `/${file.slice(0, -suffix.length)}`
  return path === HOME ? '/' : path
}

const HOME = '/home'
const SUFFIXES = { drawn: '.png', chosen: '.jpg' }
