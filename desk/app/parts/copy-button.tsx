import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../texts.tsx'
import { useAnnouncements } from './announcements.tsx'
import { Button } from './button.tsx'

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const texts = useTexts('shell')
  const { say } = useAnnouncements()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    say(texts.copied)
  }
  return (
    <Button icon={Copy} onClick={copy}>
      {isCopied ? texts.copied : (label ?? texts.copy)}
    </Button>
  )
}
