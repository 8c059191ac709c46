import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClick, createView } from '#tests/factories.ts'
import { newId } from '#server/platform/ids.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { IpHasher, purgeIpHashes } from './ip-hash.ts'

const test = useTestDatabase()
const DAY = 86_400_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:59:59Z') }))
afterEach(() => void vi.useRealTimers())

describe('IpHasher', () => {
  it('gives an address the same hash all day long, in every process, and never the address', async () => {
    const [one, other] = [new IpHasher(test.db), new IpHasher(test.db)]
    const hashes = await Promise.all([one, other, one].map((hasher) => hasher.hash('203.0.113.7')))
    expect(new Set(hashes).size).toBe(1)
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(await one.hash('203.0.113.8')).not.toBe(hashes[0])
  })
  it('takes the addresses of a home with IPv6 for one', async () => {
    const hasher = new IpHasher(test.db)
    const hashOf = (address: string) => hasher.hash(address)
    expect(await hashOf('2001:db8:1:2::1')).toBe(await hashOf('2001:db8:1:ff:ffff::9'))
    expect(await hashOf('2001:db8:1:2::1')).not.toBe(await hashOf('2001:db8:1:102::1'))
    expect(await hashOf('::ffff:203.0.113.7')).toBe(await hashOf('203.0.113.7'))
  })
  it('tells two things that an address does apart', async () => {
    const hasher = new IpHasher(test.db)
    const hashes = await Promise.all(['', 'a', 'b', 'a'].map((about) => hasher.hash('203.0.113.7', about)))
    expect([new Set(hashes).size, hashes[1] === hashes[3]]).toEqual([3, true])
  })
  it('gives it another one the next day', async () => {
    const hasher = new IpHasher(test.db)
    const today = await hasher.hash('203.0.113.7')
    vi.setSystemTime(Date.now() + 2_000)
    expect(await hasher.hash('203.0.113.7')).not.toBe(today)
    expect(await test.db.ipSalt.count()).toBe(2)
  })
})

describe('purgeIpHashes', () => {
  it('forgets hashes and salts after 30 days and nothing else', async () => {
    const now = new Date()
    const partner = { id: newId(), partnerId: newId() }
    const [old, young] = await Promise.all([31, 29].map((days) => createClick(test.db, partner, { clickedAt: new Date(now.getTime() - days * DAY), ipHash: 'h' })))
    await test.db.ipSalt.create({ data: { day: new Date(now.getTime() - 32 * DAY), salt: Buffer.from('old') } })
    const salts = await test.db.ipSalt.count()
    expect(await purgeIpHashes(test.db, now)).toBe(1)
    expect(await test.db.outboundClick.findUnique({ where: { id: old!.id } })).toEqual({ ...old, ipHash: null })
    expect(await test.db.outboundClick.findUnique({ where: { id: young!.id } })).toEqual(young)
    expect(await test.db.ipSalt.count()).toBe(salts - 1)
    expect(await purgeIpHashes(test.db, now)).toBe(0)
  })
  it('forgets those of looks after a day', async () => {
    const now = new Date()
    const product = { id: newId(), partnerId: newId() }
    const [old, young] = await Promise.all([25, 23].map((hours) => createView(test.db, product, { viewedAt: new Date(now.getTime() - hours * 3600_000), ipHash: 'h' })))
    expect(await purgeIpHashes(test.db, now)).toBe(1)
    expect(await test.db.productView.findMany({ where: { productId: product.id }, orderBy: { viewedAt: 'asc' } })).toEqual([{ ...old, ipHash: null }, young])
  })
})
