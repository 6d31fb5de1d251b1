import type { Language } from '#texts/languages.ts'
import { seedOf } from './brand/drawing.tsx'

export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** Raise it when the drawing changes: it is part of the fingerprint. */
export const DRAWING_VERSION = 2

export const FINGERPRINT = 'v'

/** `shown` is what the picture says and contains: another picture has another address. */
export function sharePictureOf(plain: string, language: Language, shown?: { title: string; picture?: string }) {
  const [path = '/', search] = plain.split('?')
  const query = [
    search,
    shown && `${FINGERPRINT}=${seedOf(`${DRAWING_VERSION} ${shown.title} ${shown.picture ?? ''}`).toString(36)}`,
  ].filter(Boolean)
  return `/share/${language}${path === '/' ? HOME : path}${SUFFIX}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

export function pathOfSharePicture(file: string) {
  if (!file.endsWith(SUFFIX)) return undefined
  const path = `/${file.slice(0, -SUFFIX.length)}`
  return path === HOME ? '/' : path
}

const HOME = '/home'
const SUFFIX = '.png'
