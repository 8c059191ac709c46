import { readFile } from 'node:fs/promises'
import { newId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import {
  createCategory,
  createClick,
  createPartner,
  createProduct,
  createUser,
  createView,
  createWishes,
} from '#tests/factories.ts'
import { signal, STANDARD, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const DEMAND = '/brand/dashboard/analytics/demand'
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

/**
 * Creates a store with a skirt among more expensive ones. Shoppers view the skirt, click through to the store, buy it
 * and save it.
 */
async function createStore(db: Db) {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01'), currency: 'USD' })
  await db.partnerAgreement.create({
    data: { partnerId: partner.id, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date('2026-01-01') },
  })
  const category = await createCategory(db, { name: `Kilts ${newId().slice(-6)}`, isActive: false })
  const skirt = await createProduct(db, {
    partnerId: partner.id,
    categoryId: category.id,
    name: 'Pleated kilt',
    variants: [
      { size: 'S', stock: 0, priceMinor: 9_000, sku: `sku-${newId()}` },
      { size: 'M', stock: 4, priceMinor: 9_000 },
    ],
  })
  for (let n = 0; n < 10; n++) await createView(db, skirt, { viewedAt: ago(2) })
  const searchIds = [newId(), newId(), newId()]
  await db.searchLog.createMany({
    data: searchIds.map((id) => ({ id, searchedAt: ago(3), query: 'warm kilt', mode: 'normal', found: 1 })),
  })
  const clicks = []
  for (const searchId of [...searchIds, null])
    clicks.push(await createClick(db, skirt, { clickedAt: ago(2), surface: searchId ? 'search' : 'product', searchId }))
  const at = ago(1).toISOString()
  const order = storeOrder({
    orderedAt: at,
    paidAt: at,
    updatedAt: at,
    currency: 'USD',
    signals: [signal({ clickId: clicks[0]!.id })],
    lines: [storeLine({ sku: skirt.variants[0]!.sku, priceMinor: 9_000 })],
  })
  await recordOrder(db, partner.id, order, new Date())
  for (const prices of [[10_000, 12_000], [14_000, 16_000], [18_000]]) {
    const other = await createPartner(db)
    for (const priceMinor of prices)
      await createProduct(db, { partnerId: other.id, categoryId: category.id, variants: [{ priceMinor }] })
  }
  for (let n = 0; n < 2; n++) await createWishes(db, (await createUser(db)).id, [skirt.id], { size: 'S' })
  return { ownerId, partner, skirt, category }
}

for (const width of [768, 1280])
  test(`shows the sales funnel, market prices and out-of-stock wishlist items at ${width} pixels`, async ({
    page,
    db,
  }, info) => {
    await page.setViewportSize({ width, height: 900 })
    const { ownerId, skirt, category } = await createStore(db)
    await enterAs(page, db, ownerId)
    await page.goto('/brand/dashboard/analytics')
    await page.getByRole('link', { name: 'Demand', exact: true }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Demand')

    const steps = main.getByRole('region', { name: 'From views to sales' })
    await expect(steps.getByRole('listitem')).toHaveText([
      /^Views.*10.*40% clicked through/,
      /^Clicks.*4.*25% bought/,
      /^Sales.*1/,
    ])
    await expect(steps).toContainText('Total revenue: $90.00.')
    await expect(main.getByRole('region', { name: 'Your prices compared with the market' })).toContainText(
      `${category.name}about $90.00 36% below the market`,
    )
    const wished = main.getByRole('region', { name: 'Out of stock on wishlists' })
    await expect(wished).toContainText('1 out-of-stock product has been saved to wishlists 2 times')
    await expect(wished.getByRole('list', { name: 'Sizes out of stock' })).toHaveText('S × 2')

    const table = main.getByRole('region', { name: 'Where shoppers drop off' })
    await expect(table.getByRole('row').filter({ hasText: skirt.name })).toContainText('40%')
    expect(await axeFindings(page)).toEqual([])
    const sorts = table.getByRole('link', { name: 'Click to sale', exact: true })
    // In the block layout, only screen readers see the table head.
    await sorts.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/sort=sale-rate/)

    await table.getByRole('link', { name: 'Page', exact: true }).click()
    await expect(table.getByRole('row').filter({ hasText: 'Search' })).toContainText('3')
    await expect(table).toContainText('Views cannot be split by page')
    await table.getByRole('link', { name: 'Search', exact: true }).click()
    await expect(table.getByRole('row').filter({ hasText: 'warm kilt' })).toContainText('33.33%')
    await expect(table).toContainText('1 of 4 clicks did not come from a search')
    expect(await axeFindings(page)).toEqual([])

    const [file] = await Promise.all([page.waitForEvent('download'), table.getByRole('link', { name: 'CSV' }).click()])
    expect(file.suggestedFilename()).toMatch(/^demand-by-search_month_.*\.csv$/)
    await file.saveAs(info.outputPath('demand.csv'))
    expect(await readFile(info.outputPath('demand.csv'), 'utf8')).toBe(
      'Search,Clicks,Click to sale (%),Sales,Revenue,Currency\r\nwarm kilt,3,33.33,1,90.00,USD\r\n',
    )

    await main.getByRole('navigation', { name: 'Time range' }).getByRole('link', { name: 'Day' }).click()
    await expect(page).toHaveURL(/period=day/)
    await wished.getByRole('link', { name: skirt.name }).click()
    await expect(page).toHaveURL(new RegExp(`/products/${skirt.id}`))
  })

test('explains how to get data while there is none', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await enterAs(page, db, ownerId)
  await page.goto(DEMAND)
  await expect(page.getByText('No visitors in the last month')).toBeVisible()
  await expect(page.getByText('All your products on shoppers’ wishlists are in stock.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose categories' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show the last year' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})
