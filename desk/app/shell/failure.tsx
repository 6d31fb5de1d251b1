import { Refusal } from '../api.ts'
import { NotLoaded } from '../not-loaded.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/layout.tsx'
import { isExpected, sentenceOf } from '../parts/use-submit.ts'
import { useSay, useTexts } from '../texts.tsx'

/** A screen that could not be shown: what happened, and the way on. */
export function FailureScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { failure, tryAgain } = useTexts('shell')
  const say = useSay('shell')
  const isRefusal = error instanceof Refusal
  const isNotLoaded = error instanceof NotLoaded
  const text = isExpected(error) ? sentenceOf(error, failure) : failure.unexpected
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
          onRetry && !isNotLoaded ? (
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
