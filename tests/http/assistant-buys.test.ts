import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseEnv } from '#server/platform/env.ts'
import { createProduct, createUser } from '#tests/factories.ts'
import { connectAssistant } from '#tests/setup/assistant.ts'
import { openDemoStores } from '../../scripts/demo-stores.ts'
import { useShop } from './shop.ts'

const shop = useShop()
let stores: Awaited<ReturnType<typeof openDemoStores>>
let dressId: string

beforeAll(async () => {
  stores = await openDemoStores(shop.databaseUrl, parseEnv({ PORT: '0', SITE_URL: 'http://localhost' }), shop.url)
  // The tests' demo has few dresses.
  const { partnerId, brandId, categoryId } = await shop.db.product.findFirstOrThrow({
    where: { partner: { businessName: 'Linhavento' }, name: { contains: 'dress' }, categoryId: { not: null } },
  })
  const { host } = await shop.db.partnerDomain.findFirstOrThrow({ where: { partnerId } })
  const dress = await createProduct(shop.db, {
    ...{ partnerId, brandId, categoryId },
    name: 'Black linen dress',
    gender: 'women',
    material: 'Linen',
    currency: 'EUR',
    productUrl: `https://${host}/products/black-linen-dress`,
    variants: ['XS', 'S', 'M', 'L', 'XL'].map((size) => ({ size, colourName: 'Black', priceMinor: 12_000 })),
  })
  dressId = dress.id
  const { call } = await connectAssistant(shop.url)
  await vi.waitFor(async () => {
    const { products } = await call<{ products: Listed[] }>('search_products', { query: 'black linen dress' })
    expect(products.map(({ id }) => id)).toContain(dressId)
  }, 20_000)
})
afterAll(() => stores?.stop())

interface Listed {
  id: string
  store: { id: string; returnsDays: number | null }
}
interface Detail {
  name: string
  price: string
  variants: Array<{ id: string; size: string; stock: number; link: string }>
  store: { id: string; returnsDays: number }
}

/** Returns the URL of the same page in the simulated store. */
const inDemo = (location: string) => {
  const { host, pathname, search } = new URL(location)
  return `${stores?.origin}/${host.replace(/^www\./, '')}${pathname}${search}`
}

// 'A black linen dress under £150 in my size, from a store that takes returns for 30 days.'
test('an assistant finds a dress in three calls, its user buys it, and the store sees which assistant it was', async () => {
  const { call } = await connectAssistant(shop.url, { name: 'Scripted Shopper' })
  const measurements = { chest: 92, waist: 74, hip: 98 }
  const { products } = await call<{ products: Listed[] }>('search_products', {
    query: 'a black linen dress under £150',
    measurements,
  })
  const chosen = products.find(({ store }) => (store.returnsDays ?? 0) >= 30)
  const productId = chosen?.id ?? ''
  const { sizes } = await call<{ sizes: string[] }>('size_advice', { productId, measurements })
  const product = await call<Detail>('get_product', { productId })
  expect([productId, product.name, product.price, product.store.returnsDays]).toEqual([
    dressId,
    'Black linen dress',
    '120.00 EUR',
    30,
  ])
  const variant = product.variants.find(({ size, stock }) => sizes.includes(size) && stock > 0)

  const left = await shop.visitor().ask(new URL(variant?.link ?? '').pathname + new URL(variant?.link ?? '').search)
  const arrived = await fetch(inDemo(left.headers.get('location') ?? ''))
  const [, path = ''] = /name="path" value="([^"]+)"/.exec(await arrived.text()) ?? []
  const bought = await fetch(new URL('buy', `${arrived.url.split('/').slice(0, 4).join('/')}/`), {
    method: 'POST',
    headers: { cookie: arrived.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
    body: new URLSearchParams({ path, variant: variant?.id ?? '' }),
  })
  expect(await bought.text()).toContain('WTF matched this order to your click')

  const { id: saleId } = await shop.db.conversion.findFirstOrThrow({
    where: { partnerId: product.store.id },
    orderBy: { createdAt: 'desc' },
  })
  // The demo's stores have no owner.
  const owner = await createUser(shop.db, { role: 'partner' })
  await shop.db.partner.update({ where: { id: product.store.id }, data: { ownerId: owner.id } })
  const sale = await (await shop.visitorAs(owner.id)).open(`/brand/dashboard/sales/${saleId}`)
  expect(sale.text()).toContain('through an assistant (Scripted-Shopper)')
})
