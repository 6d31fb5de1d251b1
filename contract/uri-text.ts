/** What a part of a URI says; undefined for one that is not written as URIs are. */
export function decodeUriText(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Undefined for what is no URL. `URL.canParse` is missing in browsers that we serve. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
