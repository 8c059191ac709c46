import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  // A server that makes each page anew is slow: the walk has a command of its own (npm run test:development).
  testIgnore: process.env.WALK_DEVELOPMENT ? [] : '**/development.spec.ts',
  globalSetup: './tests/e2e/open-shop.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A busy machine must not keep a whole landing out; what needed a second try is named at the end.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    // It would answer what tests answer by page.route; what it does is tested in shopper/installable.spec.ts.
    serviceWorkers: 'block',
    launchOptions: chromiumOptions(),
  },
})
