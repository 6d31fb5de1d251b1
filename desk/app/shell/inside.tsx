import { useMemo } from 'react'
import {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  useLocation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Refusal } from '../api.ts'
import { loaded } from '../not-loaded.ts'
import { buttonClass } from '../parts/button.tsx'
import { Empty, Skeleton } from '../parts/layout.tsx'
import { RouterContext } from '../router-context.ts'
import { type Screen, screens } from '../screens.ts'
import { useSession } from '../session.tsx'
import { useSay, useTexts } from '../texts.tsx'
import { FailureScreen } from './failure.tsx'
import { Shell } from './shell.tsx'

/** The desk for somebody who is signed in: the shell, and in it the screen of the address. */
export default function Inside({ onSessionChange }: { onSessionChange(): Promise<void> }) {
  const { person, rights } = useSession()
  const { id, role } = person
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new router for another person, not for a new object
  const router = useMemo(() => createRouter((right) => !right || rights.includes(right), onSessionChange), [id, role])
  return (
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  )
}

function createRouter(may: (right: Screen['right']) => boolean, onSessionChange: () => Promise<void>) {
  return createBrowserRouter([
    {
      element: <Shell onSessionChange={onSessionChange} />,
      HydrateFallback: Skeleton,
      ErrorBoundary: ScreenFailure,
      children: [
        {
          ErrorBoundary: ScreenFailure,
          children: [
            ...screens.flatMap(({ path, right, load, children = [] }) =>
              [{ path, load }, ...children].map((screen) =>
                may(right)
                  ? { path: screen.path, lazy: loaded(screen.load as () => Promise<object>) }
                  : { path: screen.path, Component: NotAllowed },
              ),
            ),
            { path: '*', Component: NotFound },
          ],
        },
      ],
    },
  ])
}

function ScreenFailure() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const { search } = useLocation()
  if (error instanceof Refusal && error.problem === 'invalid' && search) return <FiltersUnknown />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <FailureScreen error={error} onRetry={revalidate} />
}

/** A link of former days, or one that was typed: the screen without its filters is there all the same. */
function FiltersUnknown() {
  const { failure } = useTexts('shell')
  const { pathname } = useLocation()
  return (
    <Empty
      isScreen
      fill="hollow"
      title={failure.title}
      text={failure.filters}
      actions={
        <Link className={buttonClass({ look: 'primary' })} to={pathname}>
          {failure.clearFilters}
        </Link>
      }
    />
  )
}

function NotFound() {
  const { failure } = useTexts('shell')
  return (
    <Empty
      isScreen
      fill="hollow"
      title={failure.notFound}
      actions={
        <Link className={buttonClass({ look: 'primary' })} to="/">
          {failure.home}
        </Link>
      }
    />
  )
}

function NotAllowed() {
  const { failure, roles } = useTexts('shell')
  const say = useSay('shell')
  const { person } = useSession()
  return (
    <Empty
      isScreen
      fill="hollow"
      title={failure.notAllowed}
      text={say('failure.notAllowedHint', { role: roles[person.role] })}
      actions={
        <Link className={buttonClass({ look: 'primary' })} to="/">
          {failure.home}
        </Link>
      }
    />
  )
}
