import { randomInt } from 'node:crypto'

// Without letters that look or sound alike.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const GROUP = 4

/** Groups of four letters, like 7K3M-9XQ2. */
export function newCode(groups: number) {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

export function readCode(typed: string) {
  const letters = typed.toUpperCase().replace(/[^A-Z\d]/g, '')
  return letters.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''
}
