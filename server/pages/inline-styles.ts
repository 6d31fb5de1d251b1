import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CLIENT_FILES } from '../client-files.ts'

/**
 * The page brings its styles along instead of asking for them: nothing is drawn before they are there, and a request more is a journey more.
 * The links stay where the application will look for them when it wakes, but a disabled one loads nothing.
 * docs/decisions/styles-in-the-page.md says what that costs.
 */
export function inlineStyles(html: string, readStyles = readBuiltStyles): string {
  const addresses = new Set<string>()
  const withInertLinks = html.replace(/<link rel="stylesheet" href="([^"#]+)(#[^"]*)?"/g, (link, address: string) => {
    addresses.add(address)
    return `${link} disabled=""`
  })
  // An upgrade that changes how styles are named must be noticed, not served.
  if (addresses.size === 0) throw new Error('The page has no styles')
  const styles = [...addresses].map((address) => readStyles(address)).join('')
  return withInertLinks.replace('<link rel="stylesheet"', (first) => `<style>${styles}</style>${first}`)
}

const alreadyRead = new Map<string, string>()

function readBuiltStyles(address: string) {
  let text = alreadyRead.get(address)
  if (text === undefined) {
    text = readFileSync(path.join(CLIENT_FILES, address), 'utf8').trim()
    alreadyRead.set(address, text)
  }
  return text
}
