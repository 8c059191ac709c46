import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  renewSession,
  revokeSession,
  rotateSessions,
  signOut,
  signOutEverywhere,
} from '#server/auth/session.service.ts'
import { newId } from '#server/platform/ids.ts'
import { createUser } from '#tests/factories.ts'
import { signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { deviceInput } from './push.schema.ts'
import { forgetDevice, listDevices, renewDevice, tellDevice } from './devices.service.ts'
import { vapidKeys, vapidSubject } from './vapid.ts'

const here = useTestDatabase()
const PUSH = 'https://push.example'

/** Returns a subscription as a browser sends it. */
const subscribed = (endpoint = `${PUSH}/${newId()}`) => ({
  endpoint,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
})

async function enter(userId?: string) {
  const id = userId ?? (await createUser(here.db)).id
  const { visit, viewer } = await signedIn(here.db, id)
  return { db: here.db, visit, viewer }
}
const toldIn = async (ask: Awaited<ReturnType<typeof enter>>) => (await listDevices(ask)).devices

describe('a push subscription', () => {
  test('is stored unchanged', () => {
    const given = subscribed()
    expect(deviceInput.parse({ ...given, expirationTime: null })).toEqual(given)
  })
  test.each([
    '',
    'push.example/1',
    'http://push.example/1',
    'https://push.example:8443/1',
    'https://push.example:80/1',
    'https://user:secret@push.example/1',
    'https://127.0.0.1/1',
    'https://2130706433/1',
    'https://[::1]/1',
    'https://localhost/1',
    'file:///etc/passwd',
    `https://push.example/${'x'.repeat(1_000)}`,
  ])('at %s is refused', (endpoint) => expect(deviceInput.safeParse({ ...subscribed(), endpoint }).success).toBe(false))
  test.each([
    { p256dh: 'x' },
    { auth: 'x' },
    { p256dh: Buffer.alloc(64, 1).toString('base64url') },
    { auth: Buffer.alloc(17).toString('base64url') },
  ])('with invalid keys is refused: %j', (keys) => {
    const given = subscribed()
    expect(deviceInput.safeParse({ ...given, keys: { ...given.keys, ...keys } }).success).toBe(false)
  })
  test('with port 443 is accepted', () =>
    expect(deviceInput.safeParse(subscribed('https://push.example:443/1')).success).toBe(true))
  test('to the shop itself is refused', async () => {
    const ask = await enter()
    await tellDevice(ask, subscribed())
    const own = subscribed(`https://${new URL(ask.visit.siteUrl).hostname}/trpc`)
    for (const tell of [tellDevice, renewDevice])
      await expect(tell(ask, own)).rejects.toMatchObject({ code: 'bad_input' })
  })
  test('with a key that is not a point on the curve is refused', async () => {
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const given = deviceInput.parse({ ...subscribed(), keys: { ...subscribed().keys, p256dh } })
    await expect(tellDevice(await enter(), given)).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('a device', () => {
  test('is listed with its name, with the current one first, and only for its owner', async () => {
    const ask = await enter()
    const there = await enter(ask.viewer.userId)
    const other = await enter()
    const [given, theirs] = [subscribed(), subscribed()]
    await tellDevice(ask, given)
    await tellDevice(there, theirs)
    await tellDevice(other, subscribed())
    expect(await toldIn(ask)).toMatchObject([
      { device: 'Firefox on Linux', isThis: true, endpoint: given.endpoint, lastSuccessAt: null },
      { device: 'Firefox on Linux', isThis: false, endpoint: null },
    ])
    expect((await listDevices(ask)).publicKey).toBe((await vapidKeys(here.db)).publicKey)
  })

  test('belongs to one session, and moves to the next person who uses it', async () => {
    const [ask, next] = [await enter(), await enter()]
    const given = subscribed()
    await tellDevice(ask, subscribed())
    await tellDevice(ask, given)
    expect(await toldIn(ask)).toMatchObject([{ endpoint: given.endpoint }])
    // Another person uses the same browser.
    await tellDevice(next, given)
    expect([await toldIn(ask), await toldIn(next)]).toMatchObject([[], [{ endpoint: given.endpoint }]])
  })

  test('beyond the tenth replaces the oldest one', async () => {
    const ask = await enter()
    for (let n = 0; n < 12; n++)
      await tellDevice(await enter(ask.viewer.userId), subscribed(`${PUSH}/${ask.viewer.userId}/${n}`))
    const kept = await here.db.pushSubscription.findMany({
      where: { userId: ask.viewer.userId },
      orderBy: { id: 'asc' },
    })
    expect(kept.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(
      Array.from({ length: 10 }, (_, n) => String(n + 2)),
    )
  })

  test('can renew its push address while notifications are on', async () => {
    const ask = await enter()
    const [first, second] = [subscribed(), subscribed()]
    expect(await renewDevice(ask, first)).toEqual({ isOn: false })
    expect(await toldIn(ask)).toEqual([])
    await tellDevice(ask, first)
    expect(await renewDevice(ask, second)).toEqual({ isOn: true })
    expect(await toldIn(ask)).toMatchObject([{ endpoint: second.endpoint }])
  })

  test('is deleted on request, on this device or another', async () => {
    const ask = await enter()
    const there = await enter(ask.viewer.userId)
    await tellDevice(ask, subscribed())
    await tellDevice(there, subscribed())
    const [, remote] = await toldIn(ask)
    await expect(forgetDevice(await enter(), { deviceId: remote!.id })).rejects.toMatchObject({ code: 'not_found' })
    await forgetDevice(ask, { deviceId: remote!.id })
    expect(await toldIn(there)).toMatchObject([{ isThis: false }])
    for (let n = 0; n < 2; n++) await forgetDevice(ask, {})
    expect(await toldIn(ask)).toEqual([])
  })
})

describe('when the session', () => {
  test('ends here, elsewhere or everywhere, its device is deleted', async () => {
    const ask = await enter()
    const count = () => here.db.pushSubscription.count({ where: { userId: ask.viewer.userId } })
    const others = [await enter(ask.viewer.userId), await enter(ask.viewer.userId), await enter(ask.viewer.userId)]
    for (const each of [ask, ...others]) await tellDevice(each, subscribed())
    expect(await count()).toBe(4)
    await signOut(others[0]!)
    expect(await count()).toBe(3)
    await revokeSession(ask, others[1]!.viewer.sessionId)
    expect(await count()).toBe(2)
    await signOutEverywhere(ask)
    expect(await count()).toBe(0)
    await expect(tellDevice(ask, subscribed())).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('expires, its device is not listed', async () => {
    const ask = await enter()
    await tellDevice(ask, subscribed())
    await here.db.session.update({ where: { id: ask.viewer.sessionId }, data: { expiresAt: new Date(0) } })
    expect(await toldIn(ask)).toEqual([])
  })

  test('gets another ID, its device stays and the others are deleted', async () => {
    const ask = await enter()
    const { userId } = ask.viewer
    const given = subscribed()
    await tellDevice(ask, given)
    await renewSession(ask)
    const [after] = await here.db.pushSubscription.findMany({ where: { userId } })
    expect(after).toMatchObject({ endpoint: given.endpoint })
    expect(after!.sessionId).not.toBe(ask.viewer.sessionId)
    await tellDevice(await enter(userId), subscribed())
    const viewer = { ...ask.viewer, sessionId: after!.sessionId }
    await here.db.$transaction((tx) => rotateSessions(tx, ask.visit, viewer))
    expect(await here.db.pushSubscription.findMany({ where: { userId } })).toMatchObject([{ endpoint: given.endpoint }])
    expect(await here.db.session.count({ where: { userId } })).toBe(1)
  })
})

test('gives push services our contact address', () => {
  expect(vapidSubject('https://wtf.example', 'hello@wtf.example')).toBe('mailto:hello@wtf.example')
  expect(vapidSubject('https://wtf.example/', undefined)).toBe('https://wtf.example')
  expect(vapidSubject('http://localhost:3000', undefined)).toBe('mailto:postmaster@localhost')
})
