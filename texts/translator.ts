import { createTranslator as create } from 'use-intl/core'

/** For mails, feeds and other sentences of the server: what lacks a sentence or a value fails instead of showing a key. */
export const createTranslator = ((options: Parameters<typeof create>[0]) =>
  create({ onError: fail, ...options })) as typeof create

function fail(error: Error) {
  throw error
}
