import { permanentAddress } from '#site/addresses.ts'
import { FAVICON, iconAddress, MASKABLE_ICON } from '#site/icons.ts'
import type { Texts } from '#texts/index.ts'
import { directionOf, type Language } from '#texts/languages.ts'

export function manifest({ shell, home }: Texts, language: Language) {
  return JSON.stringify({
    id: '/',
    name: shell.companyName,
    short_name: shell.companyName,
    description: home.meta.description,
    lang: language,
    dir: directionOf(language),
    start_url: permanentAddress('/', language),
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f2f3f0',
    theme_color: '#f2f3f0',
    icons: [
      { src: FAVICON, type: 'image/svg+xml', sizes: 'any' },
      { src: iconAddress(192), type: 'image/png', sizes: '192x192' },
      { src: iconAddress(512), type: 'image/png', sizes: '512x512' },
      { src: MASKABLE_ICON, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  })
}
