export function ThemeGlyph({ theme, className }: { theme: 'light' | 'dark' | 'system'; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 20 20" aria-hidden="true">
      {theme !== 'dark' && <path d={whole} fill="none" stroke="currentColor" strokeWidth="1.6" />}
      {theme !== 'light' && <path d={theme === 'dark' ? whole : 'M10 2v16l-8-8z'} fill="currentColor" />}
    </svg>
  )
}

const whole = 'M10 2l8 8-8 8-8-8z'
