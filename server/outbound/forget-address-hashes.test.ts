import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createClick, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { forgetAddressHashes } from './forget-address-hashes.ts'

const database = useTestDatabase()
const DAY = 86_400_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:59:59Z') }))
afterEach(() => void vi.useRealTimers())

describe('forgetAddressHashes', () => {
  test('deletes the hashes of clicks and their salts after 30 days, and nothing else', async () => {
    const now = new Date()
    const partner = { id: newId(), partnerId: newId() }
    const [old, young] = await Promise.all(
      [31, 29].map((days) =>
        createClick(database.db, partner, { clickedAt: new Date(now.getTime() - days * DAY), ipHash: 'h' }),
      ),
    )
    await database.db.ipSalt.create({ data: { day: new Date(now.getTime() - 32 * DAY), salt: Buffer.from('old') } })
    const salts = await database.db.ipSalt.count()
    expect(await forgetAddressHashes(database.db, now)).toBe(1)
    expect(await database.db.outboundClick.findUnique({ where: { id: old!.id } })).toEqual({ ...old, ipHash: null })
    expect(await database.db.outboundClick.findUnique({ where: { id: young!.id } })).toEqual(young)
    expect(await database.db.ipSalt.count()).toBe(salts - 1)
    expect(await forgetAddressHashes(database.db, now)).toBe(0)
  })
  test('deletes the hashes of product views after a day', async () => {
    const now = new Date()
    const product = { id: newId(), partnerId: newId() }
    const [old, young] = await Promise.all(
      [25, 23].map((hours) =>
        createView(database.db, product, { viewedAt: new Date(now.getTime() - hours * 3600_000), ipHash: 'h' }),
      ),
    )
    expect(await forgetAddressHashes(database.db, now)).toBe(1)
    expect(
      await database.db.productView.findMany({ where: { productId: product.id }, orderBy: { viewedAt: 'asc' } }),
    ).toEqual([{ ...old, ipHash: null }, young])
  })
})
