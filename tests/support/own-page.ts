import { LINK_PREFERENCE } from '#contract/endpoints.ts'

/** The sender's own page, used without JavaScript. */

/** Sends a form like the site's script; returns the address of its own page. */
export async function sendForm(url: string, path: string, body: object | FormData, headers: object = {}) {
  const isForm = body instanceof FormData
  const response = await fetch(`${url}/api/guest-api/${path}`, {
    method: 'POST',
    headers: { prefer: LINK_PREFERENCE, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  const { reference } = (await response.json()) as { reference: string }
  return { reference, page: response.headers.get('location') ?? '' }
}

export async function open(url: string, page: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + page, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** The fields of the form with this act, with their values. */
export function fieldsOf(html: string, act: string): Record<string, string> {
  const form = formsOf(html).find((each) => each.act === act)
  if (!form) throw new Error(`The page has no form to ${act}`)
  return form
}

/** The data of every form on the page if submitted unchanged. */
export function formsOf(html: string): Record<string, string>[] {
  const [main = ''] = html.match(/<main.*<\/main>/s) ?? []
  return [...main.matchAll(/<form[^>]*method="post"[^>]*>(.*?)<\/form>/gs)].map(([, inside = '']) => {
    const fields: Record<string, string> = {}
    for (const [input] of inside.matchAll(/<input[^>]*>/g)) {
      const name = attribute(input, 'name')
      if (/type="(checkbox|file)"/.test(input)) continue
      fields[name] = attribute(input, 'value')
    }
    for (const [, name = '', text = ''] of inside.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs))
      fields[name] = decoded(text)
    return fields
  })
}

export const linksOf = (html: string): string[] => {
  const [main = ''] = html.match(/<main.*<\/main>/s) ?? []
  return [...main.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => decoded(href))
}

export function post(url: string, page: string, fields: Record<string, string> | FormData, headers: object = {}) {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  return fetch(url + page, { method: 'POST', body, headers: { ...headers }, redirect: 'manual' })
}

const attribute = (tag: string, name: string) => decoded(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name as keyof typeof ENTITIES])

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
