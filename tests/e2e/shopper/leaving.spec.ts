import { findUnusedProduct } from '#tests/setup/demo-products.ts'
import { expect, test } from '../shop.ts'

test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
})

test('opening a product counts one view, and sets one cookie that scripts cannot read', async ({
  page,
  context,
  db,
}) => {
  const product = await findUnusedProduct(db)
  const seen = page.waitForResponse((response) => response.url().includes(`/seen/${product.id}`))
  await page.goto(`/product/${product.id}`)
  expect((await seen).status()).toBe(204)
  // The browser reports a response before it has stored its cookie.
  await expect.poll(() => context.cookies()).toMatchObject([{ name: 'wtf_vid', httpOnly: true, sameSite: 'Lax' }])
  const cookies = await context.cookies()
  expect(cookies[0]!.expires - Date.now() / 1_000).toBeGreaterThan(29 * 86_400)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const visitorId = cookies[0]!.value.split('.')[0]!
  await Promise.all([page.waitForResponse((response) => response.url().includes('/seen/')), page.reload()])
  expect(await db.productView.count({ where: { visitorId, productId: product.id } })).toBe(1)
})
