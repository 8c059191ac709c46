import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { AddressHasher } from './address-hash.ts'

const database = useTestDatabase()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:59:59Z') }))
afterEach(() => void vi.useRealTimers())

describe('AddressHasher', () => {
  test('gives an address the same hash all day, in every process, and never reveals the address', async () => {
    const [one, other] = [new AddressHasher(database.db), new AddressHasher(database.db)]
    const hashes = await Promise.all([one, other, one].map((hasher) => hasher.hash('203.0.113.7')))
    expect(new Set(hashes).size).toBe(1)
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(await one.hash('203.0.113.8')).not.toBe(hashes[0])
  })
  test("gives all addresses of a home's IPv6 network the same hash", async () => {
    const hasher = new AddressHasher(database.db)
    const hashOf = (address: string) => hasher.hash(address)
    expect(await hashOf('2001:db8:1:2::1')).toBe(await hashOf('2001:db8:1:ff:ffff::9'))
    expect(await hashOf('2001:db8:1:2::1')).not.toBe(await hashOf('2001:db8:1:102::1'))
    expect(await hashOf('::ffff:203.0.113.7')).toBe(await hashOf('203.0.113.7'))
  })
  test('gives one address different hashes for different subjects', async () => {
    const hasher = new AddressHasher(database.db)
    const hashes = await Promise.all(['', 'a', 'b', 'a'].map((about) => hasher.hash('203.0.113.7', about)))
    expect([new Set(hashes).size, hashes[1] === hashes[3]]).toEqual([3, true])
  })
  test('changes the hash the next day', async () => {
    const hasher = new AddressHasher(database.db)
    const today = await hasher.hash('203.0.113.7')
    vi.setSystemTime(Date.now() + 2_000)
    expect(await hasher.hash('203.0.113.7')).not.toBe(today)
    expect(await database.db.ipSalt.count()).toBe(2)
  })
})
