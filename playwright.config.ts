import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/chromium.ts'
import { keepTemporaryFilesInMemory } from './tests/setup/temporary-files.ts'

keepTemporaryFilesInMemory()

export default defineConfig({
  testDir: 'tests/e2e',
  // A server in development mode is slow, so the walk has a separate command (npm run test:development).
  testIgnore: process.env.WALK_DEVELOPMENT ? [] : '**/development.spec.ts',
  globalSetup: './tests/e2e/open-shop.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A busy machine must not block a merge; the report names tests that needed a second try.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    // A service worker would answer requests before page.route. shopper/installable.spec.ts tests it.
    serviceWorkers: 'block',
    launchOptions: chromiumOptions(),
  },
})
