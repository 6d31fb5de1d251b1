/** What a part of a URI says; undefined for one that is not written as URIs are. */
export function decodeUriText(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
