import { createAccount, enterAs, expect, newEmail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { createPartner } from '#tests/factories.ts'

test.beforeEach(async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const websiteUrl = 'https://editor.example'
  // Long ago, so that no greeting of newcomers stands in the way.
  await createPartner(db, { ownerId, websiteUrl, createdAt: new Date('2020-01-01'), businessName: newEmail('brand') })
  await enterAs(page, db, ownerId)
})

test('a product is added with its variants, found in the shop, and costs there what its editor says', async ({
  page,
}) => {
  await page.goto('/brand/dashboard/products/new')
  const main = page.getByRole('main')
  const save = main.getByRole('button', { name: 'Save' })
  await expect(async () => {
    await save.click()
    await expect(main.getByRole('alert').filter({ hasText: '2 things' })).toBeFocused()
  }).toPass()
  await main.getByRole('alert').getByRole('link', { name: 'Name' }).click()
  const name = `Sage dress ${newEmail('x').slice(2, 14)}`
  await main.getByLabel('Name', { exact: true }).fill(name)
  await main.getByLabel('Status').selectOption('active')
  await main.getByLabel('Page in your store').fill('https://editor.example/dress')
  await main.getByText('Make rows of sizes and colours').click()
  await main.getByLabel('Sizes').fill('S, M, L')
  await main.getByLabel('Colours').fill('Sage, Ink')
  await main.getByRole('button', { name: 'Make the rows' }).click()
  await expect(main.getByRole('list', { name: 'Variants' }).getByRole('listitem')).toHaveCount(6)
  await main.getByLabel('Value for the column').fill('49,90')
  await main.getByRole('button', { name: 'Apply' }).click()
  await main.getByLabel('Stock, M / Sage').fill('4')
  await main.getByRole('tab', { name: 'Preview' }).click()
  await expect(main.getByText(name).first()).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await main.getByRole('tab', { name: 'Product' }).click()
  expect(await axeFindings(page)).toEqual([])
  await save.click()
  await expect(main.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(main.getByLabel('Price, M / Sage', { exact: true })).toHaveValue('49.90')
  await page.getByRole('tab', { name: 'Prices over time' }).click()
  expect(await axeFindings(page)).toEqual([])

  const productId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const shop = await page.context().newPage()
  await shop.goto(`/product/${productId}`)
  await expect(shop.getByRole('heading', { name })).toBeVisible()
  await expect(shop.getByRole('main').getByText('$49.90').first()).toBeVisible()

  await page.getByRole('tab', { name: 'Product' }).click()
  await main.getByLabel('Value for the column').fill('39.90')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(main.getByText('Not saved yet')).toBeVisible()
  await save.click()
  await expect(main.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(async () => {
    await shop.reload()
    await expect(shop.getByRole('main').getByText('$39.90').first()).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('two tabs at one product lose nothing, and leaving with changes asks', async ({ page }) => {
  await page.goto('/brand/dashboard/products/new')
  const main = page.getByRole('main')
  await expect(async () => {
    await main.getByLabel('Name', { exact: true }).fill('Coat')
    await main.getByLabel('Price, row 1', { exact: true }).fill('100')
    await expect(main.getByText('Not saved yet')).toBeVisible({ timeout: 500 })
  }).toPass()
  await main.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/products\/[0-9a-f-]{36}$/)
  const other = await page.context().newPage()
  await other.goto(page.url())
  const otherMain = other.getByRole('main')
  await expect(async () => {
    await otherMain.getByLabel('Name', { exact: true }).fill('Long coat')
    await expect(otherMain.getByText('Not saved yet')).toBeVisible({ timeout: 500 })
  }).toPass()
  await otherMain.getByLabel('Material').fill('Wool')
  await otherMain.getByRole('button', { name: 'Save' }).click()
  await expect(otherMain.getByText(/^Saved \d\d:\d\d/)).toBeVisible()

  await main.getByLabel('Name', { exact: true }).fill('Short coat')
  await main.getByLabel('Price, row 1', { exact: true }).fill('90')
  await main.getByRole('button', { name: 'Save' }).click()
  const conflict = main.getByRole('region', { name: /changed this product while you did/ })
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
