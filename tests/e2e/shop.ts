import { test as base, expect, type Page } from '@playwright/test'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

/**
 * The test of every audience: pages of the running shop, its database, and a failure for whatever the browser reports as an
 * error. Pages are kept for some seconds: what a test writes shows under addresses that nobody has asked for before.
 */
export const test = base.extend<{ errors: string[] }, { db: Db }>({
  baseURL: async ({}, use) => use(process.env.SHOP_URL ?? ''),
  db: [
    async ({}, use) => {
      const postgres = await startEmbeddedPostgres(process.env.SHOP_DATA_DIR ?? '')
      const db = connect(postgres.url, { poolSize: 2 })
      await use(db)
      await db.$disconnect()
      await postgres.release()
    },
    { scope: 'worker' },
  ],
  errors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on(
        'console',
        (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
      )
      page.on('pageerror', (error) => errors.push(error.message))
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Opens a page and waits until it is alive (its search box has become a combobox): before, its links load whole pages. */
export async function openAlive(page: Page, path: string): Promise<void> {
  // The pages of administrators and partners have no search box of the shop.
  if (/^\/(admin|brand\/dashboard)/.test(path)) return openDashboard(page, path)
  await page.goto(path)
  await page.locator('input[role=combobox]').first().waitFor({ state: 'attached' })
}

/** The same of a dashboard's page, which has no search box: React has taken it over once its nodes are marked. */
export async function openDashboard(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}
