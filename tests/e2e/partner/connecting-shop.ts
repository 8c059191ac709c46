import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#demo/seed-accounts.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDemoDir } from '#tests/setup/demo.ts'
import { freePort, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'
import { signIn } from '../accounts.ts'
import { expect, test as shopTest } from '../shop.ts'

/** Headless browsers count as robots, whose clicks earn nothing. */
export const PERSONS_BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Returns the test for a shop that runs its jobs, beside the demo's store of a platform. */
export const connectingTest = (demoStore: 'DEMO_SHOPIFY' | 'DEMO_WOOCOMMERCE') =>
  shopTest.extend<object, { connecting: { url: string; port: number; db: Db } }>({
    connecting: [
      async ({}, use) => {
        const dataDir = await createDemoDir('wtf-connect-')
        const port = await freePort()
        const shop = spawnShop(dataDir, undefined, {
          PORT: String(port),
          SITE_URL: `http://127.0.0.1:${port}`,
          [demoStore]: 'on',
          JOBS: 'on',
        })
        try {
          const url = await shop.address
          const postgres = await startEmbeddedPostgres(dataDir)
          const db = connect(postgres.url, { poolSize: 2 })
          await use({ url, port, db })
          await db.$disconnect()
          await postgres.release()
        } finally {
          await shop.stop()
          await removeDataDir(dataDir)
        }
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: async ({ connecting }, use) => use(connecting.url),
    db: [async ({ connecting }, use) => use(connecting.db), { scope: 'worker' }],
    // The browser reports a refused form as an error.
    errors: async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors.filter((error) => !/status of 400/.test(error))).toEqual([])
    },
  })

/** Signs in as the demo's partner, and opens the page. */
export async function openAsPartner(page: Page, path: string): Promise<void> {
  await signIn(page, 'partner@wtf.example', { password: DEMO_PASSWORD, at: '/brand/login' })
  await page.waitForURL('**/brand/dashboard**')
  await page.goto(path)
}
