import { describe, expect, test } from 'vitest'
import { matchProducts } from '#server/offers/match-products.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
let numbers = Date.now() % 100_000_000

/** Creates separate stores that sell the same coat, which other tests do not use. */
async function createTwins() {
  const gtin = gtinOf(`500${String(++numbers).padStart(9, '0')}`)
  const create = async (priceMinor: number, given: object = {}) => {
    const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01'), ...given })
    const variants = [
      { gtin, size: 'M', priceMinor },
      { size: 'L', priceMinor, stock: 0 },
    ]
    return createProduct(shop.db, { partnerId: partner.id, name: 'Quorn twin coat', brandName: 'Quorn', variants })
  }
  const one = await create(9_000)
  const other = await create(7_900, { shippingPolicy: 'Two days, $5.', returnsPolicy: 'Thirty days.' })
  await matchProducts(shop.db, [one.id, other.id], new Date())
  return { one, other, gtin }
}
const gtinOf = (body: string) =>
  body + String((10 - ([...body].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10)) % 10)

test('a product page links to all stores that sell the item, with price, stock, terms and kind of match', async () => {
  const { one, other, gtin } = await createTwins()
  const product = await shop.visitor().open(`/product/${one.id}`)
  const page = await product.follow('Also at 1 other store from $79.00')
  expect([page.status, page.heading]).toEqual([200, 'Quorn twin coat at 2 stores'])
  const texts = page.texts('main ol > li')
  expect(texts[0]).toContain('$79.00')
  expect(texts[0]).toContain('In stock: M')
  expect(texts[0]).toContain('Two days, $5.')
  expect(texts[0]).toContain('Thirty days.')
  expect(texts[0]).toContain(`Same GTIN ${gtin}`)
  expect(texts[1]).toContain('$90.00')
  expect(texts[1]).toContain('Not stated by the store')
  expect(texts[1]).toContain('The product you viewed')
  expect(page.text()).toContain('Prices exclude delivery.')
  const leaving = page.all('a[href^="/go/"]').map((link) => link.getAttribute('href'))
  expect(leaving).toEqual([`/go/${other.id}?src=stores&pos=1`, `/go/${one.id}?src=stores&pos=2`])
})

test('each page of the list of stores is canonical, with structured data for each store', async () => {
  const { one, other } = await createTwins()
  for (const id of [one.id, other.id]) {
    const page = await shop.visitor().open(`/product/${id}/stores`)
    expect(page.canonical).toMatch(new RegExp(`/product/${id}/stores$`))
    const data = page.structuredData
    expect(data.offers).toMatchObject([
      { '@type': 'AggregateOffer', lowPrice: 79, highPrice: 90, priceCurrency: 'USD', offerCount: 2 },
    ])
  }
})

describe('an item that no other store has', () => {
  test('has no other stores on its product page, and no list of stores', async () => {
    const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
    const { id } = await createProduct(shop.db, { partnerId: partner.id })
    const page = await shop.visitor().open(`/product/${id}`)
    expect(page.all('[href$="/stores"][href^="/product/"]')).toEqual([])
    expect(page.text('body')).not.toMatch(/other store|"others"/)
    for (const address of [`/product/${id}/stores`, '/product/junk/stores', `/product/${id}/stores/${id}`])
      expect([address, (await shop.visitor().open(address)).status]).toEqual([address, 404])
  })
})

test('a wrong match is reported without JavaScript, separated by an administrator, and joined again', async () => {
  const { one, other } = await createTwins()
  const stores = await shop.visitor().open(`/product/${one.id}/stores`)
  const { businessName } = await shop.db.partner.findUniqueOrThrow({ where: { id: other.partnerId } })
  const form = await stores.follow(`Report a wrong match: ${businessName}`)
  expect(form.heading).toBe('Not the same product?')
  const long = await form.press('Send report', { 'What is different? (optional)': 'x'.repeat(501) })
  expect(long.status).toBe(400)
  const sent = await long.press('Send report', { 'What is different? (optional)': 'The buttons.' })
  expect([sent.heading, sent.text()]).toEqual(['Thank you', expect.stringContaining('We have received your report.')])
  await shop.db.matchReport.updateMany({ data: { raisedAt: new Date('2001-01-01') }, where: { words: 'The buttons.' } })

  const admin = await shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)
  const queue = await admin.open('/admin/matches')
  expect(queue.text()).toContain('The buttons.')
  const done = await queue.press('Separate')
  expect(done.text('body')).toContain('They are no longer shown as one item')
  expect((await admin.open(`/product/${one.id}/stores`)).status).toBe(404)
  const separated = await admin.open('/admin/matches?state=separated')
  const joined = await separated.press('Join again')
  expect(joined.text('body')).toContain('They are one item again')
  expect(await shop.db.itemSeparation.count({ where: { OR: [{ productId: one.id }, { otherId: one.id }] } })).toBe(0)
})

test('the demo has items sold by several stores, matched in each of the three ways', async () => {
  for (const way of ['gtin', 'style', 'look'] as const) {
    const where = { way, product: { handle: { not: { startsWith: 'product-' } } } }
    const match = await shop.db.itemMatch.findFirstOrThrow({ where, orderBy: { matchedAt: 'asc' } })
    const page = await shop.visitor().open(`/product/${match.productId}/stores`)
    expect([way, page.status, page.texts('main ol > li').length > 1]).toEqual([way, 200, true])
    expect([way, page.find('meta[name=robots]')?.getAttribute('content') ?? null]).toEqual([
      way,
      way === 'look' ? 'noindex' : null,
    ])
  }
})
