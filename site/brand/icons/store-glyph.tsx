import { Drawing } from '../drawing.tsx'

export function StoreGlyph({ store }: { store: 'ios' | 'android' }) {
  if (store === 'ios')
    return (
      <Drawing viewBox="0 0 24 24">
        <path d="M5.5 19.5 14 5M18.5 19.5 10 5M3 15.5h18" fill="none" stroke="currentColor" strokeWidth="2" />
      </Drawing>
    )
  return (
    <Drawing viewBox="0 0 24 24" fill="currentColor">
      <path d="M4 3v18l6-9z" opacity=".55" />
      <path d="M4 3l12 6-6 3z" />
      <path d="M4 21l12-6-6-3z" opacity=".8" />
      <path d="M16 9l5 3-5 3-6-3z" fill="var(--c-cin)" />
    </Drawing>
  )
}
