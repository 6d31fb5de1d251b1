import { NoAnswer, Refusal } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/layout.tsx'
import { useSay, useTexts } from '../texts.tsx'

/** Its script did not come: the server was away, or has a newer one by now. The browser does not ask for the same script twice. */
class NotLoaded extends Error {
  constructor(cause: unknown) {
    super('Not loaded', { cause })
    this.name = 'NotLoaded'
  }
}

/** For `import()`: what fails is said as what it is. */
export const loaded =
  <Module,>(load: () => Promise<Module>) =>
  () =>
    load().catch((cause: unknown) => {
      throw new NotLoaded(cause)
    })

/** A screen that could not be shown: what happened, and the way on. */
export function FailureScreen({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { failure, tryAgain } = useTexts('shell')
  const say = useSay('shell')
  const isRefusal = error instanceof Refusal
  const isNotLoaded = error instanceof NotLoaded
  const text =
    error instanceof NoAnswer
      ? failure.network
      : isNotLoaded
        ? failure.notLoaded
        : isRefusal
          ? error.message
          : failure.unexpected
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
