import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { recordOrder } from '#server/sales/record-order.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { askMagic, askReset, createAccount, newPassword } from '#tests/setup/auth.ts'
import { signal, storeOrder } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { configureAuth, USUAL_LIMITS } from './auth-config.ts'
import { redeemMagicLink } from './magic-link.service.ts'
import { resetPassword } from './password.service.ts'
import { findViewer } from './session.service.ts'

const database = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))

describe('an account with an unverified address', () => {
  const asPartner = async (status: 'pending' | 'approved') => {
    const user = await createAccount(database.db, { emailVerifiedAt: null, role: 'partner' })
    const partner = await createPartner(database.db, { ownerId: user.id, verificationStatus: status })
    return { user, partner }
  }
  test("becomes a customer account once its owner verifies the address, without a stranger's partner sign-up", async () => {
    const [reset, magic] = [await asPartner('pending'), await asPartner('pending')]
    await resetPassword(
      { db: database.db, visit: createVisit() },
      newPassword(await askReset(database.db, reset.user.email)),
    )
    const { visit, token } = await askMagic(database.db, magic.user.email)
    await redeemMagicLink({ db: database.db, visit }, { token })
    expect(await findViewer({ db: database.db, visit })).toMatchObject({ role: 'customer', partner: null })
    for (const { user, partner } of [reset, magic]) {
      expect(await database.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'customer' })
      expect(await database.db.partner.findUnique({ where: { id: partner.id } })).toBeNull()
    }
  })
  test('keeps a partner that has agreements or an invitation', async () => {
    const [agreed, invited] = [await asPartner('pending'), await asPartner('pending')]
    const { id: planId } = await database.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
    await database.db.partnerAgreement.create({
      data: { partnerId: agreed.partner.id, planId, termsVersion: '2026-11-21', acceptedById: agreed.user.id },
    })
    await database.db.invitation.create({
      data: {
        email: 'invited@brand.test',
        businessName: 'Invited',
        contactPerson: 'Ann',
        status: 'accepted',
        tokenHash: Buffer.from('token'),
        expiresAt: new Date(),
        partnerId: invited.partner.id,
      },
    })
    for (const { user, partner } of [agreed, invited]) {
      await resetPassword(
        { db: database.db, visit: createVisit() },
        newPassword(await askReset(database.db, user.email)),
      )
      expect(await database.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'customer' })
      expect(await database.db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({ ownerId: null })
    }
    expect(await database.db.partnerAgreement.count({ where: { partnerId: agreed.partner.id } })).toBe(1)
    expect(await database.db.invitation.count({ where: { partnerId: invited.partner.id } })).toBe(1)
  })
  test('keeps a partner that has sales, invoices, order files or a connected store', async () => {
    const { db } = database
    const now = new Date()
    const month = { month: now, issuedAt: now, dueOn: now, currency: 'USD' }
    const give: Array<(partnerId: string) => Promise<unknown>> = [
      (partnerId) => recordOrder(db, partnerId, storeOrder({ signals: [signal({ level: 'U' })] }), now),
      (partnerId) =>
        db.invoice.create({
          data: {
            partnerId,
            ...month,
            kind: 'credit_note',
            number: 'T-1',
            status: 'open',
            billedTo: {},
            totalMinor: -100,
            payableMinor: 0,
          },
        }),
      (partnerId) => db.conversionFile.create({ data: { partnerId, fileName: 'orders.csv', orders: [] } }),
      (partnerId) => createConnection(db, partnerId),
    ]
    for (const [index, giveOne] of give.entries()) {
      const { user, partner } = await asPartner('pending')
      await giveOne(partner.id)
      await resetPassword({ db, visit: createVisit() }, newPassword(await askReset(db, user.email)))
      expect([index, await db.partner.findUnique({ where: { id: partner.id } })]).toMatchObject([
        index,
        { ownerId: null, verificationStatus: 'pending' },
      ])
      expect(await db.user.findUnique({ where: { id: user.id } })).toMatchObject({ role: 'customer' })
    }
  })
  test('detaches a pending partner with other data and revokes its keys, but keeps an approved partner', async () => {
    const [busy, approved] = [await asPartner('pending'), await asPartner('approved')]
    const product = await createProduct(database.db, { partnerId: busy.partner.id })
    const key = { kind: 'bearer', name: 'Server', hint: 'wtf_abcd' } as const
    for (const { partner } of [busy, approved])
      await database.db.storeKey.create({ data: { ...key, partnerId: partner.id } })
    const keysOf = (partnerId: string) => database.db.storeKey.count({ where: { partnerId, revokedAt: null } })
    for (const { user } of [busy, approved])
      await resetPassword(
        { db: database.db, visit: createVisit() },
        newPassword(await askReset(database.db, user.email)),
      )
    expect(await database.db.partner.findUnique({ where: { id: busy.partner.id } })).toMatchObject({
      ownerId: null,
      verificationStatus: 'pending',
    })
    expect(await database.db.product.count({ where: { id: product.id } })).toBe(1)
    expect([await keysOf(busy.partner.id), await keysOf(approved.partner.id)]).toEqual([0, 1])
    expect(await database.db.user.findUnique({ where: { id: busy.user.id } })).toMatchObject({ role: 'customer' })
    expect(await database.db.user.findUnique({ where: { id: approved.user.id } })).toMatchObject({ role: 'partner' })
    expect(await database.db.partner.findUnique({ where: { id: approved.partner.id } })).toMatchObject({
      ownerId: approved.user.id,
    })
  })
})
