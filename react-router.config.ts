import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'site',
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The browser knows every route from the first page on, so no request is spent on finding one.
  routeDiscovery: { mode: 'initial' },
  future: {
    v8_middleware: true,
    v8_viteEnvironmentApi: true,
    // Not yet; said, so that no start is spent on asking.
    v8_splitRouteModules: false,
    v8_passThroughRequests: false,
    v8_trailingSlashAwareDataRequests: false,
  },
} satisfies Config
