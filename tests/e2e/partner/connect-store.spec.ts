import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { announce, EVENTS_CHANNEL } from '#server/connections/connection-channels.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { axeFindings } from '../axe.ts'
import { openQueue } from '../queues.ts'
import { expect } from '../shop.ts'
import { connectingTest, openAsPartner, PERSONS_BROWSER } from './connecting-shop.ts'
import { adminPage } from './joining-shop.ts'

// The demo's partner connects the demo's Shopify, in a shop that runs its jobs.
const PAGE = '/brand/dashboard/connect-store'

const test = connectingTest('DEMO_SHOPIFY')
// Run in order, because the tests share a store.
test.describe.configure({ mode: 'serial' })

const signIn = (page: Page) => openAsPartner(page, PAGE)

test('a store is connected, its products are imported, and its link is tested', async ({ page, db }) => {
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
  // The page does not show the entered secret again.
  expect(await page.content()).not.toContain('secret-of-the-demo')
  await page.locator('input[name=accessToken]').fill('shpat_of_the_demo')
  await page.locator('input[name=apiSecret]').fill('secret-of-the-demo')
  await button.click()
  await expect(page.getByText('Successfully connected Velvet Hanger and registered webhooks.')).toBeVisible()
  await expect(page.locator('dl').getByText('velvet-hanger.myshopify.com', { exact: true })).toBeVisible()
  await expect(page.getByText('Connected since')).toBeVisible()
  await expect.poll(() => db.storeProduct.count(), { timeout: 60_000 }).toBe(8)
  await page.reload()
  await expect(page.getByText(/8 new/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Test a link to your store' }).click()
  await expect(page.getByText('We tested a link to your store. See each step below.')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Compare with your store now' }).click()
  await expect(page.getByText(/products compared\. We already had every order/)).toBeVisible({ timeout: 30_000 })
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindings(page)).toEqual([])
  }
})

test('a shopper visits the store and buys, and the sale is correct to the penny', async ({
  page,
  db,
  baseURL,
  context,
}) => {
  test.setTimeout(120_000)
  const { product } = await db.storeProduct.findFirstOrThrow({
    where: { product: { handle: 'harbour-overshirt' } },
    select: { product: { select: { id: true, partnerId: true } } },
  })

  // The shopper follows our link, browses the store for a while, and buys two.
  const shopper = await context.browser()!.newContext({ baseURL: baseURL!, userAgent: PERSONS_BROWSER })
  const store = await shopper.newPage()
  await store.goto(`/go/${product.id}?src=product`)
  await expect(store.getByRole('heading', { name: 'Harbour Overshirt' })).toBeVisible()
  const clickId = new URL(store.url()).searchParams.get('wtf_cid')!
  await db.outboundClick.update({
    where: { id: clickId },
    data: { clickedAt: new Date(Date.now() - 600_000) },
  })
  await store.getByLabel('Quantity').fill('2')
  await store.getByRole('button', { name: 'Buy it now' }).click()
  await expect(store.getByText('is confirmed')).toBeVisible()
  const number = new URL(store.url()).pathname.split('/').at(-1)!

  await signIn(page)
  await page.goto('/brand/dashboard/sales')
  const sale = page.getByRole('link', { name: `#${number}` }).first()
  await expect
    .poll(async () => (await page.reload(), await sale.count()), { timeout: 30_000, intervals: [500] })
    .toBeGreaterThan(0)
  await sale.click()
  const main = page.getByRole('main')
  // 2 x 89.00 including 20% tax are 148.33 before tax. The first bracket of the Standard plan is 10%.
  await expect(main).toContainText('Harbour Overshirt')
  await expect(main).toContainText(clickId)
  await expect(main).toContainText('£148.33')
  await expect(main).toContainText('£14.83')
  const address = page.url()
  const { id: saleId } = await db.conversion.findFirstOrThrow({ where: { clickId }, select: { id: true } })

  // One of the two is returned. This adds a ledger entry, and changes no existing entry.
  await store.goto(new URL('shop-admin', store.url().replace(/thank-you.*/, '')).href)
  await store
    .getByRole('button', { name: /Refund one/i })
    .first()
    .click()
  await expect
    .poll(() => db.commissionEntry.count({ where: { conversionId: saleId, kind: 'adjustment' } }), {
      timeout: 30_000,
    })
    .toBe(1)
  await page.goto(address)
  await expect(main).toContainText('-£7.41')

  // The sale is confirmed a month later, and invoiced at the end of that month.
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  await confirmDue(db, later(31))
  await closeMonths(db, baseURL!, later(63))
  const line = await db.invoiceLine.findFirstOrThrow({ where: { conversionId: saleId }, include: { invoice: true } })
  expect(line.amountMinor).toBe(742n)
  await page.goto('/brand/dashboard/invoices')
  await page.getByRole('link', { name: line.invoice.number }).click()
  await expect(main).toContainText('£7.42')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /PDF/ }).first().click(),
  ])
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')

  // The partner recomputes the ledger from an exported file.
  await page.goto('/brand/dashboard/invoices')
  const [ledger] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /ledger/i })
      .first()
      .click(),
  ])
  const file = await ledger.path()
  const verify = (name: string) =>
    spawnSync(process.execPath, ['scripts/ledger-verify.mjs', name], { encoding: 'utf8' })
  expect(verify(file)).toMatchObject({ status: 0, stderr: '' })
  const tampered = `${file}.changed`
  await writeFile(tampered, (await readFile(file, 'utf8')).replace('"amountMinor":1483', '"amountMinor":1484'))
  const found = verify(tampered)
  expect(found.status).toBe(1)
  expect(found.stdout + found.stderr).toMatch(/line \d+/i)
  await shopper.close()
})

test('a store that rejects our token is reconnected, and an administrator retries its failed webhook', async ({
  page,
  browser,
  db,
  baseURL,
}) => {
  await signIn(page)
  const { productId } = await db.storeProduct.findFirstOrThrow({ where: { product: { handle: 'harbour-overshirt' } } })
  const store = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await store.goto(`/go/${productId}`)
  await store.goto(new URL('shop-admin', store.url().replace(/products\/.*/, '')).href)
  await store.getByRole('button', { name: 'Expire the token' }).click()
  const price = store.getByLabel('Price of Harbour Overshirt')
  await price.fill('94.00')
  await store.locator('form').filter({ has: price }).getByRole('button').click()
  await store.context().close()
  const delivery = { topic: 'products/update', status: 'waiting', attempts: { gt: 0 } } as const
  await expect.poll(() => db.webhookEvent.count({ where: delivery })).toBe(1)
  const { id, connectionId } = await db.webhookEvent.findFirstOrThrow({ where: delivery })
  const statusOf = async () => (await db.webhookEvent.findUniqueOrThrow({ where: { id } })).status
  // Bring the last attempt forward, because it would come hours later.
  await db.webhookEvent.update({ where: { id }, data: { attempts: 5, nextAt: new Date() } })
  await announce(db, EVENTS_CHANNEL, connectionId)
  await expect.poll(statusOf).toBe('dead')

  const admin = await adminPage(browser, db, baseURL!)
  await openQueue(admin, 'Broken connections')
  const { shop } = await db.shopifyConnection.findFirstOrThrow()
  await expect(admin.getByRole('row').filter({ hasText: shop })).toContainText(
    'Shopify no longer accepts the access token.',
  )

  await page.reload()
  await page.getByText('Reconnect', { exact: true }).first().click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Reconnect', exact: true }) })
  await form.locator('input[name=mode][value=client_credentials]').check()
  await form.locator('input[name=clientId]').fill('client-of-the-demo')
  await form.locator('input[name=clientSecret]').fill('secret-of-the-demo')
  await form.getByRole('button', { name: 'Reconnect', exact: true }).click()
  await expect(page.getByText('Your store is connected again.')).toBeVisible()
  await admin.reload()
  await expect(admin.getByText('All stores respond')).toBeVisible()

  await openQueue(admin, 'Failed webhooks')
  const letter = admin.getByRole('list', { name: 'Failed webhooks' }).getByRole('listitem').filter({ hasText: shop })
  await letter.locator('summary').click()
  await letter.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByText('The webhook is being retried.')).toBeVisible()
  await expect(admin.getByText('No failed webhooks')).toBeVisible()
  await expect.poll(statusOf).toBe('done')
  await admin.goto('/admin')
  await expect(admin.getByRole('main')).not.toContainText(/Broken connections|Failed webhooks/)
  await admin.context().close()
})

test('a store is disconnected once the consequences are explained, and its products stay', async ({ page, db }) => {
  await signIn(page)
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('We will delete your credentials')
  await expect(dialog).toContainText('You can reconnect at any time')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Your store is disconnected. Its products and sales stay on WTF.')).toBeVisible()
  expect(await db.shopifyConnection.findFirst()).toMatchObject({ status: 'revoked', sealedToken: null })
  expect(await db.storeProduct.count()).toBe(8)
})
