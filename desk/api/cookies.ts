import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { DEVICE_COOKIE_DAYS } from '#domain/people/known-devices.ts'
import type { SignInAttempt } from '#domain/people/openid.ts'
import { SESSION_HOURS } from '#domain/people/sessions.ts'
import { parseJson } from '#texts/formats.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#texts/languages.ts'

/** `__Host-` proves that this host has set the cookie; browsers accept it over https only. */
const cookieName = (name: string, isSecure: boolean) => `${isSecure ? '__Host-' : ''}desk-${name}`

const SECONDS_OF_AN_HOUR = 3600

export function setSessionCookie(reply: FastifyReply, token: string, isSecure: boolean) {
  reply.header('set-cookie', secretCookie('session', token, SESSION_HOURS * SECONDS_OF_AN_HOUR, isSecure))
}

export function endSessionCookie(reply: FastifyReply, isSecure: boolean) {
  reply.header('set-cookie', secretCookie('session', '', 0, isSecure))
}

export function setDeviceCookie(reply: FastifyReply, secret: string, isSecure: boolean) {
  reply.header('set-cookie', secretCookie('device', secret, DEVICE_COOKIE_DAYS * 24 * SECONDS_OF_AN_HOUR, isSecure))
}

const ATTEMPT_SECONDS = 600

/** The secrets of a begun sign-in, compared when the company's provider sends the person back. */
export function setAttemptCookie(reply: FastifyReply, attempt: SignInAttempt, isSecure: boolean) {
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  reply.header('set-cookie', secretCookie('attempt', value, ATTEMPT_SECONDS, isSecure))
}

export function endAttemptCookie(reply: FastifyReply, isSecure: boolean) {
  reply.header('set-cookie', secretCookie('attempt', '', 0, isSecure))
}

export function attemptIn(request: FastifyRequest, isSecure: boolean): SignInAttempt | undefined {
  const value = readCookie(request, cookieName('attempt', isSecure)) ?? ''
  const read = attempt.safeParse(parseJson(Buffer.from(value, 'base64url').toString()))
  return read.success ? read.data : undefined
}

const attempt = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), isFresh: z.boolean() })

export const sessionTokenIn = (request: FastifyRequest, isSecure: boolean) =>
  readCookie(request, cookieName('session', isSecure))

export const deviceIn = (request: FastifyRequest, isSecure: boolean) =>
  readCookie(request, cookieName('device', isSecure))

/** The desk's language on this browser; the application writes the cookie. */
export function languageIn(request: FastifyRequest): Language {
  const chosen = readCookie(request, 'desk-language')
  return isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE
}

export function themeIn(request: FastifyRequest): 'light' | 'dark' | undefined {
  const chosen = readCookie(request, 'desk-theme')
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

function secretCookie(name: string, value: string, maxAge: number, isSecure: boolean) {
  const parts = [`${cookieName(name, isSecure)}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Strict']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}

function readCookie({ headers }: FastifyRequest, name: string) {
  for (const cookie of headers.cookie?.split(';') ?? []) {
    const [key, ...value] = cookie.trim().split('=')
    if (key === name) return value.join('=')
  }
}
