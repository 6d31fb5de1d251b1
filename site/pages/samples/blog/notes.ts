import type { Note } from '#contract/facts.ts'

export const noteNamed = (notes: Note[], slug: string | null): Note | undefined =>
  slug ? notes.find((note) => note.slug === slug) : notes[0]

export function neighboursOf(notes: Note[], { slug }: Note): { newer: Note | undefined; older: Note | undefined } {
  const index = notes.findIndex((note) => note.slug === slug)
  return { newer: notes[index - 1], older: notes[index + 1] }
}
