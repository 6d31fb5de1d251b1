import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../texts.tsx'
import { Button, IconButton } from './elements.tsx'
import { useAnnouncements } from './work.tsx'

export function CopyButton({ text, label, iconOnly = false }: { text: string; label?: string; iconOnly?: boolean }) {
  const { shell: texts } = useTexts()
  const { say } = useAnnouncements()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    say(texts.copied)
  }
  if (iconOnly) return <IconButton icon={isCopied ? Check : Copy} label={label ?? texts.copy} onClick={copy} />
  return <Button icon={Copy} onClick={copy} label={isCopied ? texts.copied : (label ?? texts.copy)} />
}
