import { MessageCircle } from 'lucide-react'
import { mailtoOf } from '#contract/mail-address.ts'
import { useRoot, useTexts } from '../../page-context.tsx'
import { ButtonAnchor } from '../controls.tsx'

type ChatPlace = 'header' | 'footer' | 'contact'

export function useChatAddress(place: ChatPlace): string | undefined {
  const { contactInfo } = useRoot()
  const { greeting, contactGreeting } = useTexts('shell').chat
  if (!contactInfo) return undefined
  const number = place === 'footer' ? contactInfo.footer_chat_phone : contactInfo.chat_phone
  const text = place === 'contact' ? contactGreeting : greeting
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`
}

export function ChatButton({ place = 'header' }: { place?: ChatPlace }) {
  const { chat } = useTexts('shell')
  const address = useChatAddress(place)
  if (!address) return null
  return (
    <ButtonAnchor look="ghost" icon={MessageCircle} href={address}>
      {chat.button}
    </ButtonAnchor>
  )
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={mailtoOf(address)}>
      <bdi dir="ltr">{address}</bdi>
    </a>
  )
}

export function PhoneNumber({ number }: { number: string }) {
  return <bdi dir="ltr">{number.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1\u00a0$2\u00a0$3')}</bdi>
}
