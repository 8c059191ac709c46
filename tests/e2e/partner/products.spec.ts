import { createAccount } from '#tests/setup/auth.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { enterAs } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../shop.ts'

test('a partner finds products, edits many at once, undoes the edit, and edits stock inline', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  const own = { partnerId: partner.id, status: 'draft' as const }
  for (let n = 1; n <= 30; n++)
    await createProduct(db, { ...own, name: `Linen coat ${n}`, variants: [{ priceMinor: 10_000, stock: 4 }] })
  await createProduct(db, { ...own, name: 'Belt' })
  const prices = async () =>
    (
      await db.product.findMany({
        where: { partnerId: partner.id },
        distinct: ['priceMinor'],
        select: { priceMinor: true },
      })
    ).map(({ priceMinor }) => priceMinor)
  await enterAs(page, db, ownerId)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/brand/dashboard/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible()

  await page.getByLabel('Name, SKU or GTIN').fill('linen coat')
  await page.getByLabel('Name, SKU or GTIN').press('Enter')
  await expect(page).toHaveURL(/q=linen\+coat/)
  const boxes = page.locator('input[data-row]:visible')
  await expect(boxes).toHaveCount(25)
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected products' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await page.getByLabel('Select all on this page').check()
  await bar.getByRole('button', { name: 'Select all 30 matching products' }).click()
  await expect(bar.getByText('30 selected')).toBeVisible()

  await bar.getByRole('button', { name: 'Price' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change price' })
  await dialog.getByRole('button', { name: 'Change 30 products' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please enter a percentage above 0, up to 100.')
  await dialog.getByLabel('Amount', { exact: true }).fill('20')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 30 products' }).click()
  await expect(page.getByText('30 products changed')).toBeVisible()
  expect((await prices()).toSorted()).toEqual([5_000, 8_000])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('30 products restored')).toBeVisible()
  expect((await prices()).toSorted((a, b) => a - b)).toEqual([5_000, 10_000])

  await page
    .getByRole('link', { name: 'Show all products' })
    .or(page.getByRole('link', { name: /^All 3/ }))
    .click()
  await page.getByLabel('Name, SKU or GTIN').fill('belt')
  await page.getByLabel('Name, SKU or GTIN').press('Enter')
  await page.getByRole('button', { name: 'Change the stock of Belt: 3' }).click()
  await page.getByLabel('Stock of Belt').fill('0')
  await page.getByLabel('Stock of Belt').press('Enter')
  await expect(page.getByRole('button', { name: 'Change the stock of Belt: 0' })).toHaveText('Out')

  await page.getByLabel('Select Belt').filter({ visible: true }).check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('0 wishlists include it.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete 1 product' }).click()
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('link', { name: /^Deleted 1/ }).click()
  await page.getByLabel('Select Belt').filter({ visible: true }).check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 product restored')).toBeVisible()

  await page.goto('/brand/dashboard/activity')
  await page.getByRole('link', { name: 'Undid changes to 30 products' }).click()
  await expect(page.getByText('Price: $80.00').first()).toBeVisible()
  for (const path of ['/brand/dashboard/activity', '/brand/dashboard/products', '/brand/dashboard/products?view=grid'])
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
})

test('a hidden column stays hidden for its account, and can be shown again on a phone too', async ({ page, db }) => {
  // Two window sizes and three visits take longer than a minute on a busy machine.
  test.setTimeout(120_000)
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await createProduct(db, { partnerId, variants: [{ priceMinor: 10_000, stock: 4 }] })
  await enterAs(page, db, ownerId)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/brand/dashboard/products')
  const table = page.getByRole('table')
  const menu = page.getByRole('button', { name: 'Columns' })
  const kept = () => db.dashboardPreferences.findUnique({ where: { userId: ownerId }, select: { hiddenColumns: true } })

  await menu.click()
  await page.getByRole('checkbox', { name: 'Price' }).press('Space')
  await expect(table.getByText('$100.00')).toHaveCount(0)
  await expect.poll(kept).toEqual({ hiddenColumns: ['products.Price'] })
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  await page.reload()
  // The notice for small screens comes first.
  await page.getByRole('button', { name: 'Continue Anyway' }).click()
  await expect(table.getByText('$100.00')).toHaveCount(0)
  await menu.click()
  await page.getByRole('checkbox', { name: 'Price' }).check()
  await expect(table.getByText('$100.00')).toBeVisible()
  await expect.poll(kept).toEqual({ hiddenColumns: [] })
})
