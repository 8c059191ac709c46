import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { describeProducts } from '#server/search/describe-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('pages that were just asked for show a changed product within a second, and so does search', async () => {
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
