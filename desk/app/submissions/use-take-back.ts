import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useAnnouncements } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'

export function useTakeBack() {
  const { submissions: words, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  return async (step: string) => {
    const { undone, kept, lettersWithdrawn, lettersSent } = await api('POST /undo/:id', { params: { id: step } })
    const sentences = [
      undone > 0 && words.undone.done,
      kept > 0 && say('submissions.undone.kept', { count: kept }),
      lettersSent > 0 && say('submissions.undone.sent', { count: lettersSent }),
      lettersWithdrawn > 0 && lettersSent === 0 && words.undone.nothingSent,
    ].filter((sentence) => sentence !== false)
    announcements.show(sentences.join(' '))
    await revalidate()
  }
}
