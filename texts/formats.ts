/** Malformed input gives undefined, never an exception. */

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const decodeUriText = (text: string): string | undefined => attempt(() => decodeURIComponent(text))

/** `URL.canParse` is missing in browsers that we serve. */
export const parseUrl = (text: string): URL | undefined => attempt(() => new URL(text))

export const parseJson = (text: string): unknown => attempt(() => JSON.parse(text))

function attempt<Result>(parse: () => Result): Result | undefined {
  try {
    return parse()
  } catch {
    return undefined
  }
}
