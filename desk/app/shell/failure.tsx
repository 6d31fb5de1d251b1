import { NotLoaded, Refusal } from '../api.ts'
import { Button, Empty } from '../parts/elements.tsx'
import { isExpected, sentenceOf } from '../parts/work.tsx'
import { useTexts } from '../texts.tsx'

export function FailureScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { shell, say } = useTexts()
  const isRefusal = error instanceof Refusal
  const canRetry = onRetry && !(error instanceof NotLoaded)
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
          <Button
            look="primary"
            onClick={canRetry ? onRetry : () => location.reload()}
            label={canRetry ? shell.tryAgain : shell.failure.reload}
          />
        }
      />
    </div>
  )
}
