import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/chromium.ts'
import { keepTemporaryFilesInMemory } from './tests/setup/temporary-files.ts'

keepTemporaryFilesInMemory()

/**
 * The files whose tests look at images, and the axe rounds, which open every page. The others do not load images,
 * because the shop draws each image at its first request. That took a third of the run.
 */
const WITH_IMAGES = [
  // A server in development mode is slow, so the walk has a separate command (npm run test:development).
  ...(process.env.WALK_DEVELOPMENT ? ['development'] : []),
  'from-review-to-answer',
  'admin/{accessibility,moderation}',
  'partner/{product-editor,promotions,sign-up-pages,storefront}',
  'shopper/{accessibility,database-away,five-intents-pages,home,information,installable,leaving,lookbook,mark-frame}',
  'shopper/{picture-search,product,review,search-box}',
].map((file) => `**/e2e/${file}.spec.ts`)
/**
 * The backup, before other tests add images without files. And files whose tests run one after the other: at the end of
 * the run, the other worker would wait for them.
 */
const FIRST = ['admin/database', 'german-brand', 'partner/join'].map((file) => `**/e2e/${file}.spec.ts`)
// This option replaces Playwright's, so it repeats the settings for a mouse that can hover.
const MOUSE = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'
// Tests leave each page after about a second, too soon for optimised code to save what its compilation costs.
const WITHOUT_OPTIMISER = '--js-flags=--no-opt --no-maglev'
const withImages = { launchOptions: chromiumOptions([WITHOUT_OPTIMISER]) }
const withoutImages = {
  launchOptions: chromiumOptions([WITHOUT_OPTIMISER, `--blink-settings=${MOUSE},imagesEnabled=false`]),
}

export default defineConfig({
  testDir: 'tests/e2e',
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
  },
  projects: [
    { name: 'first', testMatch: FIRST, use: withoutImages },
    { name: 'with images', testMatch: WITH_IMAGES, use: withImages },
    {
      name: 'without images',
      testIgnore: [...WITH_IMAGES, ...FIRST, '**/development.spec.ts'],
      use: withoutImages,
    },
  ],
})
