import { Refusal } from '../api.ts'
import { NotLoaded } from '../not-loaded.ts'
import { Button, Empty } from '../parts/elements.tsx'
import { isExpected, sentenceOf } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'

/** A screen that could not be shown: what happened, and the way on. */
export function FailureScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { shell, say } = useTexts()
  const isRefusal = error instanceof Refusal
  const isNotLoaded = error instanceof NotLoaded
  const text = isExpected(error) ? sentenceOf(error, shell.failure) : shell.failure.unexpected
  return (
    <div role="alert">
      <Empty
        isScreen
        fill="hollow"
        title={shell.failure.title}
        text={
          <>
            {text}
            {isRefusal && error.body.status >= 500 && (
              <small className="muted"> {say('shell.failure.reference', { id: error.body.requestId })}</small>
            )}
          </>
        }
        actions={
          onRetry && !isNotLoaded ? (
            <Button look="primary" onClick={onRetry}>
              {shell.tryAgain}
            </Button>
          ) : (
            <Button look="primary" onClick={() => location.reload()}>
              {shell.failure.reload}
            </Button>
          )
        }
      />
    </div>
  )
}
