import { PLAIN_HOST } from '#contract/constants.ts'

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

/** On every response; pages, pictures and the API's manual have their own policy. */
export function securityHeaders({ publicUrl }: { publicUrl?: string | undefined }): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': PERMISSIONS.map((feature) => `${feature}=()`).join(', '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`,
    }),
  }
}

interface PolicySources {
  scriptHashes: string[]
  styleHashes: string[]
  apiHost: string
  mapUrl: string | undefined
  /** Vite adds styles of its own to the page and connects to itself. */
  isDevelopment: boolean
}

/** Without `strict-dynamic`, which would let a page's scripts insert others. */
export function contentSecurityPolicy(sources: PolicySources): string {
  const { scriptHashes, styleHashes, apiHost, mapUrl, isDevelopment } = sources
  const own = apiHost ? `'self' ${apiHost}` : "'self'"
  const styles = isDevelopment ? ["'unsafe-inline'"] : styleHashes
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src ${own} data:`,
    "font-src 'self'",
    `connect-src ${own}${isDevelopment ? ' ws:' : ''}`,
    "manifest-src 'self'",
    `frame-src ${frameSource(mapUrl)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Another API host may send any text. */
function frameSource(mapUrl = '') {
  const { protocol, hostname, origin } = URL.canParse(mapUrl) ? new URL(mapUrl) : BLANK
  return /^https?:$/.test(protocol) && PLAIN_HOST.test(hostname) ? origin : "'none'"
}

const BLANK = new URL('about:blank')
