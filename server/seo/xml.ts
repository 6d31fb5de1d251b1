export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Drops characters that XML 1.0 cannot hold. */
export function xmlText(text: string) {
  return withoutForbidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** For job boards, which take no entities. */
export const cdata = (text: string) => `<![CDATA[${withoutForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

function withoutForbidden(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/\p{Cs}/gu, '')
}

export const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`
