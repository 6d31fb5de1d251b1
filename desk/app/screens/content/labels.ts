import type { ContentType } from '#domain/content/types/index.ts'
import type { DeskTexts } from '#texts/desk/index.ts'

type Texts = DeskTexts['content']

export function labelOf(texts: Texts, type: ContentType, field: string): string {
  const ofType = (texts.ofType as Partial<Record<ContentType, Record<string, string>>>)[type]
  return ofType?.[field] ?? (texts.fields as Record<string, string>)[field] ?? field
}

export const choiceLabel = (texts: Texts, choice: string): string =>
  (texts.choices as Record<string, string>)[choice] ?? choice
