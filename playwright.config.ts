import { defineConfig } from '@playwright/test'
import { ADDRESS_BAR_FEATURES, requireHeadlessShell } from './scripts/browsers.js'
import { memoryFolder } from './tests/support/memory-folder.ts'

process.env.TMPDIR = memoryFolder()

/** Chromium reads one such list only, so it repeats the features that Playwright switches off. */
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
  // One more than the processors of a small machine, since a test often waits.
  workers: 3,
  // Only a hanging test reaches it; bench/ measures speed.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list', { printSteps: false }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // A test about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: requireHeadlessShell(),
      args: [
        '--no-sandbox',
        // With hinting, letters are whole pixels wide and lines break elsewhere than for a visitor.
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
