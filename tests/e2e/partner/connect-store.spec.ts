import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#prisma/seed/seed-accounts.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { createDataDir, freePort, removeDataDir, spawnShop } from '#tests/setup/shop-process.ts'
import { axeFindings } from '../axe.ts'
import { expect, test as shopTest } from '../shop.ts'

// The demo's partner connects the demo's own Shopify, in a shop that does its jobs.
const PAGE = '/brand/dashboard/connect-store'

const test = shopTest.extend<object, { connecting: { url: string; db: Db } }>({
  connecting: [
    async ({}, use) => {
      const dataDir = await createDataDir('wtf-connect-')
      const port = await freePort()
      const shop = spawnShop(dataDir, undefined, {
        PORT: String(port),
        SITE_URL: `http://127.0.0.1:${port}`,
        DEMO_SHOPIFY: 'on',
        JOBS: 'on',
      })
      try {
        const url = await shop.address
        const postgres = await startEmbeddedPostgres(dataDir)
        const db = connect(postgres.url, { poolSize: 2 })
        await use({ url, db })
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
})
// In order: they share a store.
test.describe.configure({ mode: 'serial' })

async function signIn(page: Page): Promise<void> {
  await page.goto('/brand/login')
  await page.locator('input[name=email]').fill('partner@wtf.example')
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.locator('main button[type=submit]').first().click()
  await page.waitForURL('**/brand/dashboard**')
  await page.goto(PAGE)
}

test('a store is connected, its products arrive, and its link is followed', async ({ page, db }) => {
  await signIn(page)
  const button = page.getByRole('button', { name: 'Connect Store', exact: true })
  await expect(button).toBeDisabled()
  await page.getByLabel('Store URL').fill('velvet hanger')
  await page.locator('input[name=mode][value=token]').check()
  await page.locator('input[name=accessToken]').fill('shpat_wrong')
  await page.locator('input[name=apiSecret]').fill('secret-of-the-demo')
  await button.click()
  await expect(page.getByText('Invalid Store URL: Please enter a valid Shopify store URL')).toBeVisible()
  await page.getByLabel('Store URL').fill('https://velvet-hanger.myshopify.com/')
  await page.locator('input[name=accessToken]').fill('shpat_wrong')
  await page.locator('input[name=apiSecret]').fill('secret-of-the-demo')
  await button.click()
  await expect(page.getByText('Authentication failed. Your access token may be invalid or expired.')).toBeVisible()
  // What was entered does not come back.
  expect(await page.content()).not.toContain('secret-of-the-demo')
  await page.locator('input[name=accessToken]').fill('shpat_of_the_demo')
  await page.locator('input[name=apiSecret]').fill('secret-of-the-demo')
  await button.click()
  await expect(page.getByText('Successfully connected Velvet Hanger and registered webhooks.')).toBeVisible()
  await expect(page.getByText('velvet-hanger.myshopify.com', { exact: true })).toBeVisible()
  await expect(page.getByText('Connected since')).toBeVisible()
  await expect.poll(() => db.storeProduct.count(), { timeout: 60_000 }).toBe(8)
  await page.reload()
  await expect(page.getByText(/8 new/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Test the link' }).click()
  await expect(page.getByText('The link was followed; its way is below.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Compare now' }).click()
  await expect(page.getByText(/products compared: all orders were known/)).toBeVisible({ timeout: 30_000 })
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindings(page)).toEqual([])
  }
})

test('it is disconnected after a word of what follows, and its products stay', async ({ page, db }) => {
  await signIn(page)
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('What stops')
  await expect(dialog).toContainText('What stays')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Your store is disconnected. Its products and sales are still here.')).toBeVisible()
  expect(await db.shopifyConnection.findFirst()).toMatchObject({ status: 'revoked', sealedToken: null })
  expect(await db.storeProduct.count()).toBe(8)
})
