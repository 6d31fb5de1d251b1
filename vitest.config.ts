import { defineConfig } from 'vitest/config'
import { workerSource } from './scripts/worker-source.ts'

const SOURCES = '{texts,contract,settings,domain,api,desk,site,server,cli,scripts}'

/** The tiers. A test's name or folder says which one it belongs to; CONTRIBUTING.md has the table. Playwright runs tests/browser. */
export default defineConfig({
  plugins: [workerSource()],
  test: {
    environment: 'node',
    maxWorkers: 2,
    // Only for what hangs: a busy machine takes its time.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // A failure says all that a list of faults holds.
    chaiConfig: { truncateThreshold: 2_000 },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Without `exclude`: it would take the place of the one that leaves out the slow ones.
          include: [`${SOURCES}/**/!(*.api).test.{ts,tsx}`, 'tests/*.test.ts'],
          // Nothing outlives a test here, and loading the same modules for every file takes a quarter of the time.
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
          // Loading the program anew for each file would cost a third of all. What a file changes in its process, it puts back.
          isolate: false,
          // Much of it is waiting for a server to start or to end.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          include: ['tests/firefox/**/*.test.ts'],
          globalSetup: 'tests/support/prepare-sites.ts',
          setupFiles: 'tests/support/subscribe.ts',
          // Firefox starts slowly on a busy machine, and these, too, are only for what hangs.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fire',
          include: ['tests/fire/**/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: 'tests/support/subscribe.ts',
          // Faults need the machine to themselves: one file at a time, after all other tiers.
          fileParallelism: false,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
