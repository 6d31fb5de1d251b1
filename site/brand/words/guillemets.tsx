import { Drawing } from '../drawing.tsx'

export function Guillemets({ className }: { className?: string }) {
  return (
    <Drawing isMirrored className={className} viewBox="0 0 200 200">
      <path d="M100 0L0 100l100 100v-62L62 100l38-38zM200 0L100 100l100 100v-62l-38-38 38-38z" fill="currentColor" />
    </Drawing>
  )
}
