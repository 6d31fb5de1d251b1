/** The notes of the blog, newest first. One dot is one minute: a minute that has begun counts. */
export const notes = [
  { name: 'arabic-first', topic: 'design', publishedOn: '2024-06-04', minutes: 4 },
  { name: 'loading', topic: 'design', publishedOn: '2024-05-21', minutes: 2 },
  { name: 'grocer', topic: 'erp', publishedOn: '2024-05-02', minutes: 3 },
  { name: 'nine-megabytes', topic: 'mobile', publishedOn: '2024-04-18', minutes: 1 },
  { name: 'ramadan', topic: 'data', publishedOn: '2024-03-30', minutes: 2 },
  { name: 'estimate', topic: 'process', publishedOn: '2024-03-11', minutes: 2 },
] as const

export type Note = (typeof notes)[number]

const [newest] = notes

/** The note that `?note=` asks for; the newest one has the plain address. */
export const noteNamed = (name: string | null): Note => notes.find((note) => note.name === name) ?? newest

export const addressOfNote = (note: Note) => (note === newest ? '/blog-details' : `/blog-details?note=${note.name}`)

export function neighboursOf(note: Note): { newer: Note | undefined; older: Note | undefined } {
  const index = notes.indexOf(note)
  return { newer: notes[index - 1], older: notes[index + 1] }
}
