import sharp from 'sharp'
import { createAccount, enterAs, expect, newEmail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { createPartner, createProduct } from '#tests/factories.ts'

test.beforeEach(async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const websiteUrl = 'https://editor.example'
  // An old partner, so that no welcome message covers the page.
  await createPartner(db, { ownerId, websiteUrl, createdAt: new Date('2020-01-01'), businessName: newEmail('brand') })
  await enterAs(page, db, ownerId)
})

test('a product is added with variants and images, and found in the shop with the same price', async ({ page }) => {
  await page.goto('/brand/dashboard/products/new')
  const main = page.getByRole('main')
  const save = main.getByRole('button', { name: 'Save' })
  await expect(async () => {
    await save.click()
    await expect(main.getByRole('alert').filter({ hasText: '2 problems' })).toBeFocused()
  }).toPass()
  await main.getByRole('alert').getByRole('link', { name: 'Name' }).click()
  const name = `Sage dress ${newEmail('x').slice(2, 14)}`
  await main.getByLabel('Name', { exact: true }).fill(name)
  await main.getByLabel('Status').selectOption('active')
  await main.getByLabel('Product page in your store').fill('https://editor.example/dress')
  await main.getByText('Create variants from sizes and colours').click()
  await main.getByLabel('Sizes').fill('S, M, L')
  await main.getByLabel('Colours').fill('Sage, Ink')
  await main.getByRole('button', { name: 'Create variants' }).click()
  await expect(main.getByRole('list', { name: 'Variants' }).getByRole('listitem')).toHaveCount(6)
  await main.getByLabel('New value').fill('49,90')
  await main.getByRole('button', { name: 'Apply' }).click()
  await main.getByLabel('Stock, M / Sage').fill('4')
  const buffer = await sharp({ create: { width: 800, height: 1000, channels: 3, background: '#9caf88' } })
    .png()
    .toBuffer()
  await main.locator('input[type=file]').setInputFiles({ name: 'dress.png', mimeType: 'image/png', buffer })
  await main.getByLabel('Image description, picture 1').fill('A sage dress on a hanger')
  await main.getByLabel('Colour, picture 1').selectOption('Sage')
  await main.getByRole('tab', { name: 'Preview' }).click()
  await expect(main.getByText(name).first()).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await main.getByRole('tab', { name: 'Product' }).click()
  expect(await axeFindings(page)).toEqual([])
  await save.click()
  await expect(main.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(main.getByLabel('Price, M / Sage', { exact: true })).toHaveValue('49.90')
  await page.getByRole('tab', { name: 'Prices' }).click()
  expect(await axeFindings(page)).toEqual([])

  const productId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const shop = await page.context().newPage()
  await shop.goto(`/discover?q=${encodeURIComponent(name)}`)
  await shop.getByRole('main').getByRole('link', { name }).first().click()
  await shop.waitForURL(`**/product/${productId}?colour=Sage`)
  await expect(shop.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  const picture = shop.getByRole('img', { name: 'A sage dress on a hanger' }).first()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(shop.getByRole('main').getByText('$49.90').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Product' }).click()
  await main.getByLabel('New value').fill('39.90')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(main.getByText('Unsaved changes')).toBeVisible()
  await save.click()
  await expect(main.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(async () => {
    await shop.reload()
    await expect(shop.getByRole('main').getByText('$39.90').first()).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('a saved change appears in the history and can be undone, and the product is deleted and restored', async ({
  page,
  db,
}) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  const { id } = await createProduct(db, { partnerId: partner.id, name: 'Cape', material: 'Wool' })
  await enterAs(page, db, ownerId)
  await page.goto(`/brand/dashboard/products/${id}`)
  const main = page.getByRole('main')
  const material = main.getByLabel('Material')
  await expect(async () => {
    await material.fill('Silk')
    await expect(main.getByText('Unsaved changes')).toBeVisible({ timeout: 500 })
  }).toPass()
  await material.press('Enter')
  await expect(page.getByText('Product saved')).toBeVisible()
  await expect(material).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 product restored')).toBeVisible()
  await expect(material).toHaveValue('Wool')
  await page.getByRole('tab', { name: 'History' }).click()
  const history = main.getByRole('list', { name: 'History' })
  await expect(history.getByRole('link')).toHaveText(['Undid changes', 'Changed'])
  await expect(history).toContainText('Silk')
  expect(await axeFindings(page)).toEqual([])

  await main.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this product?' })
  await expect(dialog.getByText('0 wishlists include it.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete this product' }).click()
  await page.waitForURL('**/brand/dashboard/products')
  await expect(page.getByText('1 product deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForURL(`**/products/${id}`)
  await expect(main.getByRole('heading', { name: 'Cape' })).toBeVisible()
})

test('editing in two tabs loses no changes, and leaving with unsaved changes asks for confirmation', async ({
  page,
}) => {
  await page.goto('/brand/dashboard/products/new')
  const main = page.getByRole('main')
  await expect(async () => {
    await main.getByLabel('Name', { exact: true }).fill('Coat')
    await main.getByLabel('Price, row 1', { exact: true }).fill('100')
    await expect(main.getByText('Unsaved changes')).toBeVisible({ timeout: 500 })
  }).toPass()
  await main.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/products\/[0-9a-f-]{36}$/)
  const other = await page.context().newPage()
  await other.goto(page.url())
  const otherMain = other.getByRole('main')
  await expect(async () => {
    await otherMain.getByLabel('Name', { exact: true }).fill('Long coat')
    await expect(otherMain.getByText('Unsaved changes')).toBeVisible({ timeout: 500 })
  }).toPass()
  await otherMain.getByLabel('Material').fill('Wool')
  await otherMain.getByRole('button', { name: 'Save' }).click()
  await expect(otherMain.getByText(/^Saved \d\d:\d\d/)).toBeVisible()

  await main.getByLabel('Name', { exact: true }).fill('Short coat')
  await main.getByLabel('Price, row 1', { exact: true }).fill('90')
  await main.getByRole('button', { name: 'Save' }).click()
  const conflict = main.getByRole('region', { name: /changed this product while you were editing it/ })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('listitem').filter({ hasText: 'Name' }).first()).toContainText('Long coat')
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Short coat')
  await expect(main.getByLabel('Material')).toHaveValue('Wool')
  await expect(main.getByLabel('Price, row 1', { exact: true })).toHaveValue('90.00')
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(main.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Long coat')

  await main.getByLabel('Name', { exact: true }).fill('Another')
  await page.getByRole('link', { name: 'Connect Store' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Another')
  await page.getByRole('link', { name: 'Connect Store' }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL('**/connect-store')
})
