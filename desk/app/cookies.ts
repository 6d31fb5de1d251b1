const YEAR_SECONDS = 31_536_000

/** The server reads it before the application runs; no secret. */
export function writeCookie(name: 'desk-language' | 'desk-theme', value: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`
}
