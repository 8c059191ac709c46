import { describe, expect, test, vi } from 'vitest'
import { currentRequest, forRequest } from '#server/platform/request-context.ts'
import type { Caller } from '#server/router.ts'
import { CachedData } from './cached-data.ts'
import { ShownChanges } from './shown-changes.ts'

const ID = '019b76da-a81e-7c90-a88e-96a18cbb69c3'

function shop(get: () => Promise<unknown> = () => Promise.resolve({})) {
  const changes = new ShownChanges()
  changes.caughtUp()
  const asked = { get: vi.fn(get), session: vi.fn(() => Promise.resolve(null)) }
  const caller = { catalogue: { get: asked.get }, auth: { session: asked.session } } as unknown as Caller
  const data = new CachedData(changes)
  return { changes, asked, data, api: data.of(caller, 'anonymous'), other: data.of(caller, 'customer') }
}

describe('CachedData', () => {
  test('shares a query between pages that render at the same time for the same input and viewer', async () => {
    const { api, other, asked } = shop()
    await Promise.all([api, api, api].map((each) => each.catalogue.get({ productId: ID })))
    await api.catalogue.get({ productId: ID })
    expect(asked.get).toHaveBeenCalledTimes(1)
    await api.catalogue.get({ productId: 'another' })
    await other.catalogue.get({ productId: ID })
    expect(asked.get).toHaveBeenCalledTimes(3)
  })
  test('queries again after a change, and after two seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { api, asked, changes } = shop()
    const ask = () => api.catalogue.get({ productId: ID })
    await ask()
    changes.add([ID])
    await ask()
    expect(asked.get).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(2_001)
    await ask()
    expect(asked.get).toHaveBeenCalledTimes(3)
    vi.useRealTimers()
  })
  test('frees the memory of expired results', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    // The cache treats a start time of 0 as missing.
    vi.advanceTimersByTime(1)
    const { api, data } = shop()
    await api.catalogue.get({ productId: ID })
    expect(data.size).toBe(1)
    vi.advanceTimersByTime(2_100)
    expect(data.size).toBe(0)
    vi.useRealTimers()
  })
  test('caches only certain procedures, and nothing while change notifications are interrupted', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { api, asked } = shop()
    await Promise.all([api.auth.session(), api.auth.session()])
    expect(asked.session).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(20_000)
    await Promise.all([api.catalogue.get({ productId: ID }), api.catalogue.get({ productId: ID })])
    expect(asked.get).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })
  test('does not share errors', async () => {
    const { api, asked } = shop(() => Promise.reject(new Error('away')))
    const both = await Promise.allSettled([1, 2].map(() => api.catalogue.get({ productId: ID })))
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(asked.get).toHaveBeenCalledTimes(2)
  })
  test('tells each page when its data expires', async () => {
    const end = new Date()
    const { api } = shop(() => {
      currentRequest()?.endAt?.(end)
      return Promise.resolve({})
    })
    const ends: Date[] = []
    const render = () =>
      forRequest({ id: '', route: '/', endAt: (at) => ends.push(at) }, () => api.catalogue.get({ productId: ID }))
    await Promise.all([render(), render()])
    await render()
    expect(ends).toEqual([end, end, end])
  })
})
