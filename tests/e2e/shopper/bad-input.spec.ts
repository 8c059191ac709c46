import { findProduct } from '#tests/setup/demo-products.ts'
import { expect, test } from '../shop.ts'

const shown = (path: string) => (path.length > 120 ? `${path.slice(0, 120)}... (${path.length})` : path)

test('malformed page URLs render the same in the browser as on the server', async ({ page, db, errors }) => {
  const { id, partnerId } = await findProduct(db)
  for (const path of [
    `/discover?q=${encodeURIComponent('<script>alert(1)</script> "\' & 🧥 \u0000 é')}`,
    `/discover?q=${'x'.repeat(20_000)}`,
    `/discover?q=x${'%F0%9F%A7%A5'.repeat(150)}`,
    '/discover?category=%3Cb%3E&page=-1&sort=x',
    '/discover?q=%E0%A4%A',
    '/discover?brands=a&brands=b&brands[]=c',
    `/product/${id}?colour=%00&size=%3Cb%3E&picture=1e9&tab=x`,
    `/partner/${partnerId}?q=%00&view=x&priceMin=abc`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([shown(path), errors.splice(0)]).toEqual([shown(path), []])
  }
})

test('malformed searches render the same in the browser as on the server', async ({ page, errors }) => {
  for (const q of [
    '👩🏽‍👩🏽‍👧🏽 "dress"',
    '\u202edress\u202c فستان',
    "'; DROP TABLE products; --",
    'dress <-> (black | !red):*',
    'the and of for with',
  ]) {
    await page.goto(
      `/discover?q=${encodeURIComponent(q)}&mode=intelligent&colours=x,black&not=word:${encodeURIComponent(q)}`,
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main input[name=q]:not([type=hidden])')).toHaveValue(q.trim())
    expect([q, errors.splice(0)]).toEqual([q, []])
  }
})
