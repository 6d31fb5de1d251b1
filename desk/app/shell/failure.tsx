import { NoAnswer, Refusal } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/layout.tsx'
import { useSay, useTexts } from '../texts.tsx'

/** A screen that could not be shown: what happened, and the way on. */
export function FailureScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { failure, tryAgain } = useTexts('shell')
  const say = useSay('shell')
  const isRefusal = error instanceof Refusal
  const text = error instanceof NoAnswer ? failure.network : isRefusal ? error.message : failure.unexpected
  return (
    <div role="alert">
      <Empty
        isScreen
        fill="hollow"
        title={failure.title}
        text={
          <>
            {text}
            {isRefusal && error.body.status >= 500 && (
              <small className="muted"> {say('failure.reference', { id: error.body.requestId })}</small>
            )}
          </>
        }
        actions={
          onRetry ? (
            <Button look="primary" onClick={onRetry}>
              {tryAgain}
            </Button>
          ) : (
            <Button look="primary" onClick={() => location.reload()}>
              {failure.reload}
            </Button>
          )
        }
      />
    </div>
  )
}
