import { useCallback, useEffect, useRef, useState } from 'react'
import { type GateReason, setGate } from '../api.ts'
import { ProofForm } from '../door/proof-form.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Button } from '../parts/elements.tsx'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'

/** Asks for a sign-in or a fresh proof over the screen, which stays as it is; the refused call is repeated afterwards. */
export function Gate({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const { shell } = useTexts()
  const { session } = shell
  const { person } = useSession()
  const [reason, setReason] = useState<GateReason>()
  const waiting = useRef<ReturnType<typeof deferred>>(undefined)

  useEffect(() => {
    setGate((wanted) => {
      if (!waiting.current) {
        waiting.current = deferred()
        setReason(wanted)
      }
      return waiting.current.promise
    })
    return () => setGate(async () => false)
  }, [])

  const finish = useCallback((isThrough: boolean) => {
    waiting.current?.resolve(isThrough)
    waiting.current = undefined
    setReason(undefined)
  }, [])

  if (!reason) return null
  const isEnded = reason === 'signed-out'
  return (
    <Dialog
      title={isEnded ? session.ended : session.proof}
      text={isEnded ? session.endedText : session.proofText}
      stays
      onClose={() => finish(false)}
      actions={<Button onClick={() => finish(false)}>{shell.cancel}</Button>}
    >
      <ProofForm
        purpose={isEnded ? 'sign-in' : 'proof'}
        email={person.email}
        onProved={async (personId) => {
          // Another person or another role has another desk.
          if (personId) await onSignedIn()
          finish(!personId || personId === person.id)
        }}
      />
    </Dialog>
  )
}

function deferred() {
  let resolve: (isThrough: boolean) => void = () => {}
  const promise = new Promise<boolean>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}
