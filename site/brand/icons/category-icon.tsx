import { Drawing } from '../drawing.tsx'

export function CategoryIcon({ id, className }: { id: number; className?: string }) {
  const strokes = icons[id]
  if (!strokes) return null
  return (
    <Drawing className={className} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.3">
      <path d={strokes} />
      {id === 1 && <path d="M9 13.2l1 1-1 1-1-1zM15 13.2l1 1-1 1-1-1z" fill="currentColor" stroke="none" />}
    </Drawing>
  )
}

const icons: Record<number, string | undefined> = {
  1: 'M4 17.5a8 8 0 0 1 16 0zM7.7 10.7 5.8 7.4M16.3 10.7l1.9-3.3',
  2: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  3: 'M12 3l9 4.6-9 4.6-9-4.6zM3 12l9 4.6 9-4.6M3 16.4 12 21l9-4.6',
}
