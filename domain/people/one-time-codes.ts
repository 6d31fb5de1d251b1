import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../platform/calendar.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
// A clock that is half a minute off still shows a right code.
const WINDOW = 1

const otpauth = () => import('otpauth')

export async function newOneTimeSecret(account: string, issuer: string) {
  const { Secret } = await otpauth()
  const secret = new Secret({ size: SECRET_BYTES }).base32
  return { secret, uri: (await generator(secret, account, issuer)).toString() }
}

/** The number of the code's half minute; undefined for a wrong code. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const delta = (await generator(secret)).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now.getTime(),
    window: WINDOW,
  })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** A step further ahead was used while the clock was wrong, and is ignored. */
export const MAX_STEPS_AHEAD = MAX_CLOCK_DIFFERENCE_MILLISECONDS / 1000 / PERIOD_SECONDS

export const isNewStep = (step: number, used: number) => step > used || used > step + MAX_STEPS_AHEAD

export async function codeAt(secret: string, now: Date): Promise<string> {
  return (await generator(secret)).generate({ timestamp: now.getTime() })
}

const SECRET_SHAPE = /^[A-Z2-7]{32}$/

export const isOneTimeSecret = (text: string) => SECRET_SHAPE.test(text)

// Compared for people without a secret, so that they take as long as others.
export const NOBODYS_SECRET = 'A'.repeat(32)

async function generator(secret: string, label = '', issuer = '') {
  const { Secret, TOTP } = await otpauth()
  return new TOTP({
    secret: Secret.fromBase32(secret),
    label,
    issuer,
    period: PERIOD_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
  })
}
