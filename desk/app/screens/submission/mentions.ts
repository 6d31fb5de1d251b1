import { foldLetters } from '#texts/spelling.ts'

interface Named {
  id: string
  name: string
}

type Part = { text: string; ids: string[] } | { text: string; isUnknown: boolean }

/** Splits a note into plain text, mentions of people, and every @ without a person. */
export function readMentions(note: string, people: readonly Named[]): Part[] {
  const byLength = [...people].sort((one, other) => other.name.length - one.name.length)
  const parts: Part[] = []
  let rest = 0
  for (const { index } of note.matchAll(MENTION_START)) {
    if (index < rest) continue
    const after = note.slice(index + 1)
    const name = nameAt(after, byLength) ?? nameAt(after.toLowerCase(), byLength.map(inLowerCase))
    const text = name === undefined ? /^[^\s@]+/.exec(after)?.[0] : after.slice(0, name.length)
    if (text === undefined) continue
    const ids = people.filter((person) => inLowerCase(person).name === name?.toLowerCase()).map(({ id }) => id)
    parts.push({ text: note.slice(rest, index), isUnknown: false })
    parts.push({ text: `@${text}`, ...(name === undefined ? { isUnknown: true } : { ids }) })
    rest = index + 1 + text.length
  }
  return [...parts, { text: note.slice(rest), isUnknown: false }].filter(({ text }) => text !== '')
}

/** At the beginning of a word. An email address is no mention. */
const MENTION_START = /(?<![\p{L}\p{N}._%+-])@/gu

const inLowerCase = ({ id, name }: Named) => ({ id, name: name.toLowerCase() })

const nameAt = (text: string, people: readonly Named[]) =>
  people.find(({ name }) => text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)))?.name

/** The name that is being typed before the caret. */
export const begunMention = (before: string) => /(?<![\p{L}\p{N}._%+-])@([^@\n]{0,60})$/u.exec(before)?.[1]

/** By the beginning of any word of the name; after a blank by the beginning of the whole name. */
export function offeredFor<Person extends Named>(begun: string, people: readonly Person[]): Person[] {
  const wanted = foldLetters(begun)
  return people.filter(({ name }) => {
    const folded = foldLetters(name)
    return (
      folded.startsWith(wanted) || (!wanted.includes(' ') && folded.split(' ').some((word) => word.startsWith(wanted)))
    )
  })
}
