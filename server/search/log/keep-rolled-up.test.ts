import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { keepRolledUp } from './keep-rolled-up.ts'

const test = useTestDatabase()
afterEach(() => void vi.useRealTimers())

const search = () => test.db.searchLog.create({ data: { id: randomUUID(), searchedAt: new Date(), query: 'linen dress', mode: 'normal', found: 1 } })
const counted = async () => (await test.db.searchDay.aggregate({ _sum: { searches: true } }))._sum.searches

describe('keepRolledUp', () => {
  it('rolls up at once and every hour, until it is stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await search()
    const product = await createProduct(test.db, { partnerId: (await createPartner(test.db)).id })
    await createView(test.db, product)
    const rollingUp = keepRolledUp(test.db)
    await vi.waitFor(async () => expect([await counted(), (await test.db.product.findUniqueOrThrow({ where: { id: product.id } })).popularity]).toEqual([1, 20]), { timeout: 10_000 })
    await search()
    vi.advanceTimersByTime(3600_000)
    await vi.waitFor(async () => expect(await counted()).toBe(2), { timeout: 10_000 })
    await rollingUp.stop()
    await search()
    vi.advanceTimersByTime(3 * 3600_000)
    expect([await counted(), vi.getTimerCount()]).toEqual([2, 0])
  })
  it('stops in the middle', async () => {
    await test.db.searchDay.deleteMany()
    await keepRolledUp(test.db).stop()
    expect(await counted()).toBeNull()
  })
})
