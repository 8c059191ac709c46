import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { connect } from '#server/platform/db.ts'
import type { Network } from '#server/platform/fetch-public.ts'
import { newId } from '#server/platform/ids.ts'
import { isPublicAddress } from '#server/platform/public-address.ts'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { startPushService, type PushService, type SubscribedBrowser } from '#tests/setup/push-service.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { sendNewIn } from './send-new-in.ts'
import { sendPushes } from './send-pushes.ts'
import { vapidKeys } from '#server/push/vapid.ts'

const here = useTestDatabase()
const SITE = 'https://wtf.example'
const NOON = new Date('2026-11-02T12:00:00Z')
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3600_000)
let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await here.db.pushSubscription.deleteMany()
  service.answer = { status: 201 }
  service.received.length = 0
})

const send = (now = NOON, network: Network = service.network) =>
  sendPushes(here.db, { siteUrl: SITE, contact: 'hello@wtf.example', network }, now)

async function searcher(user: Partial<Prisma.UserCreateInput> = {}) {
  const owner = await createUser(here.db, user)
  const search = (name: string, more: Partial<Prisma.SavedSearchUncheckedCreateInput> = {}) =>
    here.db.savedSearch.create({
      data: {
        userId: owner.id,
        list: `/discover?q=${name}`,
        name,
        feedToken: newId(),
        createdAt: inHours(-24 * 30),
        ...more,
      },
    })
  const device = async (browser: SubscribedBrowser = service.subscribe(), more: object = {}) => {
    const sessionId = newId()
    await here.db.session.create({ data: { id: sessionId, userId: owner.id, expiresAt: inHours(24 * 90) } })
    const { endpoint, keys } = browser
    const data = { userId: owner.id, sessionId, endpoint, ...keys, createdAt: inHours(-24), ...more }
    const { id } = await here.db.pushSubscription.create({ data })
    return { id, sessionId, browser }
  }
  return { owner, search, device }
}

async function createFinds(search: { id: string; userId: string }, names: string[], foundAt = inHours(-1)) {
  const { id: partnerId } = await createPartner(here.db)
  const ids = []
  for (const name of names) {
    const { id: productId } = await createProduct(here.db, { partnerId, name, brandName: 'Toteme' })
    await here.db.searchFind.create({ data: { searchId: search.id, userId: search.userId, productId, foundAt } })
    ids.push(productId)
  }
  return ids
}

/** Creates a user with one device and one match. */
async function made(user: Partial<Prisma.UserCreateInput> = {}) {
  const { owner, search: make, device: add } = await searcher(user)
  const search = await make('Hats')
  const device = await add()
  const [productId = ''] = await createFinds(search, ['Hat'])
  return { owner, search, device, productId, add, make }
}
/** Returns a device with its pending notification. */
async function stored(id: string) {
  const device = await here.db.pushSubscription.findUnique({ where: { id }, include: { notices: true } })
  if (!device) return null
  const { message = null, dueAt = null, tries = 0 } = device.notices[0] ?? {}
  return { ...device, waiting: message, dueAt, tries }
}

describe('a notification about new products', () => {
  test('is encrypted for the browser, and signed by us', async () => {
    const { device, search } = await made()
    expect(await send()).toBe(1)
    const [message] = service.received
    expect(`${service.origin}${message!.path}`).toBe(device.browser.endpoint)
    expect(message!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'low',
      topic: 'new-in',
      ttl: String(12 * 3600),
    })
    const { text, claims, publicKey } = service.read(message!, device.browser)
    expect(JSON.parse(text)).toEqual({
      title: '1 new item in Hats',
      body: '',
      path: `/new-in/${search.id}`,
      unseen: 1,
      tag: 'new-in',
    })
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:hello@wtf.example' })
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600)
    expect(publicKey).toBe((await vapidKeys(here.db)).publicKey)
    expect(() => service.read(message!, service.subscribe())).toThrow()
    expect(await stored(device.id)).toMatchObject({ waiting: null, dueAt: null, lastSuccessAt: NOON, failures: 0 })
  })

  test('covers all searches, on all devices', async () => {
    const { search, make, add } = await made()
    await add()
    await createFinds(await make('Linen'), ['Linen Coat'])
    const shared = await here.db.searchFind.findFirstOrThrow({ where: { searchId: search.id } })
    const linen = await here.db.savedSearch.findFirstOrThrow({ where: { userId: search.userId, name: 'Linen' } })
    await here.db.searchFind.create({ data: { ...shared, searchId: linen.id } })
    expect(await send()).toBe(2)
    expect(service.received).toHaveLength(2)
  })

  test('is sent once a day, outside quiet hours, and never repeats a match', async () => {
    const settings = { create: { timeZone: 'Asia/Tokyo', quietFrom: 21, quietUntil: 8 } }
    const { search } = await made({ wishlistSettings: settings })
    // 21:00 in Tokyo.
    expect(await send()).toBe(0)
    expect(await send(inHours(11))).toBe(1)
    await createFinds(search, ['Second'], inHours(12))
    expect(await send(inHours(13))).toBe(0)
    expect(await send(inHours(36))).toBe(1)
    expect(await send(inHours(60))).toBe(0)
  })

  test('does not repeat matches from an email, and an email does not repeat its matches', async () => {
    const { owner } = await made()
    const other = await made()
    expect(await sendNewIn(here.db, SITE, NOON)).toBeGreaterThan(0)
    expect([await send(), await send(inHours(24))]).toEqual([2, 0])
    await here.db.mail.deleteMany()
    expect(await sendNewIn(here.db, SITE, inHours(24))).toBe(0)
    const told = await here.db.searchFind.findMany({ where: { userId: { in: [owner.id, other.owner.id] } } })
    expect(told.map(({ mailedAt, pushedAt }) => [mailedAt, pushedAt])).toEqual([
      [NOON, NOON],
      [NOON, NOON],
    ])
  })

  type Made = Awaited<ReturnType<typeof made>>
  test.each<[string, (all: Made) => Promise<unknown>]>([
    [
      'of a paused search',
      ({ search }) => here.db.savedSearch.update({ where: { id: search.id }, data: { isPaused: true } }),
    ],
    [
      'of a removed search',
      ({ search }) => here.db.savedSearch.update({ where: { id: search.id }, data: { removedAt: NOON } }),
    ],
    [
      'that were seen',
      ({ search }) => here.db.searchFind.updateMany({ where: { searchId: search.id }, data: { seenAt: NOON } }),
    ],
    [
      'older than the device',
      ({ device }) => here.db.pushSubscription.update({ where: { id: device.id }, data: { createdAt: NOON } }),
    ],
    [
      'of a product that was taken down',
      ({ productId }) => here.db.product.update({ where: { id: productId }, data: { takenDownAt: NOON } }),
    ],
    [
      'of an account that is being closed',
      ({ owner }) => here.db.user.update({ where: { id: owner.id }, data: { deletionRequestedAt: NOON } }),
    ],
    [
      'of an account that is suspended',
      ({ owner }) => here.db.user.update({ where: { id: owner.id }, data: { suspendedAt: NOON } }),
    ],
    [
      'for a browser with an expired session',
      ({ device }) => here.db.session.update({ where: { id: device.sessionId }, data: { expiresAt: NOON } }),
    ],
    ['for a browser that signed out', ({ device }) => here.db.session.delete({ where: { id: device.sessionId } })],
  ])('leaves out matches %s', async (_, change) => {
    await change(await made())
    expect(await send()).toBe(0)
    expect(service.received).toEqual([])
  })

  test('waits while the site is closed', async () => {
    await made()
    const by = { db: here.db, visit: null, viewer: null }
    await setSiteState(by, { state: 'maintenance' })
    expect(await send()).toBe(0)
    await setSiteState(by, { state: 'live' })
    expect(await send()).toBe(1)
  })

  test('is sent once, however many processes send at once', async () => {
    for (let n = 0; n < 5; n++) await made()
    const others = [connect(here.url, { poolSize: 2 }), connect(here.url, { poolSize: 2 })]
    const site = { siteUrl: SITE, contact: undefined, network: service.network }
    const counts = await Promise.all([here.db, ...others].map((db) => sendPushes(db, site, NOON)))
    await Promise.all(others.map((db) => db.$disconnect()))
    // If one run wrote a notification after another had finished sending, the next run sends it.
    expect(counts.reduce((sum, count) => sum + count, await send())).toBe(5)
    expect(new Set(service.received.map(({ path }) => path)).size).toBe(5)
    expect(service.received).toHaveLength(5)
  })
})

describe('sending to a push service', () => {
  test.each([404, 410])('deletes the subscription after the response %i', async (status) => {
    const { device } = await made()
    service.answer = { status }
    expect(await send()).toBe(0)
    expect(await stored(device.id)).toBeNull()
  })

  test('retries with the same message at the time in Retry-After', async () => {
    const { device } = await made()
    service.answer = { status: 429, headers: { 'retry-after': '1800' } }
    expect(await send()).toBe(0)
    expect(await stored(device.id)).toMatchObject({ dueAt: inHours(0.5), failures: 0, tries: 1 })
    service.answer = { status: 201 }
    expect(await send(inHours(0.4))).toBe(0)
    expect(service.received).toHaveLength(1)
    expect(await send(inHours(0.5))).toBe(1)
    const { text } = service.read(service.received[1]!, device.browser)
    expect(JSON.parse(text)).toMatchObject({ title: '1 new item in Hats' })
    expect(service.received[1]!.headers.ttl).toBe(String(11.5 * 3600))
  })

  test('drops a message that is outdated before the service recovers', async () => {
    const { device } = await made()
    service.answer = { status: 503 }
    for (let hours = 0; hours <= 12; hours += 0.25) await send(inHours(hours))
    expect(service.received.length).toBeGreaterThan(4)
    expect(service.received.length).toBeLessThan(10)
    expect(await stored(device.id)).toMatchObject({ waiting: null, dueAt: null, failures: 0 })
  })

  test('deletes the subscription after refusals on three days in a row', async () => {
    const { device, search } = await made()
    service.answer = { status: 400 }
    for (const day of [0, 1, 2]) {
      expect(await stored(device.id)).toMatchObject({ failures: day })
      await send(inHours(24 * day))
      await createFinds(search, [`Of day ${day}`], inHours(24 * day + 1))
    }
    expect(await stored(device.id)).toBeNull()
    expect(service.received).toHaveLength(3)
  })

  test.each([401, 403])('keeps subscriptions after the response %i, which rejects our key', async (status) => {
    const { device, search } = await made()
    service.answer = { status }
    for (const day of [0, 1, 2, 3]) {
      await send(inHours(24 * day))
      expect(await stored(device.id)).toMatchObject({ failures: 0, tries: 1, dueAt: inHours(24 * day + 1 / 12) })
      await createFinds(search, [`Of day ${day}`], inHours(24 * day + 1))
    }
    service.answer = { status: 201 }
    expect(await send(inHours(24 * 4))).toBe(1)
  })

  test('tries only one batch if a service is unreachable, and does not delay other services', async () => {
    for (let n = 0; n < 25; n++) await made()
    // The host name of another service starts with the same name.
    const { device: other } = await made()
    const endpoint = service.subscribe().endpoint.replace('/send', ':443.example/send').replace(':443', '')
    await here.db.pushSubscription.update({ where: { id: other.id }, data: { endpoint } })
    const asked: string[] = []
    const resolve = async (host: string) => {
      asked.push(host)
      throw new Error('not found')
    }
    expect(await send(NOON, { ...service.network, resolve })).toBe(0)
    const waiting = await here.db.pushNotice.findMany({ where: { NOT: { deviceId: other.id } } })
    expect(waiting).toHaveLength(25)
    expect(waiting.every(({ dueAt }) => dueAt > NOON)).toBe(true)
    // Only one batch was tried.
    const tried = waiting.filter(({ tries }) => tries === 1).length
    expect(tried).toBeLessThanOrEqual(10)
    expect(waiting.filter(({ tries }) => tries === 0)).toHaveLength(25 - tried)
    const ofOther = asked.filter((host) => host !== new URL(service.origin).hostname)
    expect(ofOther).toEqual([new URL(endpoint).hostname])
    expect(asked).toHaveLength(tried + 1)
    expect(await send(inHours(1))).toBe(25)
  })

  test.each<[number, string]>([
    [410, 'is kept'],
    [201, 'gets the message too'],
  ])('after %i for an endpoint that was renewed in the meantime, the new endpoint %s', async (status) => {
    const { device } = await made()
    const renewed = service.subscribe()
    service.answer = { status }
    const resolve = async () => {
      await here.db.pushSubscription.update({
        where: { id: device.id },
        data: { endpoint: renewed.endpoint, ...renewed.keys },
      })
      return ['127.0.0.1']
    }
    await send(NOON, { ...service.network, resolve })
    expect(await stored(device.id)).toMatchObject({ endpoint: renewed.endpoint, waiting: { unseen: 1 } })
    service.answer = { status: 201 }
    expect(await send(inHours(0.5))).toBe(1)
    expect(service.read(service.received[1]!, renewed).text).toContain('1 new item in Hats')
  })

  test.each(['https://127.0.0.1/', 'https://10.0.0.7/', 'https://169.254.169.254/latest', 'http://push.example/'])(
    'does not call %s, which is not a public https URL',
    async (endpoint) => {
      const { device } = await made()
      await here.db.pushSubscription.update({ where: { id: device.id }, data: { endpoint } })
      const own: Network = { ...service.network, isAllowed: isPublicAddress }
      expect(await send(NOON, own)).toBe(0)
      expect(service.received).toEqual([])
      expect(await stored(device.id)).toMatchObject({ waiting: null, failures: 1 })
    },
  )

  test.each([SITE, 'https://pictures.test:8443'])(
    'does not call %s, which is the shop itself or another port',
    async (origin) => {
      const { device } = await made()
      await here.db.pushSubscription.update({ where: { id: device.id }, data: { endpoint: `${origin}/send/1` } })
      let asked = 0
      const resolve = async () => (asked++, ['127.0.0.1'])
      expect(await send(NOON, { ...service.network, resolve })).toBe(0)
      expect(asked).toBe(0)
      expect(await stored(device.id)).toMatchObject({ waiting: null, failures: 1 })
    },
  )

  test('does not call a private address, and deletes the subscription only after three days', async () => {
    const { device, search } = await made()
    const own: Network = { ...service.network, isAllowed: isPublicAddress }
    for (const day of [0, 1, 2]) {
      expect(await stored(device.id)).toMatchObject({ failures: day })
      expect(await send(inHours(24 * day), own)).toBe(0)
      await createFinds(search, [`Of day ${day}`], inHours(24 * day + 1))
    }
    expect(service.received).toEqual([])
    expect(await stored(device.id)).toBeNull()
  })

  test('deletes a subscription with invalid browser keys', async () => {
    const { device } = await made()
    await here.db.pushSubscription.update({ where: { id: device.id }, data: { p256dh: 'x' } })
    expect(await send()).toBe(0)
    expect(await stored(device.id)).toBeNull()
  })

  test('retries later if our own key is invalid', async () => {
    const { device } = await made()
    await vapidKeys(here.db)
    const where = { name: 'web-push' }
    const { secret } = await here.db.appSecret.findUniqueOrThrow({ where })
    await here.db.appSecret.update({ where, data: { secret: secret.subarray(1) } })
    const other = connect(here.url, { poolSize: 2 })
    try {
      await sendPushes(other, { siteUrl: SITE, contact: undefined, network: service.network }, NOON)
    } finally {
      await here.db.appSecret.update({ where, data: { secret } })
      await other.$disconnect()
    }
    expect(service.received).toEqual([])
    expect(await stored(device.id)).toMatchObject({ failures: 0, tries: 1, dueAt: inHours(1 / 12) })
  })
})
