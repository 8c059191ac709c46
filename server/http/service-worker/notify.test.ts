import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'

const SOURCE = fs.readFileSync(path.join(import.meta.dirname, 'notify.js'), 'utf8')
const SHOP = 'https://wtf.example'

interface Given {
  /** URLs of the open pages. */
  open?: string[]
  /** The shop's response to a POST. */
  answer?: Response
}

/** Runs the worker in a simulated browser. */
function startWorker({ open = [], answer = Response.json({}) }: Given = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const did: string[] = []
  const pages = open.map((url) => ({
    url,
    focus: async () => did.push(`focus ${url}`),
    navigate: async (to: string) => did.push(`load ${to}`),
  }))
  const subscription = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: 'the key' },
    unsubscribe: async () => did.push(`end ${endpoint}`),
  })
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin: SHOP },
    clients: { matchAll: async () => pages, openWindow: async (url: string) => did.push(`open ${url}`) },
    registration: {
      showNotification: vi.fn(async () => undefined),
      pushManager: {
        getSubscription: async () => subscription('here'),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
          subscription(`new, for ${applicationServerKey}`),
      },
    },
  }
  const fetch = async (address: string, { body }: { body: string }) => {
    did.push(`POST ${address} ${body}`)
    return answer
  }
  const setAppBadge = vi.fn(async () => undefined)
  new Function('self', 'fetch', 'navigator', SOURCE)(self, fetch, { setAppBadge })
  const send = async (type: string, event: object) => {
    let work: unknown
    listeners.get(type)?.({ ...event, waitUntil: (promise: unknown) => (work = promise) })
    await work
  }
  return { send, did, subscription, setAppBadge, shown: self.registration.showNotification }
}

describe('a push message', () => {
  test('is shown as sent, and sets the badge on the icon', async () => {
    const { send, shown, setAppBadge } = startWorker()
    const message = { title: 'Six new for you', body: 'Linen: 6', path: '/new-in/1', unseen: 9, tag: 'store-reviews' }
    await send('push', { data: { json: () => message } })
    expect(shown).toHaveBeenCalledExactlyOnceWith(
      'Six new for you',
      expect.objectContaining({ body: 'Linen: 6', data: '/new-in/1', tag: 'store-reviews' }),
    )
    expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(9)
  })
  test.each([null, { json: () => JSON.parse('no JSON') as unknown }, { json: () => null }])(
    'is shown even if it is empty, because browsers require it',
    async (data) => {
      const { send, shown, setAppBadge } = startWorker()
      await send('push', { data })
      expect(shown).toHaveBeenCalledExactlyOnceWith(
        'New in at WTF',
        expect.objectContaining({ data: '/new-in', tag: '/new-in' }),
      )
      expect(setAppBadge).not.toHaveBeenCalled()
    },
  )
})

describe('a notification click', () => {
  const click = (action = '', data = '/new-in/1') => ({ action, notification: { close: () => undefined, data } })
  test('opens its page', async () => {
    const { send, did } = startWorker({ open: [`${SHOP}/checkout`] })
    await send('notificationclick', click())
    expect(did).toEqual([`open ${SHOP}/new-in/1`])
  })
  test('focuses the page if it is already open, and reloads it', async () => {
    const { send, did } = startWorker({ open: [`${SHOP}/`, `${SHOP}/new-in/1`] })
    await send('notificationclick', click())
    expect(did).toEqual([`focus ${SHOP}/new-in/1`, `load ${SHOP}/new-in/1`])
  })
  test.each([
    'https://evil.example/',
    '//evil.example/new-in',
    `${SHOP}.evil.example/`,
    `blob:${SHOP}/1`,
    'javascript:alert(1)',
    'https://',
  ])('never leaves the shop: %s', async (path) => {
    const { send, did } = startWorker()
    await send('notificationclick', click('', path))
    expect(did).toEqual([`open ${SHOP}/new-in`])
  })
  test('on “Stop these” unsubscribes in the browser and on the server', async () => {
    const { send, did } = startWorker()
    await send('notificationclick', click('stop'))
    expect(did).toEqual(['end here', 'POST /trpc/newIn.forgetDevice {"json":{}}'])
  })
})

describe('a push subscription changed by the browser', () => {
  const answer = (isOn: boolean) => Response.json({ result: { data: { json: { isOn } } } })
  test('is reported to the server', async () => {
    const { send, did, subscription } = startWorker({ answer: answer(true) })
    await send('pushsubscriptionchange', { newSubscription: subscription('there') })
    expect(did).toEqual([expect.stringMatching(/^POST \/trpc\/newIn\.renewDevice {"json":{"endpoint":"there"/)])
  })
  test('is created again if the event contains no new subscription', async () => {
    const { send, did, subscription } = startWorker({ answer: answer(true) })
    await send('pushsubscriptionchange', { oldSubscription: subscription('before') })
    expect(did).toEqual([expect.stringContaining('"endpoint":"new, for the key"')])
  })
  test.each([answer(false), new Response('', { status: 401 })])(
    'is dropped if the server has no subscription',
    async (refusal) => {
      const { send, did, subscription } = startWorker({ answer: refusal })
      await send('pushsubscriptionchange', { newSubscription: subscription('there') })
      expect(did.at(-1)).toBe('end there')
    },
  )
  test('is left to the next page if the event has no details', async () => {
    const { send, did } = startWorker()
    await send('pushsubscriptionchange', {})
    expect(did).toEqual([])
  })
})
