const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/
const FIRST_VERSION = '00-'
const FIRST_VERSION_LENGTH = 55

/** The trace that a request belongs to, by the W3C's header; undefined where there is none or it is not worded as it should be. */
export function traceIdOf(traceparent: string | string[] | undefined): string | undefined {
  if (typeof traceparent !== 'string') return undefined
  // Only later versions may say more than these four parts.
  if (traceparent.startsWith(FIRST_VERSION) && traceparent.length !== FIRST_VERSION_LENGTH) return undefined
  return TRACEPARENT.exec(traceparent)?.[1]
}
