export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Text inside an element or an attribute; what XML 1.0 cannot hold at all is left out. */
export function xmlText(text: string) {
  return withoutForbidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** The same as it is written, for readers that take nothing else. The end of a section is divided between two of them. */
export const cdata = (text: string) => `<![CDATA[${withoutForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

function withoutForbidden(text: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/\p{Cs}/gu, '')
}

export const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`
