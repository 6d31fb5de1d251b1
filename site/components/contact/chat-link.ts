import { useTexts } from '../../texts.tsx'
import { useRoot } from '../../use-root.ts'

type ChatPlace = 'header' | 'footer' | 'contact'

/** The chat with the company, its greeting already written; nothing when the company's numbers are not known. */
export function useChatAddress(place: ChatPlace): string | undefined {
  const { contactInfo } = useRoot()
  const { greeting, contactGreeting } = useTexts('shell').chat
  if (!contactInfo) return undefined
  const number = place === 'footer' ? contactInfo.footer_chat_phone : contactInfo.chat_phone
  const text = place === 'contact' ? contactGreeting : greeting
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}
