import type { Note } from '#contract/facts.ts'

/** The note that `?note=` asks for; the newest one has the plain address. */
export const noteNamed = (notes: Note[], slug: string | null): Note | undefined =>
  notes.find((note) => note.slug === slug) ?? notes[0]

export const addressOfNote = (notes: Note[], { slug }: Note) =>
  slug === notes[0]?.slug ? '/blog-details' : `/blog-details?note=${slug}`

export function neighboursOf(notes: Note[], { slug }: Note): { newer: Note | undefined; older: Note | undefined } {
  const index = notes.findIndex((note) => note.slug === slug)
  return { newer: notes[index - 1], older: notes[index + 1] }
}
