import { createHash } from 'node:crypto'

const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
]
const TWO_YEARS_SECONDS = 63_072_000

/** On every answer, whatever it holds; a page, a picture and the API's manual have a policy of their own. */
export function securityHeaders({ publicUrl }: { publicUrl?: string | undefined }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    // Only where visitors come over TLS: on plain http browsers ignore it, on a test machine it would be in the way.
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
    }),
  }
}

export interface PolicySources {
  /** Another host that answers the API, or '' for none. */
  apiHost: string
  /** The map that loads on click. */
  mapUrl: string | undefined
}

/** The page may use exactly the scripts and styles that stand in it, awake or asleep, and nothing else. */
export function contentSecurityPolicy(html: string, { apiHost, mapUrl }: PolicySources): string {
  const own = apiHost ? `'self' ${apiHost}` : "'self'"
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScriptHashes(html).join(' ')}`,
    `style-src ${["'self'", ...inlineStyleHashes(html)].join(' ')}`,
    `img-src ${own} data:`,
    "font-src 'self'",
    `connect-src ${own}`,
    "manifest-src 'self'",
    `frame-src ${mapUrl ? new URL(mapUrl).origin : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScriptHashes(html: string) {
  const texts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/\ssrc=|application\/(ld\+)?json/.test(attributes))
    .map(([, , text = '']) => text)
  return hashesOf(texts)
}

function inlineStyleHashes(html: string) {
  return hashesOf([...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text))
}

function hashesOf(texts: string[]) {
  return [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
