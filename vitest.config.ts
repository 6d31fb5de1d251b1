import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { workerSource } from './scripts/vite-plugins.ts'
import { memoryFolder } from './tests/support/memory-folder.ts'

const SOURCES = '{texts,contract,settings,domain,api,desk,site,server,cli,scripts}'

const IN_ANOTHER_BROWSER = {
  globalSetup: 'tests/support/prepare-sites.ts',
  setupFiles: 'tests/support/subscribe.ts',
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
}

/** The tiers. A test's name or folder says which one it belongs to; CONTRIBUTING.md has the table. Playwright runs tests/browser. */
export default defineConfig({
  plugins: [workerSource()],
  test: {
    environment: 'node',
    tags: [{ name: 'slow', description: 'Left to the slow tests' }],
    setupFiles: 'tests/support/use-seed.ts',
    env: { TMPDIR: memoryFolder() },
    maxWorkers: 2,
    // Room for young objects: collecting them more often takes a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    // Only a hanging test reaches it: a busy machine is slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // No `exclude` here: it would replace the one that leaves out the slow tests.
          include: [`${SOURCES}/**/!(*.api).test.{ts,tsx}`, 'tests/*.test.ts'],
          // Tests leave no state behind, and loading the same modules for every file takes a quarter of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: [`${SOURCES}/**/*.api.test.ts`, 'tests/api/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: 'tests/support/subscribe.ts',
          // Loading the program again for each file would take a third of the time. A file restores what it changes.
          isolate: false,
          // Much of the time is waiting for a server to start or to end.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          include: ['tests/firefox/**/*.test.ts'],
          ...IN_ANOTHER_BROWSER,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'webkit',
          include: ['tests/webkit/**/*.test.ts'],
          ...IN_ANOTHER_BROWSER,
          // A window that is not in front draws late.
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fire',
          include: ['tests/fire/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: 'tests/support/subscribe.ts',
          // The disk is part of its subject.
          env: { TMPDIR: tmpdir() },
          // Long faults need the machine to themselves: one file at a time, after all other tiers.
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
