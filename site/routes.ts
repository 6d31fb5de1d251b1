import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'
import { LANDING_ROUTE, ROUTES } from './route-table.ts'

/** Plain addresses follow the saved language; under /ar they are Arabic. */
export default prefix('ar?', [
  ...[...ROUTES, LANDING_ROUTE].map(({ path, file }) => (path === '/' ? index(file) : route(path.slice(1), file))),
  route('*', 'pages/not-found.tsx'),
]) satisfies RouteConfig
