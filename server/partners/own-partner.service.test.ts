import { describe, expect, test } from 'vitest'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { PARTNER_STATUSES } from './partner-status.schema.ts'
import { getOwnPartner } from './own-partner.service.ts'

const here = useTestDatabase()
const owner = async (given: Parameters<typeof createPartner>[1] = {}) => {
  const user = await createUser(here.db, { role: 'partner' })
  const partner = await createPartner(here.db, { ownerId: user.id, ...given })
  const { viewer } = await signedIn(here.db, user.id)
  return { user, partner, viewer }
}
const read = (viewer: Awaited<ReturnType<typeof owner>>['viewer']) => getOwnPartner({ db: here.db, viewer })

describe("a partner's own status", () => {
  test.each(PARTNER_STATUSES)('shows a %s partner its status and the reason', async (verificationStatus) => {
    const { partner, viewer } = await owner({ verificationStatus, statusReason: 'Because' })
    await createProduct(here.db, { partnerId: partner.id })
    await createProduct(here.db, { partnerId: partner.id, status: 'draft' })
    await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
    expect(viewer.partner).toEqual({ id: partner.id, status: verificationStatus, role: 'owner' })
    expect(await read(viewer)).toMatchObject({
      id: partner.id,
      businessName: partner.businessName,
      verificationStatus,
      statusReason: 'Because',
      products: 2,
    })
  })
  test('is denied to users who are not partners or have lost their business', async () => {
    const { user, partner, viewer } = await owner()
    await here.db.partner.update({ where: { id: partner.id }, data: { ownerId: null } })
    // The session's data, and the data of the next request.
    for (const asks of [viewer, (await signedIn(here.db, user.id)).viewer])
      await expect(read(asks)).rejects.toMatchObject({ code: 'forbidden', message: 'partners record not found' })
    for (const role of ['customer', 'admin'] as const) {
      const { viewer: other } = await signedIn(here.db, (await createUser(here.db, { role })).id)
      await expect(read(other)).rejects.toMatchObject({ code: 'forbidden', message: 'Only partners can do this.' })
    }
  })
  test('is hidden from other partners, even with a forged partner ID in the session', async () => {
    const [mine, other] = [await owner(), await owner()]
    await expect(read({ ...mine.viewer, partner: other.viewer.partner })).rejects.toMatchObject({ code: 'forbidden' })
  })
  test('includes the last accepted plan, whichever plan new partners accept now', async () => {
    const [old, since] = [await owner(), await owner()]
    const standard = await here.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
    const accept = (partnerId: string, planId: string, acceptedAt: string) =>
      here.db.partnerAgreement.create({ data: { partnerId, planId, termsVersion: '2026-11-21', acceptedAt } })
    await accept(old.partner.id, standard.id, '2026-11-21T12:00:00Z')
    expect(await read(since.viewer)).toMatchObject({ agreement: null, plan: { id: standard.id } })
    const next = await here.db.commissionPlan.create({
      data: {
        id: crypto.randomUUID(),
        name: 'Standard',
        version: 2,
        basis: 'sales_value',
        currency: 'GBP',
        tiers: { create: { name: 'All', fromValue: 0, rateBps: 700 } },
      },
    })
    await here.db.commissionPlan.update({ where: { id: standard.id }, data: { isActive: false } })
    // No plan is active, but accepted ones are still in force.
    expect(await read(old.viewer)).toMatchObject({
      agreement: { planId: standard.id, termsVersion: '2026-11-21', plan: { name: 'Standard', version: 1 } },
      plan: { id: standard.id, version: 1, tiers: [{ name: 'Starter' }, {}, {}, { name: 'Elite', upToMinor: null }] },
    })
    await here.db.commissionPlan.update({ where: { id: next.id }, data: { isActive: true } })
    expect(await read(since.viewer)).toMatchObject({ agreement: null, plan: { id: next.id } })
    expect(await read(old.viewer)).toMatchObject({ plan: { id: standard.id } })
    await accept(old.partner.id, next.id, '2026-11-22T12:00:00Z')
    expect(await read(old.viewer)).toMatchObject({ agreement: { planId: next.id }, plan: { id: next.id } })
  })
})
