import type { Language } from '#texts/languages.ts'
import { Drawing, rhombus } from '../drawing.tsx'

export function QuestionMark({ language, className }: { language: Language; className?: string }) {
  const { hook, dotAt } = questionMarks[language]
  return (
    <Drawing className={className} viewBox="-10 -690 430 750">
      <path d={hook} fill="var(--a-ink)" />
      <path d={rhombus(dotAt, -46, 98)} fill="var(--dot)" />
    </Drawing>
  )
}

/** Question marks without their dot, Alyamama; `dotAt` is where the dot stands across. */
const questionMarks = {
  en: {
    dotAt: 191.5,
    hook: 'M163-161q-11-13-23-30.5-12-17.5-12-36.5 0-25 15.5-43.5 15.5-18.5 37.5-36.5 22-18 44-38.5 22-20.5 37-47 15-26.5 15-63.5 0-37-14.5-61.5-14.5-24.5-39.5-37-25-12.5-54-12.5-9 0-17 .5-8 .5-15 2.5l-79 127h-39l21-134q45-18 76-29.5 31-11.5 54-17.5 23-6 44-6 50 0 88.5 18 38.5 18 60.5 50.5 22 32.5 22 73.5 0 39-15.5 67-15.5 28-38.5 49-23 21-46 38-23 17-38.5 34-15.5 17-15.5 39 0 17 9 30.5 9 13.5 17 26.5z',
  },
  ar: {
    dotAt: 201,
    hook: 'M224-175l-29-6v-22q0-22-17-42.5-17-20.5-42-41.5-25-21-50-43.5-25-22.5-42.5-49.5-17.5-27-17.5-61 0-23 10-53.5 10-30.5 28.5-61 18.5-30.5 44-57 25.5-26.5 57.5-42.5 32-16 69-16 69 0 123 92l-63 88q-45-93-126-93-52 0-72 47-12 28 0 55.5 12 27.5 36.5 53.5 24.5 26 53.5 51.5 29 25.5 51.5 50.5 22.5 25 30 50.5 7.5 25.5-10.5 51.5z',
  },
}
