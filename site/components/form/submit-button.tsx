import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

interface SubmitButtonProps {
  disabled?: boolean
  /** The id of the line that says why it is disabled. */
  describedBy?: string | undefined
  children: ReactNode
}

export function SubmitButton({ disabled = false, describedBy, children }: SubmitButtonProps) {
  return (
    <Button type="submit" disabled={disabled} aria-describedby={describedBy}>
      {children}
    </Button>
  )
}
