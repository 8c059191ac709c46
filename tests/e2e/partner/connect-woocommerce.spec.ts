import type { Page } from '@playwright/test'
import { axeFindings } from '../axe.ts'
import { expect } from '../shop.ts'
import { connectingTest, openAsPartner, PERSONS_BROWSER } from './connecting-shop.ts'

// The demo's partner connects the demo's WooCommerce store, in a shop that runs its jobs.
const PAGE = '/brand/dashboard/connect-store'
/** The difference between the store's port and the shop's. See scripts/demo-woocommerce.ts. */
const PORTS_ABOVE = 3
const storeOf = (shop: { port: number }) => `http://127.0.0.1:${shop.port + PORTS_ABOVE}/cedar-and-tine`

const test = connectingTest('DEMO_WOOCOMMERCE')
// Run in order, because the tests share a store.
test.describe.configure({ mode: 'serial' })

const signIn = (page: Page) => openAsPartner(page, PAGE)

const card = (page: Page) => page.getByRole('region', { name: 'WooCommerce' })

async function askStore(page: Page, store: string): Promise<void> {
  await card(page).getByLabel('Store address').first().fill(store)
  await card(page).getByRole('button', { name: 'Continue to your store' }).click()
  await page.getByRole('link', { name: 'Open your store' }).click()
}

test('a denied approval connects nothing, and shows a message', async ({ page, db, connecting }) => {
  const store = storeOf(connecting)
  await signIn(page)
  await expect(card(page)).toContainText('We only read products and orders.')
  await card(page).getByLabel('Store address').first().fill('https://127.0.0.1')
  await card(page).getByRole('button', { name: 'Continue to your store' }).click()
  await expect(card(page)).toContainText('We found no WooCommerce store at this address.')
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    expect(await axeFindings(page)).toEqual([])
  }
  await askStore(page, store)
  await page.getByRole('link', { name: 'Deny' }).click()
  await expect(page.getByText('the request was not approved')).toBeVisible()
  expect(await db.shopifyConnection.count()).toBe(0)
  await page.getByRole('link', { name: 'Back to Connect Store' }).click()
  await expect(page).toHaveURL(PAGE)
})

test('a store is connected with a single approval, without JavaScript, and its products are imported', async ({
  browser,
  db,
  connecting,
}) => {
  const { url } = connecting
  const store = storeOf(connecting)
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  await signIn(page)
  await askStore(page, store)
  await expect(page.getByRole('heading', { name: 'WTF would like to connect to your store' })).toBeVisible()
  await page.getByRole('link', { name: 'Approve' }).click()
  await expect(page.getByText('Successfully connected Cedar & Tine and registered webhooks.')).toBeVisible()
  await expect(page.getByText('Key with read and write access')).toBeVisible()
  const hint = page.getByRole('link', { name: 'plugin for your store' })
  await expect(hint).toHaveAttribute('href', '/brand/dashboard/help/connect-woocommerce')
  expect(await db.shopifyConnection.findFirst()).toMatchObject({ platform: 'woocommerce', status: 'active' })
  await expect.poll(() => db.storeProduct.count(), { timeout: 60_000 }).toBe(7)
  await context.close()
})

test('a guest buys in the store, and part of the order is refunded', async ({ browser, db, baseURL }) => {
  test.setTimeout(120_000)
  const { productId } = await db.storeProduct.findFirstOrThrow({ where: { product: { handle: 'ribbed-beanie' } } })
  const shopper = await browser.newContext({ baseURL: baseURL!, userAgent: PERSONS_BROWSER })
  const shop = await shopper.newPage()
  await shop.goto(`/go/${productId}?src=product`)
  await expect(shop.getByRole('heading', { name: 'Ribbed Beanie' })).toBeVisible()
  const clickId = new URL(shop.url()).searchParams.get('wtf_cid')!
  await db.outboundClick.update({ where: { id: clickId }, data: { clickedAt: new Date(Date.now() - 600_000) } })
  await shop.getByLabel('Quantity').fill('2')
  await shop.getByRole('button', { name: 'Add to cart' }).click()
  await shop.getByRole('button', { name: 'Place order' }).click()
  await expect(shop.getByText('is confirmed')).toBeVisible()
  const saleOf = () => db.conversion.findFirst({ where: { clickId, source: 'woocommerce' } })
  await expect.poll(async () => (await saleOf())?.status, { timeout: 30_000 }).toBe('pending')
  // 2 x 24.00 including 20% tax are 40.00 before tax.
  expect(await saleOf()).toMatchObject({ matchLevel: 'C', refundedMinor: 0n, netMinor: 4_000n })
  await shop.goto(new URL('/cedar-and-tine/shop-admin', shop.url()).href)
  await shop
    .getByRole('button', { name: /Refund one/i })
    .first()
    .click()
  await expect.poll(async () => (await saleOf())?.refundedMinor, { timeout: 30_000 }).toBe(2_000n)
  await shopper.close()
})

test("a store is disconnected, and the page explains what remains in the store's admin", async ({ page, db }) => {
  await signIn(page)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    expect(await axeFindings(page)).toEqual([])
  }
  await page.getByText('Reconnect', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Continue to your store' }).click()
  await page.getByRole('link', { name: 'Open your store' }).click()
  await page.getByRole('link', { name: 'Approve' }).click()
  await expect(page.getByText('Your store is connected again.')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Only you can delete our key there')
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Our key still exists in your store')).toBeVisible()
  expect(await db.shopifyConnection.findFirst()).toMatchObject({ status: 'revoked', sealedToken: null })
})
