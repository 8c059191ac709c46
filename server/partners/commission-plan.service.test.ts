import { describe, expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getActivePlan } from './commission-plan.service.ts'

const here = useTestDatabase()
const KEPT = /is never changed: add another version/

const newPlan = (given: object = {}) =>
  here.db.commissionPlan.create({
    data: {
      id: crypto.randomUUID(),
      name: `Plan ${crypto.randomUUID()}`,
      version: 1,
      basis: 'sales_value',
      currency: 'GBP',
      ...given,
    },
  })

test("new partners accept 'Standard': 10, 8, 6 and 5% of the month's sales in pounds", async () => {
  expect(await getActivePlan(here.db)).toMatchObject({
    name: 'Standard',
    version: 1,
    currency: 'GBP',
    terms: { clickDays: 30, lockDays: 30, codesEarn: false, dueDay: 15 },
    tiers: [
      { name: 'Starter', fromMinor: 0, upToMinor: 25_000_00, rateBps: 1000 },
      { name: 'Growth', fromMinor: 25_000_00, upToMinor: 75_000_00, rateBps: 800 },
      { name: 'Scale', fromMinor: 75_000_00, upToMinor: 125_000_00, rateBps: 600 },
      { name: 'Elite', fromMinor: 125_000_00, upToMinor: null, rateBps: 500 },
    ],
  })
})

test("the 'Performance' plan of the specification also exists, but is not active", async () => {
  expect(
    await here.db.commissionPlan.findFirst({
      where: { name: 'Performance' },
      include: { tiers: { orderBy: { fromValue: 'asc' } } },
    }),
  ).toMatchObject({
    basis: 'sales_count',
    isActive: false,
    tiers: [
      { fromValue: 0, upTo: 50, rateBps: 1000 },
      { fromValue: 50, upTo: 200, rateBps: 1500 },
      { fromValue: 200, upTo: 500, rateBps: 2000 },
      { fromValue: 500, upTo: null, rateBps: 2500 },
    ],
  })
})

describe('an accepted plan', () => {
  const agreed = async () => {
    const { id: partnerId } = await createPartner(here.db)
    const plan = await newPlan({ tiers: { create: { name: 'All', fromValue: 0, rateBps: 900 } } })
    const agreement = await here.db.partnerAgreement.create({
      data: { partnerId, planId: plan.id, termsVersion: '2026-11-21' },
    })
    return { plan, agreement, where: { id: plan.id } }
  }
  const attempts: Array<[string, (given: Awaited<ReturnType<typeof agreed>>) => Promise<unknown>]> = [
    ["a plan's name", ({ where }) => here.db.commissionPlan.update({ where, data: { name: 'Other' } })],
    ["a plan's version", ({ where }) => here.db.commissionPlan.update({ where, data: { version: 9 } })],
    ["a plan's basis", ({ where }) => here.db.commissionPlan.update({ where, data: { basis: 'sales_count' } })],
    ["a plan's currency", ({ where }) => here.db.commissionPlan.update({ where, data: { currency: 'USD' } })],
    ["a plan's id", ({ where }) => here.db.commissionPlan.update({ where, data: { id: crypto.randomUUID() } })],
    ['a plan, deleted', ({ where }) => here.db.commissionPlan.delete({ where })],
    [
      "a tier's rate",
      ({ plan }) => here.db.commissionTier.updateMany({ where: { planId: plan.id }, data: { rateBps: 1 } }),
    ],
    [
      "a tier's limit",
      ({ plan }) => here.db.commissionTier.updateMany({ where: { planId: plan.id }, data: { upTo: 1 } }),
    ],
    ['a tier, deleted', ({ plan }) => here.db.commissionTier.deleteMany({ where: { planId: plan.id } })],
    [
      'the terms of an agreement',
      ({ agreement }) =>
        here.db.partnerAgreement.update({ where: { id: agreement.id }, data: { termsVersion: '2027-01-01' } }),
    ],
    [
      'the time of an agreement',
      ({ agreement }) =>
        here.db.partnerAgreement.update({ where: { id: agreement.id }, data: { acceptedAt: new Date() } }),
    ],
    [
      'the plan of an agreement',
      async ({ agreement }) =>
        here.db.partnerAgreement.update({ where: { id: agreement.id }, data: { planId: (await newPlan()).id } }),
    ],
    [
      'the partner of an agreement',
      async ({ agreement }) =>
        here.db.partnerAgreement.update({
          where: { id: agreement.id },
          data: { partnerId: (await createPartner(here.db)).id },
        }),
    ],
  ]
  test.each(attempts)('cannot be changed: %s', async (_, change) => {
    await expect(agreed().then(change)).rejects.toThrow(KEPT)
  })
  test('cannot get more tiers, unlike a plan without partners', async () => {
    const tier = { name: 'More', fromValue: 1_000, rateBps: 1 }
    const { plan } = await agreed()
    await expect(here.db.commissionTier.create({ data: { ...tier, planId: plan.id } })).rejects.toThrow(
      /partners have accepted this plan/,
    )
    const free = await newPlan()
    await here.db.commissionTier.create({ data: { ...tier, planId: free.id } })
  })
  test('can be switched off', async () => {
    const { where } = await agreed()
    expect(await here.db.commissionPlan.update({ where, data: { isActive: false } })).toMatchObject({ isActive: false })
  })
})

describe('a plan', () => {
  test('for new partners is unique, even if several are activated at once', async () => {
    await here.db.commissionPlan.updateMany({ data: { isActive: false } })
    const plans = [await newPlan(), await newPlan(), await newPlan()]
    const switched = await Promise.allSettled(
      plans.map(({ id }) => here.db.commissionPlan.update({ where: { id }, data: { isActive: true } })),
    )
    expect(switched.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await here.db.commissionPlan.count({ where: { isActive: true } })).toBe(1)
  })
  test('for new partners is required, and cannot be based on the number of sales', async () => {
    await here.db.commissionPlan.updateMany({ data: { isActive: false } })
    await expect(getActivePlan(here.db)).rejects.toMatchObject({ code: 'unavailable' })
    await here.db.commissionPlan.updateMany({ where: { name: 'Performance' }, data: { isActive: true } })
    await expect(getActivePlan(here.db)).rejects.toMatchObject({ code: 'unavailable' })
    await here.db.commissionPlan.updateMany({ data: { isActive: false } })
    await here.db.commissionPlan.updateMany({ where: { name: 'Standard' }, data: { isActive: true } })
  })
  test.each([
    [{ fromValue: -1 }],
    [{ fromValue: 10, upTo: 10 }],
    [{ fromValue: 10, upTo: 9 }],
    [{ fromValue: 0, rateBps: -1 }],
    [{ fromValue: 0, rateBps: 10_001 }],
  ])('refuses the tier %j', async (tier) => {
    const { id: planId } = await newPlan()
    await expect(
      here.db.commissionTier.create({ data: { planId, name: 'Odd', rateBps: 100, ...tier } }),
    ).rejects.toThrow(/commission_tiers_bracket/)
  })
  test('has a unique name and version', async () => {
    const { name, version } = await newPlan()
    await expect(newPlan({ name, version })).rejects.toMatchObject({ code: 'P2002' })
    await newPlan({ name, version: version + 1 })
  })
})
