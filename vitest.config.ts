import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{texts,contract,settings,domain,api,site,server,cli,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**', '**/node_modules/**'],
    globalSetup: 'tests/support/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Some tests kill servers and fill disks while others run; a fault stays a fault the second time.
    retry: process.env.CI ? 1 : 0,
  },
})
