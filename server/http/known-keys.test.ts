import { expect, test } from 'vitest'
import { RateLimit } from '#server/platform/rate-limit.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { KnownKeys } from './known-keys.ts'

const ADDRESS = '203.0.113.7'

test('limits simultaneous look-ups of unknown keys', async () => {
  const keys = new KnownKeys(new RateLimit('keys', 30, 60_000))
  let lookUps = 0
  const isNone = () => {
    lookUps++
    return Promise.resolve(null)
  }
  const tries = await Promise.allSettled(
    Array.from({ length: 500 }, (_, at) => keys.find(ADDRESS, `wrong ${at}`, isNone)),
  )
  expect(lookUps).toBe(30)
  expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(470)
})

test('does not charge an address for a valid key or a failed look-up', async () => {
  const keys = new KnownKeys(new RateLimit('keys', 1, 60_000))
  for (let at = 0; at < 3; at++) {
    expect(await keys.find(ADDRESS, `good ${at}`, () => Promise.resolve({}))).toEqual({})
    await expect(keys.find(ADDRESS, `away ${at}`, () => Promise.reject(new Error('Away.')))).rejects.toThrow('Away.')
  }
  expect(await keys.find(ADDRESS, 'wrong', () => Promise.resolve(null))).toBeNull()
  await expect(keys.find(ADDRESS, 'new', () => Promise.resolve({}))).rejects.toThrow(TooMuchAsked)
  expect(await keys.find(ADDRESS, 'good 0', () => Promise.resolve({}))).toEqual({})
})

test('forgets a revoked key, but ignores the late result of an older look-up', async () => {
  const keys = new KnownKeys<{ secret: string }>(new RateLimit('keys', 30, 60_000))
  const good = { secret: 'a' }
  const forged = Promise.withResolvers<null>()
  const waiting = keys.find(ADDRESS, 'id', () => forged.promise)
  await keys.find(ADDRESS, 'id', () => Promise.resolve(good))
  forged.resolve(null)
  await waiting
  expect(keys.met('id')).toEqual(good)
  await keys.find(ADDRESS, 'id', () => Promise.resolve(null))
  expect(keys.met('id')).toBeUndefined()
})
