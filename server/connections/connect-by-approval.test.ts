import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'
import { openSecrets } from '#server/stores/store-secrets.ts'
import { createPartnerAsk, createViewer } from '#tests/factories.ts'
import { createConnection, TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { disconnectStore, reconnectStore } from './change-store.service.ts'
import { finishApproval, forgetApprovals, receiveKey, startApproval } from './connect-by-approval.service.ts'
import { connectByKey } from './connect-by-key.service.ts'
import { approvalInput, connectByKeyInput } from './connections.schema.ts'
import { getOwnStore } from './get-own-store.service.ts'
import { openConnection } from './open-connection.ts'

const database = useTestDatabase()
const woocommerce = () => platformOf({ platform: 'woocommerce' })
let running: Awaited<ReturnType<typeof startWooCommerce>>
let store: FakeStore
let ask: Awaited<ReturnType<typeof newAsk>>

const newAsk = async () => ({ ...(await createPartnerAsk(database.db, { currency: 'EUR' })), visit: createVisit() })

beforeAll(() => configureSecrets([TEST_KEY]))
beforeEach(async () => {
  running = await startWooCommerce()
  store = running.store
  allowOwnOrigins([running.url])
  await database.db.storeApproval.deleteMany()
  ask = await newAsk()
})
afterEach(() => running.stop())
afterAll(() => allowOwnOrigins([]))

const start = (given: Partial<typeof ask> = {}, storeUrl = running.url) =>
  startApproval({ ...ask, ...given }, approvalInput.parse({ storeUrl }))
const stateIn = (page: string) => new URL(page).searchParams.get('user_id') ?? ''

/** Sends a key as the store does after an approval. */
function sendKey(state: string, key = store.addKey('read_write'), now = new Date()) {
  const [consumer_key, consumer_secret] = key.split(':')
  const body = { key_id: 2, user_id: state, consumer_key, consumer_secret, key_permissions: 'read_write' }
  return receiveKey(database.db, woocommerce(), body, now)
}
async function approved(key?: string) {
  const state = stateIn((await start()).page)
  expect(await sendKey(state, key)).toBe(true)
  return state
}
const finish = (state: string, given: Partial<typeof ask> = {}, isGranted = true) =>
  finishApproval({ ...ask, ...given }, { state, isGranted })
const connections = () => database.db.shopifyConnection.findMany({ where: { partnerId: ask.partner.id } })

describe('requesting approval', () => {
  test("redirects to the approval page in the store's admin, with a state that is not stored", async () => {
    const { shop, page } = await start()
    expect(shop).toBe(store.shop)
    const { origin, pathname, searchParams } = new URL(page)
    expect(origin + pathname).toBe(`${running.url}/wc-auth/v1/authorize`)
    const { siteUrl } = ask.visit
    expect(Object.fromEntries(searchParams)).toEqual({
      app_name: 'WTF',
      scope: 'read_write',
      user_id: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      return_url: `${siteUrl}/brand/dashboard/connect-store/approved`,
      callback_url: `${siteUrl}/webhooks/woocommerce/keys`,
    })
    const row = await database.db.storeApproval.findUniqueOrThrow({ where: { partnerId: ask.partner.id } })
    expect(JSON.stringify(row)).not.toContain(stateIn(page))
  })

  test('never sends requests to our own network', async () => {
    allowOwnOrigins([])
    const before = store.questions
    for (const storeUrl of [running.url, 'https://127.0.0.1', 'https://localhost', 'https://[::1]', 'https://10.0.0.1'])
      await expect(start({}, storeUrl)).rejects.toMatchObject({ code: 'bad_input' })
    expect(store.questions).toBe(before)
  })

  test('never sends requests to other ports of a host', async () => {
    for (const storeUrl of ['https://brand.example:22', 'https://brand.example:8443/shop'])
      await expect(start({}, storeUrl)).rejects.toThrow('We found no WooCommerce store at this address.')
  })

  test('is refused if the store reports another address, or if WooCommerce is not found', async () => {
    const { shop } = store
    store.shop = 'brand.example'
    await expect(start()).rejects.toThrow('Your store’s address is brand.example. Please enter it instead.')
    store.shop = shop
    store.failsWith = 404
    await expect(start()).rejects.toThrow('We found no WooCommerce store at this address.')
  })

  test('is refused while another store is connected', async () => {
    await createConnection(database.db, ask.partner.id)
    await expect(start()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is rate limited', async () => {
    for (let times = 0; times < 10; times++) await start()
    await expect(start()).rejects.toMatchObject({ code: 'too_many' })
  })
})

describe('an approval', () => {
  test('connects the store, encrypts the key and creates the webhooks', async () => {
    const key = store.addKey('read_write')
    expect(await finish(await approved(key))).toEqual({ failed: [], isNew: true })
    const [row] = await connections()
    expect(row).toMatchObject({ platform: 'woocommerce', shop: store.shop, status: 'active', currency: 'EUR' })
    expect(openSecrets(row!)).toMatchObject({ token: key })
    expect(store.webhooks.map(({ topic }) => topic)).toEqual(woocommerce().topics)
    expect(await database.db.storeApproval.count()).toBe(0)
    expect(await getOwnStore(ask)).toMatchObject({ label: 'WooCommerce', isPolled: false })
  })

  test('can be sent once by the store, and completed once by the partner', async () => {
    const state = await approved()
    expect(await sendKey(state)).toBe(false)
    await finish(state)
    expect(await sendKey(state)).toBe(false)
    await expect(finish(state)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('ends after 15 minutes', async () => {
    const state = stateIn((await start()).page)
    const later = new Date(Date.now() + 16 * MINUTE_MS)
    expect(await sendKey(state, undefined, later)).toBe(false)
    expect(await sendKey(state)).toBe(true)
    await expect(finishApproval(ask, { state, isGranted: true }, later)).rejects.toMatchObject({ code: 'not_found' })
    expect(await forgetApprovals(database.db)).toBe(0)
    expect(await forgetApprovals(database.db, later)).toBe(1)
  })

  test('is bound to the session and the partner that requested it', async () => {
    const state = await approved()
    const other = await newAsk()
    await expect(finish(state, other)).rejects.toMatchObject({ code: 'not_found' })
    const otherSession = { ...ask.viewer, sessionId: (await createViewer(database.db)).sessionId }
    await expect(finish(state, { viewer: otherSession })).rejects.toMatchObject({ code: 'not_found' })
    expect(await database.db.shopifyConnection.count({ where: { shop: store.shop } })).toBe(0)
    await finish(state)
  })

  test('with an unknown state is refused, whatever the message contains', async () => {
    await start()
    expect(await sendKey('x'.repeat(43))).toBe(false)
    for (const body of [null, 'text', [], {}, { user_id: 42 }, { user_id: 'x', consumer_key: 'ck_1' }])
      expect(await receiveKey(database.db, woocommerce(), body)).toBe(false)
  })

  test('with a key of another store connects nothing', async () => {
    const state = await approved('ck_of_another:cs_of_another')
    await expect(finish(state)).rejects.toThrow('Your store does not accept this key.')
    expect(await connections()).toEqual([])
    expect(store.webhooks).toEqual([])
    await expect(finish(state)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of a store in another currency waits until the partner agrees to switch to its currency', async () => {
    await database.db.partner.update({ where: { id: ask.partner.id }, data: { currency: 'GBP' } })
    const state = await approved()
    const currency = async () =>
      (await database.db.partner.findUniqueOrThrow({ where: { id: ask.partner.id } })).currency
    for (let times = 0; times < 2; times++)
      await expect(finish(state)).rejects.toMatchObject({ code: 'conflict', field: 'takesCurrency' })
    expect([await currency(), await connections(), store.webhooks]).toEqual(['GBP', [], []])
    await finishApproval(ask, { state, isGranted: true, takesCurrency: 'on' })
    expect([await currency(), (await connections()).length]).toEqual(['EUR', 1])
    await expect(finish(state)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that was denied changes nothing and ends the request', async () => {
    const state = stateIn((await start()).page)
    await expect(finish(state, {}, false)).rejects.toThrow('the request was not approved')
    expect(await sendKey(state)).toBe(false)
    expect(await connections()).toEqual([])
  })

  test('replaces the key of the connected store', async () => {
    store.keys.set(store.key, 'read')
    const [consumerKey, consumerSecret] = store.key.split(':')
    await connectByKey(ask, connectByKeyInput.parse({ storeUrl: running.url, consumerKey, consumerSecret }))
    expect(await getOwnStore(ask)).toMatchObject({ isPolled: true, status: 'active' })
    const [before] = await connections()
    const key = store.addKey('read_write')
    expect(await finish(await approved(key))).toEqual({ failed: [], isNew: false })
    const [row] = await connections()
    expect(row).toMatchObject({ id: before?.id, connectedAt: before?.connectedAt, status: 'active' })
    expect(openSecrets(row!)).toMatchObject({ token: key, secret: openSecrets(before!).secret })
    expect(store.webhooks).toHaveLength(woocommerce().topics.length)
    expect(await getOwnStore(ask)).toMatchObject({ isPolled: false })
    await expect(
      reconnectStore(ask, { mode: 'token', accessToken: 'shpat_1', apiSecret: 'secret' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('disconnecting a store', () => {
  test('removes our webhooks, and reports whether some may remain', async () => {
    await finish(await approved())
    expect(await disconnectStore(ask)).toEqual({ leavesWebhooks: false })
    expect(store.webhooks).toEqual([])
    await finish(await approved())
    store.failsWith = 401
    expect(await disconnectStore(ask)).toEqual({ leavesWebhooks: true })
    expect(store.webhooks).toHaveLength(woocommerce().topics.length)
  })
})

describe('the host of a connected store', () => {
  const connectAt = (domain: string) => {
    const platform: StorePlatform = { ...woocommerce(), subscribe: () => Promise.resolve({}) }
    const [primaryHost = ''] = domain.split('/')
    const shop = { id: domain, name: 'Moss', domain, currency: 'EUR', primaryHost, scopes: [] }
    const proof = {
      platform,
      shop,
      access: { shop: domain, token: 'x' },
      tokenExpiresAt: null,
      clientId: null,
      takesCurrency: false,
    }
    return openConnection(ask, proof, 'secret', () => undefined)
  }
  const hosts = async () => {
    const where = { partnerId: ask.partner.id, host: { endsWith: '.moss-stores.com' } }
    const [verified, claimed] = [
      await database.db.partnerDomain.findMany({ where }),
      await database.db.hostClaim.findMany({ where }),
    ]
    return { verified: verified.map(({ host }) => host), claimed: claimed.map(({ host }) => host) }
  }

  test('is verified by a store at its root', async () => {
    await connectAt('one.moss-stores.com')
    expect(await hosts()).toEqual({ verified: ['one.moss-stores.com'], claimed: [] })
  })

  test('must be verified separately if the store is in a folder, because other folders may belong to others', async () => {
    await connectAt('two.moss-stores.com/~guest')
    expect(await hosts()).toEqual({ verified: [], claimed: ['two.moss-stores.com'] })
  })
})
