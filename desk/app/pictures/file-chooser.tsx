import { Upload as UploadIcon } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Button } from '../parts/elements.tsx'
import { useTexts } from '../texts.tsx'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'

interface FileChooserProps {
  input?: RefObject<HTMLInputElement | null>
  onChosen(files: File[]): void
}

export function FileChooser({ input, onChosen }: FileChooserProps) {
  const { pictures: texts } = useTexts()
  const own = useRef<HTMLInputElement>(null)
  const chooser = input ?? own
  return (
    <>
      <Button look="primary" icon={UploadIcon} onClick={() => chooser.current?.click()}>
        {texts.upload}
      </Button>
      <input
        ref={chooser}
        className="vh"
        type="file"
        accept={ACCEPTED}
        multiple
        tabIndex={-1}
        aria-label={texts.upload}
        onChange={({ currentTarget }) => {
          onChosen([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
