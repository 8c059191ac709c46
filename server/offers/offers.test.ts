import { beforeEach, describe, expect, test } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { createPartner, createProduct, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { judgeMatch } from './judge-match.service.ts'
import { findOtherStores, listOffers } from './list-offers.service.ts'
import { matchProducts } from './match-products.ts'
import { listReportedMatches } from './match-queue.service.ts'
import { judgeMatchInput, matchQueueQuery, reportMatchInput } from './offers.schema.ts'
import { getMatch, reportMatch } from './report-match.service.ts'

const here = useTestDatabase()
const GTIN = '5012345000015'
let one: { id: string; partnerId: string }
let other: { id: string; partnerId: string }
let home = ''
let homes = 0

const sell = async (given: object = {}, ofPartner: object = {}) => {
  const partner = await createPartner(here.db, ofPartner)
  return createProduct(here.db, {
    partnerId: partner.id,
    brandName: 'Tarnwick',
    name: 'Alder coat',
    variants: [{ gtin: GTIN }],
    ...given,
  })
}
const rematch = () => matchProducts(here.db, [one.id, other.id], new Date())
beforeEach(async () => {
  await here.db.product.deleteMany()
  home = `198.51.100.${++homes}`
  one = await sell()
  other = await sell({ variants: [{ gtin: GTIN, priceMinor: 4_000 }] })
  await rematch()
})

const report = (viewer: Viewer | null = null, words = '', address = home) =>
  reportMatch(
    { db: here.db, visit: createVisit({ address }), viewer },
    reportMatchInput.parse({ productId: one.id, otherId: other.id, words }),
  )
const queue = (state = 'waiting') => listReportedMatches(here.db, matchQueueQuery.parse({ state }))
const judge = async (to: 'kept' | 'separated' | 'joined', seenTo = new Date().toISOString()) =>
  judgeMatch(
    { db: here.db, visit: createVisit(), viewer: await createViewer(here.db, { role: 'admin' }) },
    judgeMatchInput.parse({ to, productId: other.id, otherId: one.id, seenTo }),
  )

describe('offers', () => {
  test('are sorted by price at today’s rates, then by store name, each with its kind of match', async () => {
    const pounds = await sell({ currency: 'GBP', priceBaseMinor: 4_500 }, { businessName: 'A' })
    const same = await sell({ variants: [{ gtin: GTIN, priceMinor: 4_000 }] }, { businessName: 'AA first' })
    await matchProducts(here.db, [pounds.id, same.id], new Date())
    const { offers } = await listOffers(here.db, one.id)
    expect(offers.map(({ productId }) => productId)).toEqual([same.id, other.id, pounds.id, one.id])
    expect(offers.map(({ match }) => match && match.way)).toEqual(['gtin', 'gtin', 'gtin', null])
    expect(await findOtherStores(here.db, one.id)).toMatchObject({
      stores: 3,
      isSure: true,
      fromMinor: 4_000,
      currency: 'USD',
    })
  })

  test("show the store's sizes, delivery and returns, and nothing if the store gives none", async () => {
    await here.db.partner.update({ where: { id: other.partnerId }, data: { shippingPolicy: 'Two days.' } })
    const more = await sell({
      variants: [
        { gtin: GTIN, size: 'S', stock: 0 },
        { size: 'M', stock: 2 },
        { size: 'L', stock: 1 },
      ],
    })
    await matchProducts(here.db, [more.id], new Date())
    const { offers } = await listOffers(here.db, one.id)
    const of = (id: string) => offers.find(({ productId }) => productId === id)
    expect(of(other.id)?.partner).toMatchObject({ shippingPolicy: 'Two days.', returnsPolicy: '' })
    expect(of(more.id)?.sizes).toEqual(['M', 'L'])
  })

  test.each([
    ['a draft', { status: 'draft' as const }, {}],
    ['archived', { status: 'archived' as const }, {}],
    ['deleted', { status: 'archived' as const, deletedAt: new Date() }, {}],
    ['taken down', { takenDownAt: new Date() }, {}],
    ['of a pending partner', {}, { verificationStatus: 'pending' as const }],
    ['of a suspended partner', {}, { verificationStatus: 'suspended' as const }],
    ['of a paused partner', {}, { isPaused: true }],
  ])('disappear everywhere from the next request on if they are %s', async (_, product, partner) => {
    await here.db.product.update({ where: { id: other.id }, data: product })
    await here.db.partner.update({ where: { id: other.partnerId }, data: partner })
    expect(await findOtherStores(here.db, one.id)).toBeNull()
    await expect(listOffers(here.db, one.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(listOffers(here.db, other.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(getMatch(here.db, { productId: one.id, otherId: other.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('are empty for an invalid product ID', async () => {
    expect(await findOtherStores(here.db, 'junk')).toBeNull()
    await expect(listOffers(here.db, 'junk')).rejects.toMatchObject({ code: 'not_found' })
    await expect(getMatch(here.db, { productId: 'junk', otherId: one.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a wrong match', () => {
  test('can be reported once per person, and a second report replaces the first', async () => {
    const user = await createViewer(here.db)
    await report(null, 'Another colour.')
    await report(null, 'Another cut.')
    await report(user)
    const { matches, counts } = await queue()
    expect(counts).toEqual({ waiting: 1, separated: 0 })
    expect(matches[0]?.reports.map(({ words, isSignedIn }) => [words, isSignedIn])).toEqual([
      ['Another cut.', false],
      ['', true],
    ])
    expect(matches[0]?.match).toMatchObject({ way: 'gtin' })
  })

  test('cannot be reported for products that are not matched', async () => {
    const stranger = await sell({ variants: [{}] })
    await expect(
      reportMatch(
        { db: here.db, visit: createVisit({ address: home }), viewer: null },
        { productId: one.id, otherId: stranger.id, words: '' },
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('stays split in later runs until an administrator joins it again', async () => {
    await report()
    await judge('separated')
    expect(await findOtherStores(here.db, one.id)).toBeNull()
    await expect(listOffers(here.db, other.id)).rejects.toMatchObject({ code: 'not_found' })
    await here.db.itemMatch.deleteMany()
    await rematch()
    expect(await here.db.itemMatch.count()).toBe(1)
    expect(await findOtherStores(here.db, one.id)).toBeNull()
    await expect(report()).rejects.toMatchObject({ code: 'not_found' })
    expect((await queue('separated')).matches).toMatchObject([{ separatedAt: expect.any(Date) as Date }])
    await judge('joined')
    expect(await findOtherStores(here.db, one.id)).toMatchObject({ stores: 1 })
    expect(
      await here.db.auditEntry.findMany({
        where: { subjectId: { in: [one.id, other.id] } },
        select: { action: true },
        orderBy: { id: 'asc' },
      }),
    ).toEqual([{ action: 'match_separated' }, { action: 'match_joined' }])
  })

  test("can be confirmed as correct, which deletes the reporters' hashes and keeps later reports in the queue", async () => {
    await report()
    await here.db.matchReport.updateMany({ data: { raisedAt: new Date('2026-01-01') } })
    await report(await createViewer(here.db))
    await judge('kept', '2026-01-02T00:00:00.000Z')
    expect(await findOtherStores(here.db, one.id)).toMatchObject({ stores: 1 })
    expect((await queue()).matches[0]?.reports).toHaveLength(1)
    expect(await here.db.matchReport.findFirst({ where: { outcome: 'kept' } })).toMatchObject({ reporterHash: null })
    await judge('kept')
    await expect(judge('kept')).rejects.toMatchObject({ code: 'conflict' })
    await expect(judge('joined')).rejects.toMatchObject({ code: 'conflict' })
  })

  test('stays in the queue even if it is no longer found, because the store could restore it', async () => {
    await report()
    await here.db.productVariant.updateMany({ where: { productId: other.id }, data: { gtin: null } })
    await rematch()
    expect((await queue()).matches).toMatchObject([{ match: null, reports: [{}] }])
    await judge('separated')
    expect(await here.db.matchReport.findFirst()).toMatchObject({ outcome: 'separated', reporterHash: null })
  })

  test('can be reported ten times an hour by one visitor', async () => {
    for (let times = 0; times < 10; times++) await report()
    await expect(report()).rejects.toMatchObject({ code: 'too_many' })
  })
})
