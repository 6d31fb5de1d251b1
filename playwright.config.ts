import { defineConfig } from '@playwright/test'
import { ADDRESS_BAR_FEATURES, requireHeadlessShell } from './scripts/browsers.js'

/** The browser heeds one such list only, so those are here too that Playwright switches off by itself. */
const FEATURES_OFF = [
  ...ADDRESS_BAR_FEATURES,
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** The browser tests: a real browser at the built site. Every worker has a server and a database of its own (tests/support/site.ts). */
export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'build/browser',
  globalSetup: './tests/support/prepare-sites.ts',
  fullyParallel: false,
  // One more than the processors of a small machine: a test often waits, for a page or for a server.
  workers: 3,
  // Only for what hangs: how fast things are is measured in bench/.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list', { printSteps: false }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Motion is a decoration of what is tested; a test about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: requireHeadlessShell(),
      args: [
        '--no-sandbox',
        // With hinting, letters are as wide as whole pixels, and lines break where they would not for a visitor.
        '--font-render-hinting=none',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${FEATURES_OFF.join(',')}`,
      ],
    },
  },
})
