import type { Language } from '#texts/languages.ts'
import { rhombus } from '../geometry.ts'
import { questionMarks } from '../letters/question.ts'

export function QuestionMark({ language, className }: { language: Language; className?: string }) {
  const { hook, dotAt } = questionMarks[language]
  return (
    <svg className={className} viewBox="-10 -690 430 750" aria-hidden="true">
      <path d={hook} fill="var(--a-ink)" />
      <path d={rhombus(dotAt, -46, 98)} fill="var(--dot)" />
    </svg>
  )
}
