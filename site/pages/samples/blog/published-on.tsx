import { useFormatter } from 'use-intl'
import type { Note } from '#contract/facts.ts'

export function PublishedOn({ note }: { note: Note }) {
  const format = useFormatter()
  return (
    <time dateTime={note.publishedOn}>
      {format.dateTime(new Date(note.publishedOn), { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}
    </time>
  )
}
