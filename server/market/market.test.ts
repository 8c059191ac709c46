import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { RequestCounts } from '#server/platform/request-counts.ts'
import { rollUpSearches } from '#server/search/log/roll-up.ts'
import { createPartner, createProduct, createUser, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { countShopperWeeks } from './count-shopper-weeks.ts'
import { getMarketPeople } from './people.service.ts'
import { getMarketPerformance } from './performance.service.ts'
import { getMarketSearches } from './searches.service.ts'

const database = useTestDatabase()
/** A Tuesday. */
const NOW = new Date('2026-11-24T10:20:30Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

test('counts each returning shopper once per week', async () => {
  const { db } = database
  const product = await createProduct(db, { partnerId: (await createPartner(db)).id })
  const seen = (userId: string, days: number) => createView(db, product, { userId, viewedAt: daysAgo(days) })
  const [ann, bob, seller] = await Promise.all([
    createUser(db, { createdAt: daysAgo(15) }),
    createUser(db, { createdAt: daysAgo(15) }),
    createUser(db, { createdAt: daysAgo(15), role: 'partner' }),
  ])
  await Promise.all([seen(ann.id, 15), seen(ann.id, 14), seen(bob.id, 15), seen(ann.id, 3), seen(seller.id, 3)])
  await countShopperWeeks(db, NOW)
  await seen(bob.id, 0.1)
  await countShopperWeeks(db, NOW)
  const people = await getMarketPeople({ db }, { period: 'month' }, NOW)
  expect(people.newShoppers).toEqual({ now: 2, before: 0 })
  expect(people.activeShoppers).toEqual({ now: 1, before: 2 })
  expect(people.cohorts).toEqual([
    {
      joined: new Date('2026-11-09T00:00:00Z'),
      shoppers: 2,
      weeks: [
        { active: 2, percent: 100, isUnfinished: false },
        { active: 1, percent: 50, isUnfinished: false },
        { active: 1, percent: 50, isUnfinished: true },
      ],
    },
  ])
})

test('counts the waitlist and the invitations at each stage', async () => {
  const { db } = database
  const partner = await createPartner(db, { verificationStatus: 'approved' })
  await createProduct(db, { partnerId: partner.id })
  await db.waitlistEntry.createMany({
    data: [
      { email: 'one@mail.example', createdAt: daysAgo(2), confirmedAt: daysAgo(1) },
      { email: 'two@mail.example', createdAt: daysAgo(2) },
      { email: 'old@mail.example', createdAt: daysAgo(50), confirmedAt: daysAgo(50) },
    ],
  })
  const invited = (email: string, more: object) => ({
    email,
    businessName: 'B',
    contactPerson: 'C',
    tokenHash: Buffer.from(email),
    expiresAt: daysAgo(-9),
    sentAt: daysAgo(2),
    ...more,
  })
  await db.invitation.createMany({
    data: [
      invited('one@mail.example', { status: 'accepted', openedAt: daysAgo(1), partnerId: partner.id }),
      invited('three@mail.example', { status: 'opened', openedAt: daysAgo(1) }),
      invited('four@mail.example', {}),
    ],
  })
  const { waitlist, invitations } = await getMarketPeople({ db }, { period: 'week' }, NOW)
  expect(waitlist.map(({ count }) => count)).toEqual([2, 1, 1])
  expect(invitations.map(({ count }) => count)).toEqual([3, 2, 1, 1, 1, 0])
})

test('counts searches by number of results and by opened position', async () => {
  const { db } = database
  const search = (query: string, found: number, clickedPosition: number | null = null) => ({
    id: randomUUID(),
    searchedAt: daysAgo(0.1),
    query,
    mode: 'normal',
    found,
    clickedPosition,
  })
  await db.searchLog.createMany({
    data: [search('coat', 9, 1), search('coat', 9, 40), search('red hat', 5), search('zzz', 0)],
  })
  await rollUpSearches(db, NOW)
  let now = NOW.getTime() - 3_600_000
  const counts = new RequestCounts(db, () => now)
  counts.count('search', 'exact', 4)
  counts.count('search', 'relaxed', 4)
  counts.count('/product/*', '2xx', 90)
  now = NOW.getTime() - 120_000
  counts.count('/product/*', '5xx', 2_500)
  await counts.flush()
  expect(await getMarketSearches({ db }, { period: 'week' }, NOW)).toMatchObject({
    searches: { now: 4, before: 0 },
    foundNothing: { now: 25, before: null },
    clicked: { now: 50, before: null },
    relaxed: 50,
    p50: expect.closeTo(4, 1),
  })
  const { places } = await getMarketSearches({ db }, { period: 'week' }, NOW)
  expect(places.filter(({ percent }) => percent)).toEqual([
    { place: '1', percent: 33.33 },
    { place: '11+', percent: 33.33 },
  ])
  const { total, routes, minutes } = await getMarketPerformance({ db }, { period: 'day' }, NOW)
  expect(total).toMatchObject({ requests: 2, errors: 1, errorPercent: 50 })
  expect(routes).toMatchObject([{ route: '/product/*', requests: 2 }])
  expect(routes[0]!.p50).toBeGreaterThan(70)
  expect(routes[0]!.p50).toBeLessThanOrEqual(100)
  expect(minutes).toHaveLength(60)
  expect(minutes.filter(({ requests }) => requests > 0)).toMatchObject([
    { at: new Date('2026-11-24T10:18:00Z'), requests: 1, errors: 1 },
  ])
})
