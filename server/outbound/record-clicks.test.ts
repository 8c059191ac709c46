import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { clickIdOf, urlOf, useClicks } from '#tests/setup/clicks.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { newVisitorId } from './visitor-cookie.ts'

const database = useTestDatabase()
const { given, createListed, record, stored } = useClicks(database)
const MINUTE = 60_000

describe('a click that counts', () => {
  test('is stored with all its evidence, and passes its ID to the store', async () => {
    const shopify = await createListed(
      { platform: 'shopify', domain: 'brand.example' },
      {
        productUrl: 'https://www.brand.example/p?variant=7',
        currency: 'GBP',
        variants: [{ priceMinor: 4_000 }, { priceMinor: 6_500, stock: 1 }],
      },
    )
    const before = Date.now()
    const visitorId = newVisitorId()
    const answer = await record({
      productId: shopify.id,
      variantId: shopify.variants[1]!.id,
      userId: newId(),
      visitorId,
      surface: 'search',
      position: 12,
      searchId: 's-1',
      referrerPath: '/discover',
      ipHash: 'abc',
    })
    const [row] = await stored(visitorId)
    expect(row).toMatchObject({
      partnerId: shopify.partnerId,
      productId: shopify.id,
      variantId: shopify.variants[1]!.id,
      userId: expect.any(String),
      surface: 'search',
      position: 12,
      searchId: 's-1',
      referrerPath: '/discover',
      browserFamily: 'Firefox',
      country: 'GB',
      isLocated: false,
      device: 'phone',
      ipHash: 'abc',
      priceMinor: 6_500,
      currency: 'GBP',
      stock: 1,
      destinationHost: 'www.brand.example',
      destinationUrl: urlOf(answer).href,
      isValid: true,
      invalidReason: null,
      duplicateOf: null,
    })
    expect(row!.id).toMatch(/^wc_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(row!.clickedAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(row!.expiresAt.getTime() - row!.clickedAt.getTime()).toBe(30 * 24 * 60 * MINUTE)
    expect(Object.fromEntries(urlOf(answer).searchParams)).toEqual({
      variant: '7',
      utm_source: 'WTF',
      utm_medium: 'affiliate',
      utm_campaign: 'launch-product',
      partner_id: shopify.partnerId,
      wtf_cid: row!.id,
      ref: row!.id,
    })
  })
  test("uses the partner's UTM values, and sends no ref if it is turned off or the store is not on Shopify", async () => {
    for (const partner of [
      { platform: 'shopify', sendsRef: false },
      { platform: 'other', sendsRef: true },
    ] as const) {
      const other = await createListed({ ...partner, utmSource: 'us', utmMedium: 'link', utmCampaign: 'a b&c' })
      const { searchParams } = urlOf(await record({ productId: other.id }))
      expect([
        searchParams.get('utm_source'),
        searchParams.get('utm_medium'),
        searchParams.get('utm_campaign'),
        searchParams.get('ref'),
      ]).toEqual(['us', 'link', 'a b&c', null])
    }
  })
  test('accepts a product ID in capitals', async () => {
    const visitorId = newVisitorId()
    expect((await record({ productId: given.product.id.toUpperCase(), visitorId })).outcome).toBe('redirect')
    expect(await stored(visitorId)).toMatchObject([{ productId: given.product.id, isValid: true }])
  })
  test('leads to the chosen variant in the store, and records the destination', async () => {
    const product = await createListed(
      {},
      { variants: [{ storeLink: '?variant=41' }, { storeLink: '?variant=42' }, {}] },
    )
    const [first, second, unlinked] = product.variants
    const visitorId = newVisitorId()
    const answers = []
    for (const variantId of [first!.id, second!.id, unlinked!.id, null])
      answers.push(urlOf(await record({ productId: product.id, visitorId, variantId })))
    expect(answers.map(({ searchParams }) => searchParams.get('variant'))).toEqual(['41', '42', null, null])
    expect((await stored(visitorId)).map(({ destinationUrl }) => destinationUrl)).toEqual(
      answers.map(({ href }) => href),
    )
  })
  test('ignores a variant of another product', async () => {
    const other = await createListed({}, { variants: [{ priceMinor: 1 }] })
    const visitorId = newVisitorId()
    await record({ visitorId, variantId: other.variants[0]!.id })
    expect(await stored(visitorId)).toMatchObject([
      { variantId: null, priceMinor: given.product.priceMinor, isValid: true },
    ])
  })
})

describe('a click on a product that was just clicked on', () => {
  test.each<[string, (product: { id: string; partnerId: string }) => Promise<unknown>, object]>([
    [
      'its URL',
      ({ id }) => database.db.product.update({ where: { id }, data: { productUrl: 'https://evil.example/' } }),
      { invalidReason: 'unverified_host' },
    ],
    [
      'its variant',
      ({ id }) => database.db.productVariant.updateMany({ where: { productId: id }, data: { priceMinor: 78 } }),
      { priceMinor: 78 },
    ],
    [
      "its partner's campaign",
      ({ partnerId }) => database.db.partner.update({ where: { id: partnerId }, data: { utmCampaign: 'sale' } }),
      { destinationUrl: expect.stringContaining('utm_campaign=sale') },
    ],
    [
      "its partner's verified hosts",
      ({ partnerId }) => database.db.partnerDomain.deleteMany({ where: { partnerId } }),
      { invalidReason: 'unverified_host' },
    ],
  ])('uses changes made since then: %s', async (_, change, expected) => {
    const product = await createListed({}, { variants: [{ priceMinor: 1 }] })
    const variantId = product.variants[0]!.id
    await record({ productId: product.id, variantId })
    await change(product)
    const visitorId = newVisitorId()
    // The other product in the same group has not changed.
    await Promise.all([record({ visitorId, productId: product.id, variantId }), record({ visitorId })])
    const rows = await stored(visitorId)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ productId }) => productId === product.id)).toMatchObject(expected)
  })
})

describe('an uncounted click', () => {
  test.each(['bot', 'head', 'prefetch'] as const)('is stored with its reason and redirected: %s', async (uncounted) => {
    const visitorId = newVisitorId()
    const answer = await record({ visitorId, uncounted })
    expect(await stored(visitorId)).toMatchObject([{ id: clickIdOf(answer), isValid: false, invalidReason: uncounted }])
    await record({ visitorId })
    expect((await stored(visitorId))[1]).toMatchObject({ isValid: true })
  })
  test('is left out of product_clicks', async () => {
    const own = await createListed()
    const visitorId = newVisitorId()
    await record({ visitorId, productId: own.id, uncounted: 'bot' })
    await record({ visitorId, productId: own.id })
    await record({ visitorId, productId: own.id })
    const seen = await database.db.$queryRaw<
      unknown[]
    >`SELECT id, partner_id FROM product_clicks WHERE product_id = ${own.id}::uuid`
    const rows = await stored(visitorId)
    expect(rows).toHaveLength(3)
    expect(seen).toEqual([{ id: rows.find(({ isValid }) => isValid)!.id, partner_id: own.partnerId }])
  })
  test.each([
    ['on a host that is not verified', { domain: 'other.example' }, {}],
    ['without a verified host', { domain: null }, {}],
    ['without an address', {}, { productUrl: null }],
  ])('is stored with its reason and not redirected: %s', async (_, partner, fields) => {
    const unsafe = await createListed(partner, fields)
    const visitorId = newVisitorId()
    expect(await record({ visitorId, productId: unsafe.id })).toEqual({ outcome: 'unverified_host' })
    expect(await stored(visitorId)).toMatchObject([
      {
        isValid: false,
        invalidReason: 'unverified_host',
        destinationHost: '',
        destinationUrl: unsafe.productUrl ?? '',
      },
    ])
  })
})

describe('a product without a destination', () => {
  test.each(['', 'junk', '../etc', '\u0000', 'a'.repeat(5_000), newId()])('is not found: %j', async (productId) => {
    expect(await record({ productId })).toEqual({ outcome: 'not_found' })
  })
  test('is not found while it is unlisted, and stores no click', async () => {
    const visitorId = newVisitorId()
    const hidden = await Promise.all([
      createListed({}, { status: 'draft' }),
      createListed({}, { status: 'archived' }),
      createListed({ verificationStatus: 'pending' }),
      createListed({ verificationStatus: 'suspended' }),
    ])
    for (const { id } of hidden) expect(await record({ productId: id, visitorId })).toEqual({ outcome: 'not_found' })
    expect(await stored(visitorId)).toEqual([])
  })
  test('does not affect other clicks in its group', async () => {
    const answers = await Promise.all([record({ productId: newId() }), record(), record({ productId: 'junk' })])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['not_found', 'redirect', 'not_found'])
  })
})
