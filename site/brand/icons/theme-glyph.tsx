import { Drawing } from '../drawing.tsx'

export function ThemeGlyph({ theme }: { theme: 'light' | 'dark' | 'system' }) {
  return (
    <Drawing viewBox="0 0 20 20">
      {theme !== 'dark' && <path d={whole} fill="none" stroke="currentColor" strokeWidth="1.6" />}
      {theme !== 'light' && <path d={theme === 'dark' ? whole : 'M10 2v16l-8-8z'} fill="currentColor" />}
    </Drawing>
  )
}

const whole = 'M10 2l8 8-8 8-8-8z'
