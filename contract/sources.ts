import { normalizeText } from '#texts/spelling.ts'

/** Sites that people come from, under one name whichever of their hosts it was. */
const KNOWN_SOURCES: Record<string, { name: string; hosts: readonly string[] }> = {
  google: { name: 'Google', hosts: ['google.*', 'com.google.android.googlequicksearchbox'] },
  gmail: { name: 'Gmail', hosts: ['mail.google.com', 'com.google.android.gm'] },
  bing: { name: 'Bing', hosts: ['bing.com'] },
  duckduckgo: { name: 'DuckDuckGo', hosts: ['duckduckgo.com'] },
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com', 'lnkd.in', 'com.linkedin.android'] },
  indeed: { name: 'Indeed', hosts: ['indeed.com', 'com.indeed.android.jobsearch'] },
  glassdoor: { name: 'Glassdoor', hosts: ['glassdoor.com'] },
  wuzzuf: { name: 'WUZZUF', hosts: ['wuzzuf.net'] },
  bayt: { name: 'Bayt', hosts: ['bayt.com'] },
  forasna: { name: 'Forasna', hosts: ['forasna.com'] },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.me', 'com.facebook.katana'] },
  instagram: { name: 'Instagram', hosts: ['instagram.com', 'com.instagram.android'] },
  x: { name: 'X', hosts: ['x.com', 't.co', 'twitter.com'] },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  telegram: { name: 'Telegram', hosts: ['t.me', 'telegram.org', 'org.telegram.messenger'] },
  whatsapp: { name: 'WhatsApp', hosts: ['whatsapp.com', 'wa.me', 'com.whatsapp'] },
  github: { name: 'GitHub', hosts: ['github.com'] },
  openjobpub: { name: 'Open Job Publication', hosts: [] },
}

export const SOURCE_NAMES = Object.keys(KNOWN_SOURCES)

const MAX_WORD_LENGTH = 60

/** The word of a source or campaign as it is counted. Null: nothing is left, or an address or telephone number would name a person. */
export function sourceWord(typed: string): string | null {
  const word = normalizeText(typed.slice(0, MAX_WORD_LENGTH * 4).replace(/[\p{C}\p{Z}\s]+/gu, ' '))
    .trim()
    .toLowerCase()
  if (word.includes('@') || /\d{9}/.test(word)) return null
  return Array.from(word).slice(0, MAX_WORD_LENGTH).join('').trim() || null
}

/** The name of a known site, or the host itself. */
export function sourceOfSite(host: string): string {
  const known = Object.entries(KNOWN_SOURCES).findLast(([, { hosts }]) => hosts.some((each) => isAt(host, each)))
  return known?.[0] ?? host
}

/** `own`: the names of what is no site, such as a referral. Any word may come from outside. */
export function nameOfSource(source: string, own: Record<string, string>) {
  if (Object.hasOwn(own, source)) return own[source] as string
  return Object.hasOwn(KNOWN_SOURCES, source) ? (KNOWN_SOURCES[source]?.name ?? source) : source
}

function isAt(host: string, known: string) {
  if (known.endsWith('.*')) return `.${host}`.includes(`.${known.slice(0, -1)}`)
  return host === known || host.endsWith(`.${known}`)
}
