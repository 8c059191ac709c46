import { describe, expect, test } from 'vitest'
import { createAdminAsk, createOwedSale } from '#tests/setup/office.ts'
import { createSeller, PERFORMANCE, STANDARD } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { proposeInput } from '../adjustments/adjustments.schema.ts'
import { proposeAdjustment } from '../adjustments/propose-adjustment.service.ts'
import { listPlans, getPlanVersion } from './list-plans.service.ts'
import { draftInput } from './plans.schema.ts'
import { previewPlan } from './preview-plan.service.ts'
import { activatePlan, writePlan } from './write-plan.service.ts'

const database = useTestDatabase()
const raw = (given: object = {}) => ({
  name: 'Standard',
  basis: 'sales_value',
  currency: 'GBP',
  lockDays: '30',
  codesEarn: false,
  tiers: [
    { name: 'Low', upTo: '50', rate: '20' },
    { name: 'High', upTo: '', rate: '7.5' },
  ],
  ...given,
})

describe('a draft plan', () => {
  test('has half-open tiers without gaps, limits in minor units and rates in basis points', () => {
    expect(draftInput.parse(raw()).tiers).toEqual([
      { name: 'Low', fromValue: 0, upTo: 5_000, rateBps: 2_000 },
      { name: 'High', fromValue: 5_000, upTo: null, rateBps: 750 },
    ])
  })
  test.each([
    [{ tiers: [{ name: 'A', upTo: '5', rate: '10' }] }, 'tier0UpTo'],
    [
      {
        tiers: [
          { name: 'A', upTo: '', rate: '10' },
          { name: 'B', upTo: '', rate: '5' },
        ],
      },
      'tier0UpTo',
    ],
    [
      {
        tiers: [
          { name: 'A', upTo: '9', rate: '1' },
          { name: 'B', upTo: '9', rate: '1' },
          { name: 'C', upTo: '', rate: '1' },
        ],
      },
      'tier1UpTo',
    ],
    [{ tiers: [{ name: 'A', upTo: '', rate: '50.01' }] }, 'tier0Rate'],
    [
      {
        basis: 'sales_count',
        tiers: [
          { name: 'A', upTo: '1.5', rate: '1' },
          { name: 'B', upTo: '', rate: '1' },
        ],
      },
      'tier0UpTo',
    ],
    [{ lockDays: '13' }, 'lockDays'],
    [{ tiers: [] }, 'tiers'],
  ])('is refused: %j', (given, field) => {
    expect(draftInput.safeParse(raw(given)).error?.issues[0]?.path[0]).toBe(field)
  })
})

test('previews the commission of last month under both plans', async () => {
  const { partnerId } = await createOwedSale(database.db)
  const preview = await previewPlan(database.db, draftInput.parse(raw()), new Date('2026-11-24'))
  expect(preview.partners.find((each) => each.partnerId === partnerId)).toMatchObject({
    sales: 1,
    oldMinor: 1_000,
    newMinor: 1_000 + 375,
  })
  expect(preview.leftOut).toEqual({ inOtherCurrency: 0, isCut: false })
  const dollars = await previewPlan(database.db, draftInput.parse(raw({ currency: 'USD' })), new Date('2026-11-24'))
  expect(dollars.leftOut.inOtherCurrency).toBeGreaterThan(0)
})

test('offers a new version to new partners, and restores the previous one by activating it', async () => {
  const { db } = database
  const [one, two] = [await createAdminAsk(db), await createAdminAsk(db)]
  const { planId } = await writePlan(one, draftInput.parse(raw()))
  const standard = (await listPlans(db)).filter(({ name }) => name === 'Standard')
  expect(standard.map(({ version, isActive }) => [version, isActive])).toEqual([
    [1, true],
    [2, false],
  ])
  const both = await Promise.allSettled([one, two].map((ask) => activatePlan(ask, { planId, from: STANDARD })))
  expect(both).toMatchObject([
    { value: { isWaiting: expect.any(Boolean) } },
    { value: { isWaiting: expect.any(Boolean) } },
  ])
  expect(await db.approval.count({ where: { subjectId: planId, status: 'approved' } })).toBe(1)
  expect((await getPlanVersion(db, { planId })).active).toMatchObject({ id: planId, version: 2 })
  await expect(activatePlan(one, { planId: PERFORMANCE, from: planId })).rejects.toMatchObject({ code: 'conflict' })
  expect(await activatePlan(two, { planId: STANDARD, from: planId })).toEqual({ isWaiting: true })
  expect((await getPlanVersion(db, { planId })).plan.isActive).toBe(true)
  await activatePlan(one, { planId: STANDARD, from: planId })
  expect((await getPlanVersion(db, { planId })).plan.isActive).toBe(false)
})

test('an accepted version applies from its date, and adjustments use the former currency until then', async () => {
  const { db } = database
  const ask = await createAdminAsk(db)
  const { partner } = await createSeller(db)
  const { planId } = await writePlan(ask, draftInput.parse(raw({ name: 'Euro', currency: 'EUR' })))
  const inADay = new Date(Date.now() + 86_400_000)
  const accepted = { partnerId: partner.id, planId, termsVersion: '2026-11-21' }
  await db.partnerAgreement.create({ data: { ...accepted, fromAt: inADay } })
  const isOn = async (id: string) =>
    (await getPlanVersion(db, { planId: id })).members.some((member) => member.id === partner.id)
  expect([await isOn(STANDARD), await isOn(planId)]).toEqual([true, false])
  const currencyAt = async (now?: Date) => {
    const given = { partnerId: partner.id, kind: 'manual', amount: '5', reason: 'A printed card.' }
    const { id } = await proposeAdjustment(ask, proposeInput.parse(given), now)
    return (await db.adjustment.findUniqueOrThrow({ where: { id } })).currency
  }
  const { currency } = await db.commissionPlan.findUniqueOrThrow({ where: { id: STANDARD } })
  expect([await currencyAt(), await currencyAt(inADay)]).toEqual([currency, 'EUR'])
})
