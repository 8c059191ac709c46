import { afterEach, describe, expect, test, vi } from 'vitest'
import { endNoticesHere } from './end-notices-here.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake browser that records its actions. */
function browser({ isTold }: { isTold: boolean }) {
  const did: string[] = []
  const subscription = { unsubscribe: async () => did.push('ended') }
  const worker = {
    getNotifications: async () => [{ close: () => did.push('closed') }],
    pushManager: { getSubscription: async () => (isTold ? subscription : null) },
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } })
  return did
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('signing out', () => {
  test('unsubscribes from push notifications, and closes the visible ones', async () => {
    const did = browser({ isTold: true })
    endNoticesHere()
    await expect.poll(() => did).toEqual(['closed', 'ended'])
  })
  test('does nothing in a browser without notifications', async () => {
    const did = browser({ isTold: false })
    endNoticesHere()
    await soon()
    expect(did).toEqual([])
  })
  test.each([
    {},
    { serviceWorker: { getRegistration: async () => undefined } },
    { serviceWorker: { getRegistration: async () => ({}) } },
    { serviceWorker: { getRegistration: () => Promise.reject(new Error('It may not.')) } },
  ])('does not fail without service workers or notification permission', async (navigator) => {
    vi.stubGlobal('navigator', navigator)
    endNoticesHere()
    await soon()
  })
})
