import { findTypicalProduct } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

test.use({ javaScriptEnabled: false })

test('people can browse, filter and page', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Explore All Products' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
  await page.getByLabel('On sale').check()
  await page.getByLabel('Lowest price in dollars').fill('20')
  await page.getByLabel('Sort by').selectOption('price_asc')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/onSale=true/)
  await expect(page.getByLabel('On sale')).toBeChecked()
  await expect(page.getByLabel('Sort by')).toHaveValue('price_asc')
  await expect(page.locator('main article').filter({ has: page.locator('s') })).toHaveCount(24)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/onSale=true.*page=2/)
  await page.getByRole('link', { name: 'List view' }).click()
  await expect(page).toHaveURL(/view=list/)
  await expect(page.locator('main article')).not.toHaveCount(0)
})

test('people can search', async ({ page, db }) => {
  const { name } = await findTypicalProduct(db)
  await page.goto('/discover?all=true')
  await page.getByRole('main').getByRole('searchbox').fill(name)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`"${name}"`)
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('people can look at a product, choose a size and leave for the store', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const there = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
  await page.goto(`/product/${product.id}`)
  await page.getByRole('link', { name: 'Picture 2' }).click()
  await expect(page.getByText(`2 / ${product.images.length}`)).toBeVisible()
  await page.getByRole('link', { name: `Size ${there.size}`, exact: true }).click()
  await page.getByRole('link', { name: 'Shipping' }).click()
  await expect(page.getByText(product.partner.shippingPolicy)).toBeVisible()
  await expect(page).toHaveURL(/picture=2.*size=.*tab=shipping/)
  const href = await page.getByRole('link', { name: /Shop at Partner Store/ }).getAttribute('href')
  expect(href).toContain(`v=${there.id}`)
  const left = await page.request.get(href!, { maxRedirects: 0 })
  expect([left.status(), new URL(left.headers().location!).searchParams.get('utm_source')]).toEqual([302, 'WTF'])
  await page.getByRole('button', { name: /^Add to Wishlist/ }).first().click()
  await expect(page.getByText('Login Required')).toBeVisible()
})
