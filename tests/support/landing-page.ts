import type { Section, SectionWords } from '#contract/landing-pages.ts'
import type { Language } from '#texts/languages.ts'

interface LandingPageFields {
  shared: { slug: string; sections: Section[] }
  en: { title: string; words: SectionWords }
  ar: { title: string; words: SectionWords }
}

const WORDS: Record<Language, Record<string, string>> = {
  en: { title: 'Meet us', text: 'At the stand.\n\nWith **tea**.', word: 'A word' },
  ar: { title: 'نلتقي هناك', text: 'في الجناح.\n\nومعنا **شاي**.', word: 'كلمة' },
}

/** A page for a fair with every kind of section that needs no picture. */
export function landingPage(slug: string, changes: Partial<LandingPageFields['shared']> = {}): LandingPageFields {
  const sections: Section[] = [
    {
      id: 'hero-1',
      kind: 'hero',
      is_shown: true,
      variant: 'below',
      link: '/contact',
      second_link: 'https://fair.example/',
    },
    { id: 'text-1', kind: 'text', is_shown: true, link: '/services' },
    { id: 'cards-1', kind: 'cards', is_shown: true, items: [{ id: 'item-1', link: '/jobs' }, { id: 'item-2' }] },
    {
      id: 'counters-1',
      kind: 'counters',
      is_shown: true,
      items: [
        { id: 'item-3', number: 12 },
        { id: 'item-4', number: 3400 },
      ],
    },
    { id: 'steps-1', kind: 'steps', is_shown: true, items: [{ id: 'item-5' }, { id: 'item-6' }] },
    { id: 'quotes-1', kind: 'quotes', is_shown: true, items: [{ id: 'item-7' }] },
    { id: 'action-1', kind: 'action', is_shown: true, variant: 'ink', link: '/contact' },
  ]
  const wordsIn = (language: Language): SectionWords => {
    const { title = '', text = '', word = '' } = WORDS[language]
    const named = (name: string) => `${title} ${name}`
    return {
      'hero-1': { title: named('hero'), lead: word, link: word, second_link: `${word} 2` },
      'text-1': { title: named('text'), text, link: word },
      'cards-1': { title: named('cards'), note: word },
      'item-1': { title: named('1'), summary: word, link: word },
      'item-2': { title: named('2'), summary: word },
      'counters-1': { title: named('counters') },
      'item-3': { label: named('3'), suffix: '+' },
      'item-4': { label: named('4') },
      'steps-1': { title: named('steps') },
      'item-5': { title: named('5'), summary: word },
      'item-6': { title: named('6'), summary: word },
      'quotes-1': { title: named('quotes') },
      'item-7': { quote: word, name: named('7'), role: word },
      'action-1': { title: named('action'), link: word },
    }
  }
  return {
    shared: { slug, sections, ...changes },
    en: { title: `Fair ${slug}`, words: wordsIn('en') },
    ar: { title: `المعرض ${slug}`, words: wordsIn('ar') },
  }
}
