import { useState } from 'react'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Choice } from '../parts/field.tsx'
import { useSay, useTexts } from '../texts.tsx'

export type DeclineReason = keyof DeskTexts['submissions']['reasons']

interface DeclineDialogProps {
  name: string
  isBusy: boolean
  onClose(): void
  onDecline(reason: DeclineReason): void
}

/** Declining takes a reason. */
export function DeclineDialog({ name, isBusy, onClose, onDecline }: DeclineDialogProps) {
  const texts = useTexts('submission')
  const say = useSay('submission')
  const { reasons } = useTexts('submissions')
  const shell = useTexts('shell')
  const [reason, setReason] = useState<DeclineReason>('not-a-match')
  return (
    <Dialog
      title={say('declineTitle', { name })}
      text={texts.declineText}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button look="primary" busy={isBusy} onClick={() => onDecline(reason)}>
            {texts.decline}
          </Button>
        </>
      }
    >
      <Choice
        legend={texts.declineReason}
        name="reason"
        look="cards"
        value={reason}
        onChange={setReason}
        options={(Object.keys(reasons) as DeclineReason[]).map((value) => ({ value, label: reasons[value] }))}
      />
    </Dialog>
  )
}
