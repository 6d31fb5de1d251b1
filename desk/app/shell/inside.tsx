import { useMemo } from 'react'
import {
  createBrowserRouter,
  isRouteErrorResponse,
  Link,
  type LoaderFunction,
  useLocation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { loaded, Refusal } from '../api.ts'
import { buttonClass, Empty, Skeleton } from '../parts/elements.tsx'
import { canBeTriedAgain, RouterContext, useAnnouncements } from '../parts/work.tsx'
import { useRoleNames } from '../roles.ts'
import { contentToday, routes, type Screen, screens } from '../screens.ts'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'
import { FailureScreen } from './failure.tsx'
import { Shell } from './shell.tsx'

export default function Inside({ onSessionChange }: { onSessionChange(): Promise<void> }) {
  const { person, rights } = useSession()
  const { id, roles, teams } = person
  const holder = JSON.stringify([id, roles, teams])
  const { attempt } = useAnnouncements()
  const { addLaterTexts } = useTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new router for another person or other rights, not for a new object
  const router = useMemo(() => {
    const may = (right: Screen['right']) => !right || rights.includes(right)
    const tellStale: TellStale = (error, loadAgain) => {
      let work = async (): Promise<void> => {
        work = loadAgain
        throw error
      }
      attempt(() => work())
    }
    return createRouter({ may, onSessionChange, tellStale, addLaterTexts })
  }, [holder])
  return (
    <RouterContext value={router}>
      {/* It would keep showing what the former router had loaded. */}
      <RouterProvider key={holder} router={router} />
    </RouterContext>
  )
}

type TellStale = (error: unknown, loadAgain: () => Promise<void>) => void

interface RouterParts {
  may(right: Screen['right']): boolean
  onSessionChange(): Promise<void>
  tellStale: TellStale
  addLaterTexts(): Promise<void>
}

function createRouter({ may, onSessionChange, tellStale, addLaterTexts }: RouterParts) {
  /** A screen that cannot be loaded again stays, with the text typed on it. */
  const stayingShown =
    (id: string, load: LoaderFunction): LoaderFunction =>
    async (given) => {
      try {
        return await load(given)
      } catch (error) {
        const { location, loaderData } = router.state
        const wanted = new URL(given.request.url)
        const isShown = loaderData[id] !== undefined
        const isSame = wanted.pathname === location.pathname && wanted.search === location.search
        if (!isShown || !isSame || !canBeTriedAgain(error)) throw error
        tellStale(error, () => router.revalidate())
        return loaderData[id]
      }
    }
  const screenOf = (path: string, load: unknown) => ({
    id: path,
    path,
    lazy: async () => {
      const loadFile = loaded(load as () => Promise<{ loader?: LoaderFunction }>)
      const [{ loader, ...screen }] = await Promise.all([loadFile(), path !== '/' && addLaterTexts()])
      return { ...screen, ...(loader && { loader: stayingShown(path, loader) }) }
    },
  })
  const router = createBrowserRouter([
    {
      element: <Shell onSessionChange={onSessionChange} />,
      HydrateFallback: Skeleton,
      ErrorBoundary: ScreenFailure,
      children: [
        {
          ErrorBoundary: ScreenFailure,
          children: [
            ...screens.flatMap(({ name, right }) =>
              Object.entries(routes[name]).map(([path, load]) =>
                may(right)
                  ? screenOf(path, name === 'today' && !may('submissions.read') ? contentToday : load)
                  : { path, Component: NotAllowed },
              ),
            ),
            { path: '*', Component: NotFound },
          ],
        },
      ],
    },
  ])
  return router
}

function ScreenFailure() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const { search } = useLocation()
  if (error instanceof Refusal && error.problem === 'invalid' && search) return <FiltersUnknown />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <FailureScreen error={error} onRetry={revalidate} />
}

function DeadEnd({ title, text, to = '/', label }: { title: string; text?: string; to?: string; label?: string }) {
  const { shell } = useTexts()
  const way = (
    <Link className={buttonClass({ look: 'primary' })} to={to}>
      {label ?? shell.failure.home}
    </Link>
  )
  return <Empty isScreen fill="hollow" title={title} text={text} actions={way} />
}

function FiltersUnknown() {
  const { failure } = useTexts().shell
  const { pathname } = useLocation()
  return <DeadEnd title={failure.title} text={failure.filters} to={pathname} label={failure.clearFilters} />
}

function NotFound() {
  return <DeadEnd title={useTexts().shell.failure.notFound} />
}

function NotAllowed() {
  const { shell, say } = useTexts()
  const { person } = useSession()
  const roles = useRoleNames()(person.roles)
  return <DeadEnd title={shell.failure.notAllowed} text={say('shell.failure.notAllowedHint', { roles })} />
}
