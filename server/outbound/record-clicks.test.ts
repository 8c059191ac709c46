import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#prisma/generated/client.ts'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { newClickId } from './click-id.ts'
import { ClickRecorder, type Click, type ClickAnswer } from './record-clicks.ts'
import { newVisitorId } from './visitor-cookie.ts'
import { insertClicks, readTargets } from './write-clicks.ts'

const test = useTestDatabase()
const MINUTE = 60_000
let clicks: ClickRecorder
let product: Product & { variants: Array<{ id: string }> }

beforeAll(async () => {
  clicks = new ClickRecorder(test.db)
  product = await createListed()
})
afterAll(() => clicks.flush())

async function createListed(partner: Parameters<typeof createPartner>[1] = {}, fields: Partial<Parameters<typeof createProduct>[1]> = {}) {
  const { id } = await createPartner(test.db, partner)
  return createProduct(test.db, { partnerId: id, ...fields })
}

/** The first click of a shopper who has been here before, unless told otherwise. */
const click = (changes: Partial<Click> = {}): Click => ({
  productId: product.id, variantId: null, userId: null, visitorId: newVisitorId(), isYoung: false, surface: 'discover', position: null, searchId: null,
  referrerPath: null, browserFamily: 'Firefox', country: 'GB', ipHash: null, uncounted: null, ...changes,
})
const urlOf = (answer: ClickAnswer) => new URL(answer.outcome === 'redirect' ? answer.url : 'none:')
const clickIdOf = (answer: ClickAnswer) => urlOf(answer).searchParams.get('wtf_cid') ?? ''
const record = (changes: Partial<Click> = {}) => clicks.record(click(changes))
const stored = (visitorId: string) => test.db.outboundClick.findMany({ where: { visitorId }, orderBy: [{ clickedAt: 'asc' }, { id: 'asc' }] })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

describe('a click that counts', () => {
  it('is stored with everything that proves it, and carries its id to the store', async () => {
    const shopify = await createListed({ platform: 'shopify', domain: 'brand.example' }, {
      productUrl: 'https://www.brand.example/p?variant=7', currency: 'GBP', variants: [{ priceMinor: 4_000 }, { priceMinor: 6_500, stock: 1 }],
    })
    const before = Date.now()
    const visitorId = newVisitorId()
    const answer = await record({
      productId: shopify.id, variantId: shopify.variants[1]!.id, userId: newId(), visitorId, surface: 'search', position: 12, searchId: 's-1', referrerPath: '/discover', ipHash: 'abc',
    })
    const [row] = await stored(visitorId)
    expect(row).toMatchObject({
      partnerId: shopify.partnerId, productId: shopify.id, variantId: shopify.variants[1]!.id, userId: expect.any(String), surface: 'search', position: 12, searchId: 's-1', referrerPath: '/discover',
      browserFamily: 'Firefox', country: 'GB', ipHash: 'abc', priceMinor: 6_500, currency: 'GBP', stock: 1, destinationHost: 'www.brand.example',
      destinationUrl: urlOf(answer).href, isValid: true, invalidReason: null, duplicateOf: null,
    })
    expect(row!.id).toMatch(/^wc_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(row!.clickedAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(row!.expiresAt.getTime() - row!.clickedAt.getTime()).toBe(30 * 24 * 60 * MINUTE)
    expect(Object.fromEntries(urlOf(answer).searchParams)).toEqual({
      variant: '7', utm_source: 'WTF', utm_medium: 'affiliate', utm_campaign: 'launch-product', partner_id: shopify.partnerId, wtf_cid: row!.id, ref: row!.id,
    })
  })
  it("takes the partner's own campaign, and no ref when the partner switched it off or is not on Shopify", async () => {
    for (const partner of [{ platform: 'shopify', sendsRef: false }, { platform: 'other', sendsRef: true }] as const) {
      const other = await createListed({ ...partner, utmSource: 'us', utmMedium: 'link', utmCampaign: 'a b&c' })
      const { searchParams } = urlOf(await record({ productId: other.id }))
      expect([searchParams.get('utm_source'), searchParams.get('utm_medium'), searchParams.get('utm_campaign'), searchParams.get('ref')]).toEqual(['us', 'link', 'a b&c', null])
    }
  })
  it('is found by an id in capitals too', async () => {
    const visitorId = newVisitorId()
    expect((await record({ productId: product.id.toUpperCase(), visitorId })).outcome).toBe('redirect')
    expect(await stored(visitorId)).toMatchObject([{ productId: product.id, isValid: true }])
  })
  it("ignores a variant of another product", async () => {
    const other = await createListed({}, { variants: [{ priceMinor: 1 }] })
    const visitorId = newVisitorId()
    await record({ visitorId, variantId: other.variants[0]!.id })
    expect(await stored(visitorId)).toMatchObject([{ variantId: null, priceMinor: product.priceMinor, isValid: true }])
  })
})

describe('a repeat', () => {
  it('within the hour carries the first click on, and is stored but not counted', async () => {
    const visitorId = newVisitorId()
    const first = await createClick(test.db, product, { visitorId, clickedAt: minutesAgo(59) })
    const answers = [await record({ visitorId }), await record({ visitorId })]
    expect(answers.map(clickIdOf)).toEqual([first.id, first.id])
    expect((await stored(visitorId)).slice(1)).toMatchObject([1, 2].map(() => ({ isValid: false, invalidReason: 'duplicate', duplicateOf: first.id, destinationUrl: urlOf(answers[0]!).href })))
  })
  it('after an hour counts anew', async () => {
    const visitorId = newVisitorId()
    const first = await createClick(test.db, product, { visitorId, clickedAt: minutesAgo(61) })
    const id = clickIdOf(await record({ visitorId }))
    expect(id).not.toBe(first.id)
    expect(await test.db.outboundClick.findUnique({ where: { id } })).toMatchObject({ isValid: true })
  })
  it('of a click that did not count is the first that does', async () => {
    const visitorId = newVisitorId()
    await createClick(test.db, product, { visitorId, isValid: false, invalidReason: 'prefetch', clickedAt: minutesAgo(1) })
    await record({ visitorId })
    expect((await stored(visitorId)).at(-1)).toMatchObject({ isValid: true })
  })
  it('is none for another product or another visitor', async () => {
    const visitorId = newVisitorId()
    const other = await createListed()
    await Promise.all([record({ visitorId }), record({ visitorId, productId: other.id }), record()])
    expect(await stored(visitorId)).toMatchObject([{ isValid: true }, { isValid: true }])
  })
  it('counts once, however many arrive at once', async () => {
    const visitorId = newVisitorId()
    const answers = await Promise.all(Array.from({ length: 500 }, () => record({ visitorId })))
    const rows = await stored(visitorId)
    expect(rows).toHaveLength(500)
    expect(rows.filter(({ isValid }) => isValid)).toHaveLength(1)
    const ids = new Set(rows.map(({ id }) => id))
    expect(answers.every((answer) => ids.has(clickIdOf(answer)))).toBe(true)
  })
  it('counts once, also when two processes write', async () => {
    const others = [connect(test.url, { poolSize: 2 }), connect(test.url, { poolSize: 2 })]
    const recorders = others.map((db) => new ClickRecorder(db))
    const visitors = Array.from({ length: 25 }, newVisitorId)
    try {
      const answers = await Promise.all(visitors.flatMap((visitorId) => [0, 1, 0, 1].map(async (process) => ({ visitorId, id: clickIdOf(await recorders[process]!.record(click({ visitorId }))) }))))
      for (const visitorId of visitors) {
        const [valid, ...more] = (await stored(visitorId)).filter(({ isValid }) => isValid)
        expect(more).toEqual([])
        expect(answers.filter((answer) => answer.visitorId === visitorId).map(({ id }) => id)).toEqual(Array(4).fill(valid!.id))
      }
    } finally {
      await Promise.all(others.map((db) => db.$disconnect()))
    }
  })
})

describe('more than 20 clicks a minute', () => {
  it('are sent on and stored, not counted', async () => {
    const visitorId = newVisitorId()
    for (let n = 0; n < 19; n++) await createClick(test.db, { id: newId(), partnerId: product.partnerId }, { visitorId })
    const others = await Promise.all([createListed(), createListed()])
    for (const other of others) expect((await record({ visitorId, productId: other.id })).outcome).toBe('redirect')
    expect((await stored(visitorId)).slice(-2)).toMatchObject([{ isValid: true }, { isValid: false, invalidReason: 'rate', duplicateOf: null }])
  })
  it('still carry the first click on when they repeat it', async () => {
    const visitorId = newVisitorId()
    const first = await createClick(test.db, product, { visitorId, clickedAt: minutesAgo(30) })
    for (let n = 0; n < 20; n++) await createClick(test.db, { id: newId(), partnerId: product.partnerId }, { visitorId })
    expect(clickIdOf(await record({ visitorId }))).toBe(first.id)
    expect((await stored(visitorId)).at(-1)).toMatchObject({ isValid: false, invalidReason: 'rate', duplicateOf: first.id })
  })
  it('are noticed by address where cookies are young, and held against nobody whose is not', async () => {
    for (let n = 0; n < 60; n++) await createClick(test.db, { id: newId(), partnerId: product.partnerId }, { ipHash: 'busy' })
    const [script, shopper, neighbour] = [newVisitorId(), newVisitorId(), newVisitorId()]
    await record({ visitorId: script, isYoung: true, ipHash: 'busy' })
    await record({ visitorId: shopper, isYoung: false, ipHash: 'busy' })
    await record({ visitorId: neighbour, isYoung: true, ipHash: 'quiet' })
    expect((await Promise.all([script, shopper, neighbour].map(stored))).map(([row]) => row?.invalidReason)).toEqual(['rate', null, null])
  })
  it('are counted again a minute later', async () => {
    const visitorId = newVisitorId()
    for (let n = 0; n < 20; n++) await createClick(test.db, { id: newId(), partnerId: product.partnerId }, { visitorId, clickedAt: minutesAgo(1.05) })
    await record({ visitorId })
    expect((await stored(visitorId)).at(-1)).toMatchObject({ isValid: true })
  })
  it('are noticed within one group', async () => {
    const products = await Promise.all(Array.from({ length: 22 }, () => createProduct(test.db, { partnerId: product.partnerId })))
    const visitorId = newVisitorId()
    await Promise.all(products.map(({ id }) => record({ visitorId, productId: id })))
    const rows = await stored(visitorId)
    expect([rows.filter(({ isValid }) => isValid).length, rows.filter(({ invalidReason }) => invalidReason === 'rate').length]).toEqual([20, 2])
  })
})

describe('what one address adds to a product in a day', () => {
  const many = (count: number, changes: Partial<Click>) => Promise.all(Array.from({ length: count }, () => record(changes)))
  const reasonsOf = async (ipHash: string) => {
    const rows = await test.db.outboundClick.findMany({ where: { ipHash } })
    const tally: Record<string, number> = {}
    for (const { invalidReason } of rows) tally[invalidReason ?? 'valid'] = (tally[invalidReason ?? 'valid'] ?? 0) + 1
    return tally
  }

  it('is 10 clicks of young visitors, however many cookies there are', async () => {
    const answers = await many(400, { isYoung: true, ipHash: 'script' })
    expect(await reasonsOf('script')).toEqual({ valid: 10, rate: 390 })
    // An order that comes back with any of these ids finds its click, for as long as any other.
    const ids = answers.map(clickIdOf)
    expect(new Set(ids).size).toBe(400)
    expect(await test.db.outboundClick.count({ where: { id: { in: ids }, partnerId: product.partnerId, expiresAt: { gt: new Date(Date.now() + 29 * 86_400_000) } } })).toBe(400)
  })
  it('is everybody of an office of 200 who has been here before', async () => {
    const staff = Array.from({ length: 200 }, newVisitorId)
    await Promise.all(staff.map((visitorId) => record({ visitorId, ipHash: 'office' })))
    expect(await reasonsOf('office')).toEqual({ valid: 200 })
  })
  it('lets those who have been here before go first, within a group and after it', async () => {
    const known = Array.from({ length: 25 }, newVisitorId)
    await Promise.all([many(30, { isYoung: true, ipHash: 'shared' }), ...known.slice(0, 5).map((visitorId) => record({ visitorId, ipHash: 'shared' }))])
    expect(await reasonsOf('shared')).toEqual({ valid: 10, rate: 25 })
    await Promise.all(known.slice(5).map((visitorId) => record({ visitorId, ipHash: 'shared' })))
    await many(1, { isYoung: true, ipHash: 'shared' })
    expect(await reasonsOf('shared')).toEqual({ valid: 30, rate: 26 })
    expect(await test.db.outboundClick.count({ where: { visitorId: { in: known }, isValid: true } })).toBe(25)
  })
  it('is 300 clicks, whoever they are', async () => {
    await many(310, { ipHash: 'farm' })
    await many(1, { ipHash: 'farm' })
    expect(await reasonsOf('farm')).toEqual({ valid: 300, rate: 11 })
    await many(1, { ipHash: 'neighbour' })
    expect(await reasonsOf('neighbour')).toEqual({ valid: 1 })
  })
  it('is judged across processes', async () => {
    const others = [connect(test.url, { poolSize: 2 }), connect(test.url, { poolSize: 2 })]
    const recorders = others.map((db) => new ClickRecorder(db))
    for (let round = 0; round < 10; round++) await Promise.all(recorders.map((recorder) => recorder.record(click({ isYoung: true, ipHash: 'two doors' }))))
    await Promise.all(others.map((db) => db.$disconnect()))
    expect(await reasonsOf('two doors')).toEqual({ valid: 10, rate: 10 })
  })
  it('is 500 clicks of young visitors on all products together', async () => {
    for (let n = 0; n < 499; n++) await createClick(test.db, { id: newId(), partnerId: product.partnerId }, { ipHash: 'crawler', clickedAt: minutesAgo(5) })
    for (let n = 0; n < 2; n++) await record({ isYoung: true, ipHash: 'crawler', productId: (await createListed()).id })
    await record({ ipHash: 'crawler', productId: (await createListed()).id })
    expect(await reasonsOf('crawler')).toEqual({ valid: 501, rate: 1 })
  })
  it('is nothing of young visitors whose address is not known', async () => {
    const visitorId = newVisitorId()
    expect((await record({ visitorId, isYoung: true })).outcome).toBe('redirect')
    expect(await stored(visitorId)).toMatchObject([{ isValid: false, invalidReason: 'rate' }])
  })
  it('makes a repeat of a click that does not count no duplicate', async () => {
    await many(10, { isYoung: true, ipHash: 'full' })
    const visitorId = newVisitorId()
    await Promise.all([record({ visitorId, isYoung: true, ipHash: 'full' }), record({ visitorId, isYoung: true, ipHash: 'full' })])
    await record({ visitorId, isYoung: true, ipHash: 'full' })
    expect(await stored(visitorId)).toMatchObject(Array(3).fill({ invalidReason: 'rate', duplicateOf: null }))
  })
  it('moves what trends once', async () => {
    const [trending, other] = [await createListed(), await createListed()]
    await many(30, { isYoung: true, ipHash: 'fan', productId: trending.id })
    await many(5, { ipHash: 'fan', productId: trending.id })
    await many(1, { ipHash: 'fan', productId: other.id })
    await many(2, { ipHash: null, productId: other.id })
    const firsts = await test.db.outboundClick.groupBy({ by: ['productId'], where: { isFirstOfAddress: true, productId: { in: [trending.id, other.id] } }, _count: true })
    expect(firsts.map(({ _count }) => _count)).toEqual([1, 1])
  })
})

describe('a click that does not count', () => {
  it.each(['bot', 'head', 'prefetch'] as const)('%s: stored with its reason and sent on', async (uncounted) => {
    const visitorId = newVisitorId()
    const answer = await record({ visitorId, uncounted })
    expect(await stored(visitorId)).toMatchObject([{ id: clickIdOf(answer), isValid: false, invalidReason: uncounted }])
    await record({ visitorId })
    expect((await stored(visitorId))[1]).toMatchObject({ isValid: true })
  })
  it('stays out of product_clicks', async () => {
    const own = await createListed()
    const visitorId = newVisitorId()
    await record({ visitorId, productId: own.id, uncounted: 'bot' })
    await record({ visitorId, productId: own.id })
    await record({ visitorId, productId: own.id })
    const seen = await test.db.$queryRaw<unknown[]>`SELECT id, partner_id FROM product_clicks WHERE product_id = ${own.id}::uuid`
    const rows = await stored(visitorId)
    expect(rows).toHaveLength(3)
    expect(seen).toEqual([{ id: rows.find(({ isValid }) => isValid)!.id, partner_id: own.partnerId }])
  })
  it.each([
    ['on a host that is not verified', { domain: 'other.example' }, {}], ['without a verified host', { domain: null }, {}], ['without an address', {}, { productUrl: null }],
  ])('%s: stored with its reason, sent nowhere', async (_, partner, fields) => {
    const unsafe = await createListed(partner, fields)
    const visitorId = newVisitorId()
    expect(await record({ visitorId, productId: unsafe.id })).toEqual({ outcome: 'unverified_host' })
    expect(await stored(visitorId)).toMatchObject([{ isValid: false, invalidReason: 'unverified_host', destinationHost: '', destinationUrl: unsafe.productUrl ?? '' }])
  })
})

describe('what cannot be left', () => {
  it.each(['', 'junk', '../etc', '\u0000', 'a'.repeat(5_000), newId()])('is not found: %j', async (productId) => {
    expect(await record({ productId })).toEqual({ outcome: 'not_found' })
  })
  it('is not found while it is not listed, and stores nothing', async () => {
    const visitorId = newVisitorId()
    const hidden = await Promise.all([
      createListed({}, { status: 'draft' }), createListed({}, { status: 'archived' }), createListed({ verificationStatus: 'pending' }), createListed({ verificationStatus: 'suspended' }),
    ])
    for (const { id } of hidden) expect(await record({ productId: id, visitorId })).toEqual({ outcome: 'not_found' })
    expect(await stored(visitorId)).toEqual([])
  })
  it('does not hold up what comes in the same group', async () => {
    const answers = await Promise.all([record({ productId: newId() }), record(), record({ productId: 'junk' })])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['not_found', 'redirect', 'not_found'])
  })
})

describe('while the database cannot write', () => {
  /** Renames tables away for as long as `use` takes. */
  async function without(tables: string[], use: () => Promise<void>): Promise<void> {
    for (const table of tables) await test.db.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO ${table}_away`)
    await use().finally(async () => {
      for (const table of tables) await test.db.$executeRawUnsafe(`ALTER TABLE ${table}_away RENAME TO ${table}`)
    })
  }

  it('shoppers still leave by what was last known, and are counted again afterwards', async () => {
    const visitorId = newVisitorId()
    await record()
    await without(['products', 'outbound_clicks'], async () => {
      const answer = await record({ visitorId })
      expect(urlOf(answer).hostname).toBe(new URL(product.productUrl!).hostname)
      // No evidence is named that does not exist.
      expect([...urlOf(answer).searchParams.keys()]).not.toContain('wtf_cid')
      expect(urlOf(answer).href).not.toContain('wc_')
    })
    await record({ visitorId })
    expect(await stored(visitorId)).toMatchObject([{ isValid: true }])
  })
  it('nobody is sent to a product that was never seen', async () => {
    const unseen = await createListed()
    await without(['products'], () => expect(record({ productId: unseen.id })).rejects.toThrow())
  })
  it('a click whose connection broke after the commit is written once, and keeps its id', async () => {
    const visitorId = newVisitorId()
    const written = { ...click({ visitorId }), id: newClickId(), clickedAt: new Date() }
    const targets = await readTargets(test.db, [product.id])
    await insertClicks(test.db, [written], targets)
    expect(await insertClicks(test.db, [written], targets)).toEqual(new Map())
    expect(await stored(visitorId)).toMatchObject([{ id: written.id, isValid: true }])
  })
  it('nobody waits for a lock, and what waited is written once it is gone', async () => {
    const visitorId = newVisitorId()
    await record()
    const holder = new pg.Client({ connectionString: test.url })
    await holder.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE outbound_clicks IN ACCESS EXCLUSIVE MODE')
      // Its redirect went before the commit, so it carries no id.
      const answer = await record({ visitorId })
      await holder.query('COMMIT')
      await clicks.flush()
      expect([clickIdOf(answer), await stored(visitorId)]).toMatchObject(['', [{ isValid: true }]])
    } finally {
      await holder.end()
    }
  })
})
