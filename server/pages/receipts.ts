import { createHmac } from 'node:crypto'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { areEqual } from '#domain/platform/secrets.ts'
import type { Receipt } from '#site/page-context.tsx'

const COOKIE = 'receipts'
const SENT_COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`)
const LIFETIME_SECONDS = LIFETIMES.receiptHours * 60 * 60
const MAX_RECEIPTS = 5

export type Receipts = ReturnType<typeof createReceipts>

/** Product 4.6: a signed cookie lists the reference numbers that this browser has sent; only it is shown their receipts. */
export function createReceipts({
  secret,
  isSecure,
  clock = Date.now,
}: {
  secret: () => Promise<string>
  isSecure: boolean
  clock?: () => number
}) {
  const nowSeconds = () => Math.floor(clock() / 1000)

  async function read(cookies: string | undefined): Promise<string[]> {
    const value = SENT_COOKIE.exec(cookies ?? '')?.[1]?.trim()
    if (!value) return []
    const [expires = '', ...rest] = value.split('.')
    const signature = rest.pop() ?? ''
    const isOurs = areEqual(signature, sign(await secret(), expires, rest))
    return isOurs && Number(expires) > nowSeconds() ? rest : []
  }

  return {
    async cookieWith(cookies: string | undefined, sent: Receipt) {
      const entry = entryOf(sent)
      const others = (await read(cookies)).filter((other) => other !== entry)
      const entries = [...others, entry].slice(-MAX_RECEIPTS)
      const expires = String(nowSeconds() + LIFETIME_SECONDS)
      const value = [expires, ...entries, sign(await secret(), expires, entries)].join('.')
      const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
      return `${COOKIE}=${value}; ${attributes}`
    },
    includes: async (cookies: string | undefined, sent: Receipt) => (await read(cookies)).includes(entryOf(sent)),
  }
}

const entryOf = ({ kind, reference }: Receipt) => `${kind}:${reference}`

const sign = (secret: string, expires: string, entries: string[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify([COOKIE, expires, entries]))
    .digest('base64url')
