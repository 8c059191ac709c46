import { beforeEach, describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { actionsOf, kindsTo, lastMail, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { agreementAhead, agreementInForce } from './plan-in-force.ts'
import { answerOffer, listPlanOffers, offerPlan, findOpenOffer, withdrawOffer } from './plan-offers.service.ts'
import { TERMS_VERSION } from './terms.values.ts'

const here = useTestDatabase()
let standard: string
let better: string
beforeEach(async () => {
  standard = (await here.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })).id
  const { id } = await here.db.commissionPlan.create({
    data: {
      id: crypto.randomUUID(),
      name: `Better ${crypto.randomUUID()}`,
      version: 1,
      basis: 'sales_value',
      currency: 'USD',
      tiers: { create: { name: 'All', fromValue: 0, rateBps: 500 } },
    },
  })
  better = id
})

const admin = async () => ({
  db: here.db,
  ...(await signedIn(here.db, (await createUser(here.db, { role: 'admin' })).id)),
})
async function owner() {
  const user = await createUser(here.db, { role: 'partner' })
  const partner = await createPartner(here.db, { ownerId: user.id })
  await here.db.partnerAgreement.create({
    data: { partnerId: partner.id, planId: standard, termsVersion: TERMS_VERSION, acceptedAt: new Date('2026-01-01') },
  })
  return { db: here.db, user, partner, ...(await signedIn(here.db, user.id)) }
}
const nextMonth = () => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
const accept = { answer: 'accept', termsVersion: TERMS_VERSION, agreedToTerms: true } as const
const openOffer = async (partnerId: string) => (await findOpenOffer(here.db, partnerId))!.id
const planAt = async (partnerId: string, at: Date) => (await agreementInForce(here.db, partnerId, at))?.planId

test('an accepted offer applies from its date, and the previous plan until then', async () => {
  const [mine, ask] = [await owner(), await admin()]
  const { id: partnerId } = mine.partner
  const from = nextMonth()
  const offer = { partnerId, planId: better, from: from.toISOString().slice(0, 7) }
  expect(await offerPlan(ask, offer)).toEqual({ isWaiting: true })
  expect(await findOpenOffer(here.db, partnerId)).toBeNull()
  await offerPlan(await admin(), offer)
  expect((await lastMail(here.db, mine.user.email, 'plan_offered')).text).toContain('5%')
  expect(await planAt(partnerId, from)).toBe(standard)
  const offerId = await openOffer(partnerId)
  expect(await answerOffer(mine, { ...accept, offerId })).toEqual({ holdsFrom: from })
  expect(await planAt(partnerId, new Date())).toBe(standard)
  expect(await planAt(partnerId, new Date(from.getTime() - 1))).toBe(standard)
  expect(await planAt(partnerId, from)).toBe(better)
  expect(await agreementAhead(here.db, partnerId, new Date())).toMatchObject({ planId: better, holdsFrom: from })
  expect(await kindsTo(here.db, mine.user.email)).toEqual(['plan_offered', 'plan_offer_accepted'])
  expect(await actionsOf(here.db, partnerId)).toEqual([
    'approval_asked',
    'approval_given',
    'partner_plan_offered',
    'plan_accepted',
  ])
  await expect(answerOffer(mine, { ...accept, offerId })).rejects.toMatchObject({ code: 'conflict' })
})

test('an offer with a past date applies from its acceptance, not earlier', async () => {
  const mine = await owner()
  const { id: partnerId } = mine.partner
  const fromAt = new Date(Date.now() - 40 * 86_400_000)
  const { id: offerId } = await here.db.planOffer.create({ data: { partnerId, planId: better, fromAt } })
  const before = new Date(Date.now() - 1)
  await answerOffer(mine, { ...accept, offerId })
  expect([await planAt(partnerId, fromAt), await planAt(partnerId, before)]).toEqual([standard, standard])
  expect(await planAt(partnerId, new Date())).toBe(better)
})

describe('an offer', () => {
  test('is unique while open, can be withdrawn or declined, and then changes nothing', async () => {
    const [mine, ask] = [await owner(), await admin()]
    const { id: partnerId } = mine.partner
    const offer = { partnerId, planId: better, from: 'now' as const }
    const both = await Promise.allSettled([offerPlan(ask, offer), offerPlan(await admin(), offer)])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const offerId = await openOffer(partnerId)
    await withdrawOffer(ask, { partnerId, offerId })
    await expect(answerOffer(mine, { ...accept, offerId })).rejects.toMatchObject({ code: 'conflict' })
    await offerPlan(ask, offer)
    await offerPlan(await admin(), offer)
    const second = await openOffer(partnerId)
    await expect(answerOffer(mine, { ...accept, offerId: second, termsVersion: '2020-01-01' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await answerOffer(mine, { answer: 'decline', offerId: second })
    await expect(withdrawOffer(ask, { partnerId, offerId: second })).rejects.toMatchObject({ code: 'conflict' })
    expect(await planAt(partnerId, new Date())).toBe(standard)
    expect((await listPlanOffers(here.db, partnerId)).offers).toHaveLength(2)
    expect(await kindsTo(here.db, mine.user.email)).toEqual([
      'plan_offered',
      'plan_offer_withdrawn',
      'plan_offered',
      'plan_offer_declined',
    ])
  })
  test('is refused for the current plan, a past month or an ownerless store, and other stores cannot accept it', async () => {
    const [mine, other, ask] = [await owner(), await owner(), await admin()]
    const { id: partnerId } = mine.partner
    const offered = (given: object) => offerPlan(ask, { partnerId, planId: better, from: 'now', ...given })
    await expect(offered({ planId: standard })).rejects.toMatchObject({ code: 'conflict' })
    await expect(offered({ from: '2020-01' })).rejects.toMatchObject({ code: 'bad_input', field: 'from' })
    const { id: nobodys } = await createPartner(here.db)
    await expect(offered({ partnerId: nobodys })).rejects.toMatchObject({ code: 'conflict' })
    await offered({})
    await offerPlan(await admin(), { partnerId, planId: better, from: 'now' })
    const offerId = await openOffer(partnerId)
    await expect(answerOffer(other, { ...accept, offerId })).rejects.toMatchObject({ code: 'not_found' })
  })
})
