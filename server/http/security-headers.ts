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

/** On every response, whatever it holds; a page, a picture and the API's manual have a policy of their own. */
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

interface PolicySources {
  scriptHashes: string[]
  styleHashes: string[]
  /** Another host that answers the API, or '' for none. */
  apiHost: string
  /** The map that loads on click. */
  mapUrl: string | undefined
  /** Vite adds styles of its own to the page and connects to itself. */
  isDevelopment: boolean
}

/**
 * The page may run exactly the scripts that it is meant to have, now or later. Not `strict-dynamic`, which would let those insert
 * any other.
 */
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
    `frame-src ${mapUrl ? new URL(mapUrl).origin : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
