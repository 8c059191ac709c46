import { test as base, expect, type Page } from '@playwright/test'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'

/**
 * The base test for all users: the running shop's pages and its database. It fails for every error that the browser
 * reports. Pages are cached for a few seconds, so new data appears only at URLs that have not been requested before.
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

/**
 * Opens a page and waits until it is interactive (its search box has become a combobox). Before that, links load full
 * pages.
 */
export async function openAlive(page: Page, path: string): Promise<void> {
  // Admin and partner pages do not have the shop's search box.
  if (/^\/(admin|brand\/dashboard)/.test(path)) return openDashboard(page, path)
  await page.goto(path)
  await page.locator('input[role=combobox]').first().waitFor({ state: 'attached' })
}

/**
 * Opens a dashboard page and waits until it is interactive. There is no search box, but React marks the nodes that it
 * has hydrated.
 */
export async function openDashboard(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}
