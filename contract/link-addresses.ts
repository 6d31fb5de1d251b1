import { parseUrl } from '#texts/formats.ts'

const PAGE_OF_THE_SITE = /^\/(?![/\\])[^\s\\]*$/
const MAIL_ADDRESS = /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i
const PHONE = /^tel:\+?[\d-]{3,20}$/i
const PLACE_ON_THE_PAGE = /^#[^\s\\]+$/

export function isAllowedAddress(address: string): boolean {
  if (PAGE_OF_THE_SITE.test(address) || MAIL_ADDRESS.test(address)) return true
  return /^https:\/\//i.test(address) && parseUrl(address) !== undefined
}

/** Articles may also name a phone, a place on their page, and a site without encryption. */
export function isArticleAddress(address: string): boolean {
  if (isAllowedAddress(address) || PHONE.test(address) || PLACE_ON_THE_PAGE.test(address)) return true
  return /^http:\/\/[^\s\\]+$/i.test(address) && parseUrl(address) !== undefined
}
