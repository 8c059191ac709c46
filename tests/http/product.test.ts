import { describe, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { findProduct, findTypicalProduct, findUnusedProduct } from '#tests/setup/demo-products.ts'
import { createVisitor } from '#tests/setup/visitor.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('links back to its brand and to Discover in the breadcrumb', async () => {
  const product = await findProduct(shop.db)
  const page = await shop.visitor().open(`/product/${product.id}`)
  const breadcrumb = 'nav[aria-label=Breadcrumb]'
  expect(page.text(breadcrumb)).toContain(product.name)
  expect(page.link('Discover', breadcrumb)).toBe('/discover?all=true')
  expect((await page.follow(product.brand.name, breadcrumb)).heading).toBe(product.brand.name)
})

test('shows the price, the saving and the sizes, with sold-out sizes disabled', async () => {
  const product = await findTypicalProduct(shop.db)
  const money = (minor: number) =>
    new Intl.NumberFormat('en-US', { style: 'currency', currency: product.currency }).format(minor / 100)
  const page = await shop.visitor().open(`/product/${product.id}`)
  expect(page.text('main s')).toContain(money(product.originalPriceMinor!))
  expect(page.text()).toContain(`You save ${money(product.originalPriceMinor! - product.priceMinor)}`)
  const gone = product.variants.find(({ stock }) => stock === 0)!
  const there = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
  expect(page.find(`[aria-label="Size ${gone.size}, sold out"]`)?.getAttribute('aria-disabled')).toBe('true')
  expect(page.links(`Size ${gone.size}`)).toEqual([])
  const chosen = await page.follow(`Size ${there.size}`)
  expect(chosen.links(`Size ${there.size}`)[0]?.getAttribute('aria-current')).toBe('true')
  expect(chosen.link(/Shop at Partner Store/)).toContain(`v=${there.id}`)
})

describe('the price history', () => {
  const DAY_MS = 86_400_000
  const openReduced = async (changes: Array<[daysAgo: number, priceMinor: number]>) => {
    const { id: partnerId } = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
    const { id, variants } = await createProduct(shop.db, {
      partnerId,
      variants: [{ priceMinor: 7_000, originalPriceMinor: 10_000 }],
    })
    await shop.db.priceChange.createMany({
      data: changes.map(([daysAgo, priceMinor]) => ({
        productId: id,
        variantId: variants[0]!.id,
        currency: 'USD',
        priceMinor,
        changedAt: new Date(Date.now() - daysAgo * DAY_MS),
      })),
    })
    return shop.visitor().open(`/product/${id}`)
  }

  test('confirms a discount, and is shown as a chart and a table', async () => {
    const page = await openReduced([
      [200, 10_000],
      [5, 7_000],
    ])
    expect(page.text()).toContain('Lowest price in the previous 30 days: $100.00.')
    expect(page.text()).toContain('You save $30.00')
    expect(page.text()).toContain('Lowest price in the last 30 days: $70.00')
    expect(page.find('main figure [role=img]')?.getAttribute('aria-label')).toContain('Highest $100.00, lowest $70.00.')
    expect(page.texts('main figure td').filter((text) => text.includes('$'))).toEqual(['$70.00', '$100.00'])
  })

  test.each([
    [
      'from a lower price than the store claims',
      [
        [200, 8_000],
        [5, 7_000],
      ],
      /The lowest price in the previous 30 days was \$80\.00, so it is 13% off, not 30%\./,
      'You save $10.00',
    ],
    [
      'from a price raised shortly before',
      [
        [200, 7_000],
        [9, 10_000],
        [5, 7_000],
      ],
      /Not a real reduction: the lowest price .* was \$70.00\./,
      null,
    ],
    [
      'that has lasted for months',
      [
        [200, 10_000],
        [90, 7_000],
      ],
      /At this price since .*, so this is now its usual price/,
      null,
    ],
  ] as const)('contradicts a discount %s', async (_, changes, words, saved) => {
    const page = await openReduced(changes.map(([daysAgo, priceMinor]) => [daysAgo, priceMinor]))
    expect(page.text('main [data-contradicted]')).toMatch(words)
    expect(/You save \$\d+\.\d\d/.exec(page.text('main'))?.[0] ?? null).toBe(saved)
  })
})

test('has four tabs, and no made-up reviews', async () => {
  const product = await findProduct(shop.db, { variants: { every: { sku: { not: null } } }, reviews: { none: {} } })
  const page = await shop.visitor().open(`/product/${product.id}`)
  const tabs = 'nav[aria-label="About this product"]'
  expect(page.texts(`${tabs} a`)).toEqual(['Overview', 'Details', 'Shipping', 'Reviews'])
  expect(page.text()).toContain(product.description.slice(0, 60))
  const details = await page.follow('Details', tabs)
  expect(details.texts('main dt')).toEqual(expect.arrayContaining(['Brand', 'SKU', 'Size', 'Category', 'Currency']))
  expect(details.text()).toContain(product.variants[0]!.sku)
  expect((await details.follow('Shipping', tabs)).text()).toContain(product.partner.shippingPolicy)
  const reviews = await details.follow('Reviews', tabs)
  expect(reviews.url.searchParams.get('tab')).toBe('reviews')
  expect(reviews.text()).toContain('No reviews yet')
})

test("has URLs for images, sizes and tabs that keep each other's state", async () => {
  const product = await findTypicalProduct(shop.db)
  const there = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
  const picture = await (await shop.visitor().open(`/product/${product.id}`)).follow('Picture 2')
  expect(picture.text()).toContain(`2 / ${product.images.length}`)
  const page = await (await picture.follow(`Size ${there.size}`)).follow('Shipping')
  expect([...page.url.searchParams.keys()].sort()).toEqual(['picture', 'size', 'tab'])
  expect(page.text()).toContain(`2 / ${product.images.length}`)
  const left = await shop.visitor().ask(page.link(/Shop at Partner Store/) ?? '')
  expect([left.status, new URL(left.headers.get('location') ?? '').searchParams.get('utm_source')]).toEqual([
    302,
    'WTF',
  ])
})

test('shows items that complete the look, then alternatives of the same kind', async () => {
  const product = await findProduct(shop.db, { category: { slug: 'day-dresses' } })
  const page = await shop.visitor().open(`/product/${product.id}`)
  const titles = ['Complete the look', 'You might also like']
  expect(page.headings.filter((heading) => titles.includes(heading))).toEqual(titles)
  const shown = page.productLinks('main section').map((link) => link.replace('/product/', ''))
  expect(shown).toHaveLength(8)
  expect(shown).not.toContain(product.id)
  const rows = await shop.db.product.findMany({ where: { id: { in: shown } }, include: { category: true } })
  const kinds = shown.map((id) => rows.find((row) => row.id === id)?.category)
  const dresses =
    product.categoryId && (await shop.db.category.findUniqueOrThrow({ where: { id: product.categoryId } }))
  const isDress = kinds.map((kind) => kind?.parentId === (dresses && dresses.parentId))
  expect(isDress).toEqual([false, false, false, false, true, true, true, true])
})

test('has structured data without made-up ratings', async () => {
  const product = await findProduct(shop.db)
  const data = (await shop.visitor().open(`/product/${product.id}`)).structuredData
  expect(data).toMatchObject({
    '@type': 'Product',
    name: product.name,
    brand: { name: product.brand.name },
    url: expect.stringContaining(`/product/${product.id}`),
  })
  // Google's product snippet requires a name, and offers with a price and its currency.
  const { length } = product.variants
  expect(data.offers).toMatchObject(
    length === 1
      ? { '@type': 'Offer', price: expect.any(Number), priceCurrency: product.currency }
      : {
          '@type': 'AggregateOffer',
          lowPrice: expect.any(Number),
          priceCurrency: product.currency,
          offerCount: length,
        },
  )
  expect(data).not.toHaveProperty('aggregateRating')
  expect(data).not.toHaveProperty('review')
})

test('links to the store in a new tab, with a referrer', async () => {
  const product = await findProduct(shop.db, { isInStock: true })
  const page = await shop.visitor().open(`/product/${product.id}`)
  const [link] = page.links(/Shop at Partner Store/)
  expect(['target', 'rel'].map((name) => link?.getAttribute(name))).toEqual(['_blank', 'sponsored noopener'])
  expect(link?.getAttribute('href')).toMatch(new RegExp(`^/go/${product.id}\\?(v=[0-9a-f-]{36}&)?src=product$`))
  expect(page.text()).toContain('We may earn commission when you buy from the store.')
})

test('redirects to the store with our parameters, and counts one click', async () => {
  const product = await findUnusedProduct(shop.db)
  const visitor = shop.visitor()
  // Use a returning visitor: two clicks without a cookie count as two visitors.
  const { cookie } = await createVisitor(shop.db, { siteIsHttps: false })
  visitor.keepCookie(...(cookie.split('=', 2) as [string, string]))
  const href = (await visitor.open(`/product/${product.id}`)).link(/Shop at Partner Store/)!
  expect(href).toMatch(/^\/go\//)
  const answer = await visitor.ask(href)
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
    302,
    'no-store',
    'noindex',
  ])
  const url = new URL(answer.headers.get('location') ?? '')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    utm_source: 'WTF',
    utm_medium: 'affiliate',
    utm_campaign: 'launch-product',
    partner_id: product.partnerId,
    wtf_cid: expect.stringMatching(/^wc_/),
  })
  const hosts = (await shop.db.partnerDomain.findMany({ where: { partnerId: product.partnerId } })).map(
    ({ host }) => host,
  )
  expect(hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))).toBe(true)
  const again = new URL((await visitor.ask(href)).headers.get('location') ?? '')
  expect(again.searchParams.get('wtf_cid')).toBe(url.searchParams.get('wtf_cid'))
  expect(await shop.db.outboundClick.findUnique({ where: { id: url.searchParams.get('wtf_cid')! } })).toMatchObject({
    productId: product.id,
    surface: 'product',
    isValid: true,
    browserFamily: 'Chrome',
  })
})
