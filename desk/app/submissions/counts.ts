import type { DeskTexts } from '#texts/desk/en/index.ts'
import { localeOf } from '#texts/languages.ts'
import { useTexts } from '../texts.tsx'

type Counted = keyof DeskTexts['submissions']['counts']

export function useCounted() {
  const { submissions: words, say, language } = useTexts()
  return (counts: Record<string, number>) => {
    const parts = Object.entries(counts)
      .filter(([name, count]) => count > 0 && name in words.counts)
      .map(([name, count]) => say(`submissions.counts.${name as Counted}`, { count }))
    return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(parts)
  }
}
