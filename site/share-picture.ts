import type { Language } from '#texts/languages.ts'
import { seedOf } from './brand/geometry.ts'

export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** Raised when the pictures are drawn in another way, so that nobody keeps showing the old ones. */
const DRAWING_EDITION = 1

/** Where the picture of a page stands; its words are in the fingerprint, so what is behind an address never changes. */
export function sharePictureOf(plain: string, language: Language, title: string) {
  const [path = '/', search] = plain.split('?')
  const name = path === '/' ? `/${HOME}` : path
  const fingerprint = seedOf(`${DRAWING_EDITION} ${title}`).toString(36)
  return `/share/${language}${name}.png?${search ? `${search}&` : ''}v=${fingerprint}`
}

/** The plain address of the page whose picture has this name. */
export const pageOfSharePicture = (name: string) => (name === HOME ? '/' : `/${name}`)

const HOME = 'home'
