import type { ContentType } from '#domain/content/types/index.ts'
import { addressOfRecord } from '../../content-addresses.ts'
import { Note, TextLink } from '../../parts/elements.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { keptTexts } from './kept-edits.ts'
import { addressedId, isLeft } from './left-drafts.ts'

export function KeptTexts() {
  const { person } = useSession()
  const { content: texts } = useTexts()
  const kept = keptTexts(person.id).filter((place) => place.type in texts.types && !isLeft(place, person.id))
  if (kept.length === 0) return null
  return (
    <Note title={texts.keptTitle}>
      <p>{texts.keptText}</p>
      <ul>
        {kept.map((each) => (
          <li key={`${each.type}/${each.id}`}>
            <TextLink to={addressOfRecord(each.type as ContentType, addressedId(each.id))}>
              {texts.types[each.type as keyof typeof texts.types]}
              {each.words && ': '}
              <bdi>{each.words}</bdi>
            </TextLink>
          </li>
        ))}
      </ul>
    </Note>
  )
}
