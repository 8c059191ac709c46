import { beforeAll, describe, expect, test } from 'vitest'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { addDiscountCode, listCodes, retireCode } from '#server/sales/discount-codes/discount-codes.service.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { signedText } from './postback.schema.ts'
import { createKey, findBearer, listKeys, revokeKey } from './store-keys.service.ts'

const database = useTestDatabase()
beforeAll(() => configureSecrets([Buffer.alloc(32, 7)]))
const owner = async () => ({ ...(await createPartnerAsk(database.db)), visit: createVisit() })

describe('partner API keys', () => {
  test('are limited to ten for a store, without counting revoked ones', async () => {
    const ask = await owner()
    const made = []
    for (let index = 0; index < 10; index++) made.push(await createKey(ask, { name: `Key ${index}`, kind: 'bearer' }))
    await expect(createKey(ask, { name: 'One more', kind: 'postback' })).rejects.toThrow(/up to 10/)
    await revokeKey(ask, { keyId: made[0]?.keyId ?? '' })
    await createKey(ask, { name: 'One more', kind: 'postback' })
    const keys = await listKeys(ask)
    expect(keys).toHaveLength(11)
    expect(keys.at(-1)).toMatchObject({ name: 'Key 0', revokedAt: expect.any(Date) as Date })
  })

  test('cannot be recovered from the list or the audit log', async () => {
    const ask = await owner()
    const { secret } = await createKey(ask, { name: 'Server', kind: 'bearer' })
    const audit = await database.db.auditEntry.findMany({ where: { subjectId: ask.partner.id } })
    expect(audit.map(({ action }) => action)).toEqual(['store_key_created'])
    expect(JSON.stringify([await listKeys(ask), audit])).not.toContain(secret.slice(9))
    expect(await findBearer(database.db, secret, new Date())).toMatchObject({ partnerId: ask.partner.id })
  })

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'a %s store gets no new key, and its existing keys do not work',
    async (verificationStatus) => {
      const ask = await owner()
      const { secret } = await createKey(ask, { name: 'Server', kind: 'bearer' })
      const where = { id: ask.partner.id }
      await database.db.partner.update({ where, data: { verificationStatus } })
      await expect(createKey(ask, { name: 'Another', kind: 'postback' })).rejects.toMatchObject({ code: 'forbidden' })
      expect(await findBearer(database.db, secret, new Date())).toBeNull()
      await database.db.partner.update({ where, data: { verificationStatus: 'approved' } })
      expect(await findBearer(database.db, secret, new Date())).toMatchObject({ partnerId: ask.partner.id })
    },
  )

  test("another partner's key cannot be revoked", async () => {
    const { keyId } = await createKey(await owner(), { name: 'Server', kind: 'bearer' })
    await expect(revokeKey(await owner(), { keyId })).rejects.toThrow(/Key not found/)
  })
})

test('the signed text has its fields sorted by name, without the signature', () =>
  expect(signedText({ ts: '1', sig: 'no', amount: '49.90', order_id: '#1001' })).toBe(
    'amount=49.90&order_id=#1001&ts=1',
  ))

describe('discount codes', () => {
  test('can be added, retired and restored, and show whether the plan pays for them', async () => {
    const ask = await owner()
    expect(await listCodes(ask)).toEqual({ codes: [], codesEarn: null })
    await database.db.partnerAgreement.create({
      data: { partnerId: ask.partner.id, planId: STANDARD, termsVersion: '2026-11-21' },
    })
    await addDiscountCode(ask, { code: 'wtf10' })
    await expect(addDiscountCode(ask, { code: 'wtf10' })).rejects.toThrow(/already/)
    await retireCode(ask, { code: 'wtf10' })
    await expect(retireCode(ask, { code: 'wtf10' })).rejects.toThrow(/Code not found/)
    await addDiscountCode(ask, { code: 'wtf10' })
    expect(await listCodes(ask)).toMatchObject({ codes: [{ code: 'wtf10', retiredAt: null }], codesEarn: false })
  })
})
