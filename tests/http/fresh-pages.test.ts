import { expect, test } from 'vitest'
import { createPartner, createProduct, createReview } from '#tests/factories.ts'
import { describeProducts } from '#server/search/describe-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('cached product, brand and search pages show a changed price within seconds', async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const name = `Marbled ${partner.id.slice(-8)}`
  const product = await createProduct(shop.db, { partnerId: partner.id, name, variants: [{ priceMinor: 31_700 }] })
  const visitor = shop.visitor()
  const pages = [`/product/${product.id}`, `/brand/${partner.id}`, `/discover?q=${encodeURIComponent(name)}`]
  const shows = async (price: string) =>
    (await Promise.all(pages.map((page) => visitor.open(page)))).every((page) => page.text().includes(price))
  await expect.poll(() => shows('$317'), { timeout: 10_000 }).toBe(true)

  await shop.db.productVariant.updateMany({ where: { productId: product.id }, data: { priceMinor: 23_400 } })
  await shop.db.product.update({
    where: { id: product.id },
    data: { priceMinor: 23_400, priceMaxMinor: 23_400, priceBaseMinor: 23_400 },
  })
  await describeProducts(shop.db, [product.id])
  await expect.poll(() => shows('$234'), { timeout: 2_500, interval: 100 }).toBe(true)
})

test('a cached product page shows every kind of change within seconds', async () => {
  const { db } = shop
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01'), websiteUrl: 'https://fresh.example' })
  const product = await createProduct(db, { partnerId: partner.id, variants: [{ size: 'M', stock: 5 }] })
  const of = { where: { id: product.id } }
  const ofPartner = { where: { id: partner.id } }
  const ofReview = { where: { productId: product.id } }
  const visitor = shop.visitor()
  // Compare the HTML, because content of other tabs is only in the page's data.
  const page = async () => (await visitor.ask(`/product/${product.id}`)).text()
  const steps: Array<[string, () => Promise<unknown>]> = [
    ['Renamed after all', () => db.product.update({ ...of, data: { name: 'Renamed after all' } })],
    ['A size of its own', () => db.productVariant.updateMany({ ...ofReview, data: { size: 'A size of its own' } })],
    ['Sent by pigeon', () => db.partner.update({ ...ofPartner, data: { shippingPolicy: 'Sent by pigeon' } })],
    ['The Renamed House', () => db.partner.update({ ...ofPartner, data: { businessName: 'The Renamed House' } })],
    [
      'The Renamed Brand',
      () => db.brand.update({ where: { id: product.brandId }, data: { name: 'The Renamed Brand' } }),
    ],
    [
      'Cut by hand',
      () =>
        createReview(db, { productId: product.id, partnerId: partner.id, status: 'approved', title: 'Cut by hand' }),
    ],
    ['Answered at last', () => db.productReview.updateMany({ ...ofReview, data: { response: 'Answered at last' } })],
  ]
  for (const [text, change] of steps) {
    expect(await page()).not.toContain(text)
    await change()
    await expect.poll(page, { timeout: 2_500, interval: 50 }).toContain(text)
  }
  await db.partner.update({ ...ofPartner, data: { isPaused: true } })
  await expect
    .poll(async () => (await visitor.ask(`/product/${product.id}`)).status, { timeout: 2_500, interval: 50 })
    .toBe(404)
})
