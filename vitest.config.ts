import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'
import { keepTemporaryFilesInMemory } from './tests/setup/temporary-files.ts'

keepTemporaryFilesInMemory()

export default defineConfig({
  test: {
    setupFiles: ['tests/setup/no-console-error.ts', 'tests/setup/as-started.ts', 'tests/setup/unconsumed-bodies.ts'],
    pool: 'forks',
    // Reloading each file's modules took a quarter of the run. Process-wide settings are reset before the next file (as-started.ts).
    isolate: false,
    // Files that wait for queues and processes leave a core idle, so there is one more worker than cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{app,demo,server,tests,scripts}/**/*.test.{ts,tsx}'],
          // Tests that kill processes are slow, so they have separate commands (npm run test:kill and test:cluster).
          exclude: [
            'tests/http/**',
            ...(process.env.KILL_ROUNDS ? [] : ['tests/durability/**']),
            ...(process.env.CLUSTER_ROUNDS ? [] : ['tests/cluster/**']),
          ],
          globalSetup: ['tests/setup/global.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          // This test downloads a package, so it has a separate command (npm run test:inspector).
          exclude: process.env.INSPECTOR ? [] : ['tests/http/inspector.test.ts'],
          globalSetup: ['tests/http/open-shop.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
