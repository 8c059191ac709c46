import { beforeEach, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { actionsOf, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { acceptPlan } from './accept-plan.service.ts'
import { TERMS_VERSION } from './terms.values.ts'

const here = useTestDatabase()
let planId: string
beforeEach(async () => {
  ;({ id: planId } = await here.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } }))
})

const owner = async () => {
  const { id: userId } = await createUser(here.db, { role: 'partner' })
  const partner = await createPartner(here.db, { ownerId: userId })
  return { db: here.db, partner, ...(await signedIn(here.db, userId)) }
}
const agreementsOf = (partnerId: string) =>
  here.db.partnerAgreement.findMany({
    where: { partnerId },
    orderBy: { acceptedAt: 'asc' },
    select: { planId: true, termsVersion: true, acceptedById: true },
  })

test('records once who accepted which plan and terms', async () => {
  const ask = await owner()
  const accept = () => acceptPlan(ask, { planId, termsVersion: TERMS_VERSION })
  await Promise.all([accept(), accept()])
  await accept()
  expect(await agreementsOf(ask.partner.id)).toEqual([
    { planId, termsVersion: TERMS_VERSION, acceptedById: ask.viewer.userId },
  ])
  expect(await actionsOf(here.db, ask.partner.id)).toEqual(['plan_accepted'])
})

test('refuses a plan or terms that have changed', async () => {
  const ask = await owner()
  for (const input of [
    { planId: crypto.randomUUID(), termsVersion: TERMS_VERSION },
    { planId, termsVersion: '2020-01-01' },
  ])
    await expect(acceptPlan(ask, input)).rejects.toMatchObject({ code: 'conflict' })
  expect(await agreementsOf(ask.partner.id)).toEqual([])
  expect(await actionsOf(here.db, ask.partner.id)).toEqual([])
})

test('accepts the current terms after older ones', async () => {
  const ask = await owner()
  await here.db.partnerAgreement.create({
    data: { partnerId: ask.partner.id, planId, termsVersion: '2020-01-01', acceptedAt: new Date('2020-01-01') },
  })
  await acceptPlan(ask, { planId, termsVersion: TERMS_VERSION })
  expect(await agreementsOf(ask.partner.id)).toMatchObject([
    { termsVersion: '2020-01-01' },
    { termsVersion: TERMS_VERSION },
  ])
})
