import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { changeSecrets, openSecrets } from '#server/stores/store-secrets.ts'
import { TOPICS } from '#server/shopify/subscriptions.ts'
import { changeCurrency } from '#server/partners/currency/change-currency.service.ts'
import { createSaleAndInvoice } from '#tests/setup/sales.ts'
import { resolveDestination } from '#server/catalogue/destination.ts'
import { findTargets } from '#server/outbound/departures.ts'
import { holdHost } from '#server/partners/hosts/hold-host.ts'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import type { FakeShop } from '#tests/shopify/fake-shop.ts'
import { startShopify, type RunningShopify } from '#tests/shopify/start-shopify.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { disconnectStore, reconnectStore, rotateStoreSecret } from './change-store.service.ts'
import { connectStore } from './connect-store.service.ts'
import { connectStoreInput, type ConnectStoreInput } from './connections.schema.ts'
import { remakeSubscriptions } from './keep-subscriptions.ts'
import { moveStore } from './move-store.ts'
import { getOwnStore } from './get-own-store.service.ts'
import { getTrackingHealth } from './tracking-health.service.ts'
import { resealSecrets } from './reseal-secrets.ts'

const database = useTestDatabase()
let shopify: RunningShopify
let shop: FakeShop
let number = 0
let ask: Awaited<ReturnType<typeof createAsk>>

beforeAll(async () => {
  shopify = await startShopify({ shop: 'unused.myshopify.com', apiSecret: 'unused' })
  configureShopify({ addressOf: shopify.addressOf, firstPauseMs: 1, totalMs: 2_000 })
})
afterAll(async () => {
  configureShopify({})
  await shopify.stop()
})
const createAsk = async () => ({
  ...(await createPartnerAsk(database.db, { domain: null, websiteUrl: null, currency: 'GBP' })),
  visit: createVisit(),
})
beforeEach(async () => {
  configureSecrets([Buffer.alloc(32, 7)])
  await database.db.shopifyConnection.deleteMany()
  ask = await createAsk()
  const name = `velvet${++number}`
  shop = shopify.add({
    shop: `${name}.myshopify.com`,
    name: 'Velvet',
    token: 'shpat_right',
    apiSecret: 'api-secret',
    clientId: 'client',
    currency: 'GBP',
  })
})

const byToken = (given: Partial<Record<string, string>> = {}): ConnectStoreInput =>
  connectStoreInput.parse({
    mode: 'token',
    storeUrl: shop.shop,
    accessToken: 'shpat_right',
    apiSecret: 'api-secret',
    ...given,
  })
const byClient = (given: Partial<Record<string, string>> = {}): ConnectStoreInput =>
  connectStoreInput.parse({
    mode: 'client_credentials',
    storeUrl: shop.shop,
    clientId: 'client',
    clientSecret: 'api-secret',
    ...given,
  })
const kept = () => database.db.shopifyConnection.findFirstOrThrow({ where: { partnerId: ask.partner.id } })

describe('the form to connect a store', () => {
  const problem = (given: object) => {
    const parsed = connectStoreInput.safeParse({
      mode: 'token',
      storeUrl: 'velvet',
      accessToken: 'shpat_1',
      apiSecret: 's',
      ...given,
    })
    return parsed.success ? 'taken' : parsed.error.issues[0]?.message
  }
  test.each(['velvet', 'velvet.myshopify.com', ' https://Velvet.myshopify.com/ ', 'http://velvet.myshopify.com//'])(
    'accepts %s as a store',
    (storeUrl) => expect(byToken({ storeUrl })).toMatchObject({ storeUrl: 'velvet.myshopify.com' }),
  )
  test.each([
    'velvet.com',
    'https://',
    'velvet.myshopify.com.evil.test',
    'velvet.myshopify.com/admin',
    'evil.test#.myshopify.com',
    'a b',
    '-velvet',
    `${'v'.repeat(70)}`,
    'v'.repeat(3_000),
    'user:pass@velvet.myshopify.com',
    '127.0.0.1',
    'velvet.myshopify.com:8080',
  ])('rejects %s as a store', (storeUrl) =>
    expect(problem({ storeUrl })).toBe('Invalid Store URL: Please enter a valid Shopify store URL'),
  )
  test('shows a message for each other invalid field', () => {
    expect(problem({ storeUrl: ' ' })).toBe('Missing required information. Please enter your store URL.')
    expect(problem({ accessToken: '' })).toBe('Please enter your Shopify access token.')
    expect(problem({ accessToken: 'shpua_1' })).toBe('Invalid Access Token')
    expect(problem({ accessToken: 'shpat_\nx: y' })).toBe('Invalid Access Token')
    expect(problem({ apiSecret: '' })).toBe('Please enter your app’s API secret key.')
    expect(problem({ mode: 'client_credentials', clientId: '', clientSecret: 's' })).toBe(
      'Please enter your app’s client ID.',
    )
  })
})

describe('connecting a store', () => {
  test.each([
    ['a token', byToken],
    ['a client id and secret', byClient],
  ])('with %s encrypts the secrets, subscribes to webhooks and starts the product import', async (_, input) => {
    const { failed, importId } = await connectStore(ask, input())
    expect(failed).toEqual([])
    const connection = await kept()
    expect(connection).toMatchObject({
      shop: shop.shop,
      shopName: 'Velvet',
      currency: 'GBP',
      status: 'active',
      scopes: ['read_products', 'read_inventory', 'read_orders'],
    })
    expect(openSecrets(connection)).toMatchObject({ secret: 'api-secret', previousSecret: null })
    const row = JSON.stringify(
      await database.db
        .$queryRaw`SELECT encode(sealed_secret, 'escape') AS s, encode(sealed_token, 'escape') AS t FROM shopify_connections`,
    )
    for (const secret of ['shpat_', 'api-secret']) expect(row).not.toContain(secret)
    expect(shop.subscriptions.map(({ topic }) => topic).sort()).toEqual([...TOPICS].sort())
    expect(new Set(shop.subscriptions.map(({ uri }) => uri))).toEqual(
      new Set([`${ask.visit.siteUrl}/webhooks/shopify/${connection.id}`]),
    )
    expect(await database.db.productImport.findUniqueOrThrow({ where: { id: importId } })).toMatchObject({
      source: 'store',
    })
    expect(
      await database.db.partner.findUniqueOrThrow({ where: { id: ask.partner.id }, include: { domains: true } }),
    ).toMatchObject({
      platform: 'shopify',
      websiteUrl: `https://${shop.shop}`,
      domains: expect.arrayContaining([expect.objectContaining({ host: shop.shop })]) as unknown,
    })
    expect(JSON.stringify(await getOwnStore(ask))).not.toMatch(/shpat_|api-secret|sealed/)
    const audit = await database.db.auditEntry.findFirst({
      where: { action: 'store_connected', subjectId: ask.partner.id },
    })
    expect(JSON.stringify(audit)).not.toMatch(/shpat_|api-secret/)
  })

  test.each([
    ['a wrong token', () => byToken({ accessToken: 'shpat_wrong' }), /^Authentication failed\. Your access token may/],
    ['a wrong secret', () => byClient({ clientSecret: 'wrong' }), /^Authentication failed\./],
    ['an unknown store', () => byToken({ storeUrl: 'nowhere' }), /^Store not found\. Please check your store/],
  ])('with %s stores nothing', async (_, input, message) => {
    await expect(connectStore(ask, input())).rejects.toThrow(message)
    expect(await getOwnStore(ask)).toBeNull()
  })

  test('names the missing scopes', async () => {
    shop.loseScope('read_orders', 'read_inventory')
    await expect(connectStore(ask, byToken())).rejects.toThrow('read_inventory, read_orders')
    expect(shop.subscriptions).toEqual([])
  })

  test('fails with a message to try again if the store responds incorrectly', async () => {
    shop.throttle(100, '500')
    await expect(connectStore(ask, byToken())).rejects.toThrow(
      /^(Failed to connect to your Shopify store\. Please try again\.|Could not access your Shopify store)/,
    )
  })

  describe('a store in another currency', () => {
    const currency = async () =>
      (await database.db.partner.findUniqueOrThrow({ where: { id: ask.partner.id } })).currency
    const sellIn = (currency: string) =>
      database.db.partner.update({ where: { id: ask.partner.id }, data: { currency } })

    test.each([
      ['a token', byToken],
      ['a client ID', byClient],
    ])('connects by %s only after the partner agrees to switch to its currency', async (_, input) => {
      await sellIn('EUR')
      await expect(connectStore(ask, input())).rejects.toMatchObject({
        code: 'conflict',
        field: 'takesCurrency',
        message: expect.stringMatching(
          /^Your store sells in GBP, but your currency on WTF is EUR\. .*Nothing has changed yet\.$/,
        ) as string,
      })
      expect([await currency(), await getOwnStore(ask), shop.subscriptions]).toEqual(['EUR', null, []])
      await connectStore(ask, input({ takesCurrency: 'on' }))
      expect([await currency(), (await getOwnStore(ask))?.currency]).toEqual(['GBP', 'GBP'])
    })

    test('is reconnected only after the partner agrees to switch to its currency', async () => {
      await connectStore(ask, byToken())
      shop.currency = 'EUR'
      const again = { mode: 'token', accessToken: 'shpat_right', apiSecret: 'api-secret' } as const
      await expect(reconnectStore(ask, again)).rejects.toMatchObject({ field: 'takesCurrency' })
      expect(await currency()).toBe('GBP')
      await reconnectStore(ask, { ...again, takesCurrency: 'on' })
      expect([await currency(), (await getOwnStore(ask))?.currency]).toEqual(['EUR', 'EUR'])
    })

    test('is refused with the next steps while the partner has products', async () => {
      await sellIn('EUR')
      await createProduct(database.db, { partnerId: ask.partner.id, currency: 'EUR' })
      await expect(connectStore(ask, byToken())).rejects.toMatchObject({
        code: 'conflict',
        message:
          'Your store sells in GBP, but your currency on WTF is EUR. Change it to GBP under Settings, Profile, then connect again. Nothing was changed.',
      })
      expect([await currency(), await getOwnStore(ask), shop.subscriptions]).toEqual(['EUR', null, []])
    })

    test('is refused if the partner has sales, because then only an administrator can change the currency', async () => {
      await sellIn('EUR')
      await createSaleAndInvoice(database.db, ask.partner.id)
      await database.db.conversion.update({ where: { id: ask.partner.id }, data: { status: 'pending' } })
      await expect(connectStore(ask, byToken())).rejects.toThrow('only our team can change it. Contact us')
      expect([await currency(), await getOwnStore(ask), shop.subscriptions]).toEqual(['EUR', null, []])
    })

    test('is refused if there is no exchange rate for its currency', async () => {
      const yen = shopify.add({
        shop: `yen${number}.myshopify.com`,
        name: 'Yen',
        token: 'shpat_right',
        apiSecret: 'api-secret',
        clientId: 'client',
        currency: 'JPY',
      })
      await expect(connectStore(ask, byToken({ storeUrl: yen.shop }))).rejects.toMatchObject({
        code: 'bad_input',
        field: 'currency',
      })
      expect(await getOwnStore(ask)).toBeNull()
    })

    test('prevents the partner from changing the currency while connected', async () => {
      await connectStore(ask, byToken())
      await expect(changeCurrency(ask, { currency: 'EUR', from: 'GBP' })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Velvet sells in GBP. Disconnect it first') as string,
      })
    })
  })

  test('does not take over the store of another partner', async () => {
    await connectStore(ask, byToken())
    const other = await createAsk()
    await expect(connectStore(other, byToken())).rejects.toThrow(
      'This Shopify store is already connected to another account.',
    )
    await disconnectStore(ask)
    await connectStore(other, byToken())
    expect(await getOwnStore(other)).toMatchObject({ status: 'active' })
  })

  test('is possible for another partner after a disconnection, and its products are available immediately', async () => {
    const other = await createAsk()
    await connectStore(other, byToken())
    const host = shop.shop
    const goesTo = async (who: typeof ask) => {
      const { id } = await createProduct(database.db, {
        partnerId: who.partner.id,
        productUrl: `https://${host}/products/coat`,
      })
      const target = (await findTargets(database.db, [id])).get(id)
      return target ? (resolveDestination(target)?.host ?? null) : null
    }
    await disconnectStore(other)
    expect(await goesTo(other)).toBe(host)
    await connectStore(ask, byToken())
    expect(await goesTo(ask)).toBe(host)
    expect(await goesTo(other)).toBeNull()
    const mails = await database.db.mail.findMany({ where: { kind: 'host_taken_over' } })
    expect(mails.some(({ subject }) => subject.includes(host))).toBe(true)
  })

  test('keeps a host with the partner that verified it, and explains this in the tracking health', async () => {
    const holder = await createPartnerAsk(database.db, { domain: null })
    await database.db.$transaction((tx) =>
      holdHost(tx, { partnerId: holder.partner.id, typed: shop.shop, proof: 'dns' }),
    )
    await connectStore(ask, byToken())
    const { id: connectionId } = await database.db.shopifyConnection.findFirstOrThrow({
      where: { partnerId: ask.partner.id },
    })
    const { id: productId } = await createProduct(database.db, {
      partnerId: ask.partner.id,
      productUrl: `https://${shop.shop}/products/coat`,
    })
    const check = async () => (await getTrackingHealth(ask))?.checks.find(({ name }) => name === 'Shoppers can buy')
    expect(await check()).toMatchObject({ state: 'waiting' })
    await database.db.storeProduct.create({ data: { connectionId, externalId: '1', productId, updatedAt: new Date() } })
    expect(await check()).toMatchObject({
      state: 'broken',
      text: `Shoppers cannot buy 1 of your 1 newest products: ${shop.shop} is not verified for your store.`,
      todo: expect.stringContaining('has been verified by another store on WTF'),
    })
    await database.db.partnerDomain.update({ where: { host: shop.shop }, data: { partnerId: ask.partner.id } })
    expect(await check()).toMatchObject({ state: 'good' })
  })

  test('succeeds for only one of two partners who connect a store at once', async () => {
    const other = await createAsk()
    const outcomes = await Promise.allSettled([connectStore(ask, byToken()), connectStore(other, byToken())])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('allows one store for each partner', async () => {
    await connectStore(ask, byToken())
    await expect(connectStore(ask, byToken())).rejects.toThrow('A store is already connected.')
  })
})

describe('a connected store', () => {
  beforeEach(async () => {
    await connectStore(ask, byToken())
  })

  test('accepts the previous secret for a day after a rotation', async () => {
    const now = new Date()
    await rotateStoreSecret(ask, { newSecret: 'newer' }, now)
    const connection = await kept()
    expect(openSecrets(connection)).toEqual({ token: 'shpat_right', secret: 'newer', previousSecret: 'api-secret' })
    expect(connection.previousSecretUntil?.getTime()).toBe(now.getTime() + 86_400_000)
  })

  test('accepts a new token for the same store, and adds missing subscriptions', async () => {
    shop.subscriptions = shop.subscriptions.slice(3)
    shop.setToken('shpat_newer')
    const again = { mode: 'token', accessToken: 'shpat_newer', apiSecret: 'api-secret' } as const
    await reconnectStore(ask, again)
    expect(openSecrets(await kept())).toMatchObject({
      token: 'shpat_newer',
      secret: 'api-secret',
      previousSecret: null,
    })
    expect(shop.subscriptions).toHaveLength(TOPICS.length)
    await expect(reconnectStore(ask, { ...again, accessToken: 'shpat_no' })).rejects.toThrow(/^Authentication/)
  })

  test('accepts the secret of a new app, and the previous one for a day', async () => {
    const now = new Date()
    shop.setToken('shpat_newer')
    await reconnectStore(ask, { mode: 'token', accessToken: 'shpat_newer', apiSecret: 'of-new-app' }, now)
    const connection = await kept()
    expect(openSecrets(connection)).toMatchObject({ secret: 'of-new-app', previousSecret: 'api-secret' })
    expect(connection.previousSecretUntil?.getTime()).toBe(now.getTime() + 86_400_000)
  })

  test('gets no new secret if it is disconnected during the change', async () => {
    const connection = await kept()
    const { id } = connection
    await disconnectStore(ask)
    const change = database.db.$transaction((tx) => changeSecrets(tx, id, { token: 'shpat_1', secret: 'late' }))
    await expect(change).rejects.toMatchObject({ code: 'conflict' })
    const place = { siteUrl: ask.visit.siteUrl, connection, signal: new AbortController().signal }
    const remaking = remakeSubscriptions(database.db, place, { shop: shop.shop, token: 'shpat_right' })
    await expect(remaking).rejects.toMatchObject({ code: 'conflict' })
    expect(await database.db.shopifyWebhook.count({ where: { connectionId: id } })).toBe(0)
    configureSecrets([Buffer.alloc(32, 8)])
    expect(await resealSecrets(database.db)).toMatchObject({ stores: 0, unopened: [] })
    expect(await kept()).toMatchObject({ status: 'revoked', sealedToken: null, sealedSecret: null })
  })

  test('is disconnected without waiting for the store', async () => {
    shop.answersAfterMs = 3_000
    const disconnecting = disconnectStore(ask)
    await vi.waitFor(async () => expect((await kept()).status).toBe('revoked'), { timeout: 1_000, interval: 20 })
    shop.answersAfterMs = 0
    await disconnecting
  })

  test('removes its subscriptions and deletes our credentials when it is disconnected', async () => {
    await disconnectStore(ask)
    expect(shop.subscriptions).toEqual([])
    expect(await kept()).toMatchObject({
      status: 'revoked',
      sealedToken: null,
      sealedSecret: null,
      sealedPreviousSecret: null,
      clientId: null,
      disconnectedAt: expect.any(Date) as unknown,
    })
    await expect(disconnectStore(ask)).rejects.toThrow('No store is connected.')
    await connectStore(ask, byClient())
    expect(await kept()).toMatchObject({ status: 'active', mode: 'client_credentials', disconnectedAt: null })
  })

  test('gets back the row that a migration made without its ID', async () => {
    const { id, shopId } = await kept()
    await disconnectStore(ask)
    await database.db.shopifyConnection.update({ where: { id }, data: { shopId: `unknown: ${shop.shop}` } })
    await connectStore(ask, byToken())
    expect(await kept()).toMatchObject({ id, shopId, status: 'active' })
    expect(await database.db.shopifyConnection.count()).toBe(1)
  })

  test('can be disconnected even if the store no longer exists', async () => {
    shop.uninstall()
    await disconnectStore(ask)
    expect((await kept()).status).toBe('revoked')
  })

  test('keeps its ID when its domain changes', async () => {
    const { id } = await kept()
    const moved = shopify.add({ shop: `moved${number}.myshopify.com`, token: 'shpat_right', apiSecret: 'api-secret' })
    const { signal } = new AbortController()
    expect(await moveStore(database.db, { connectionId: id, shop: 'nowhere.myshopify.com' }, signal)).toBe(false)
    expect(await moveStore(database.db, { connectionId: id, shop: 'evil.test' }, signal)).toBe(false)
    expect(await moveStore(database.db, { connectionId: id, shop: moved.shop }, signal)).toBe(true)
    expect((await kept()).shop).toBe(moved.shop)
  })

  test('re-encrypts its secrets once when the encryption key changes', async () => {
    configureSecrets([Buffer.alloc(32, 8), Buffer.alloc(32, 7)])
    const before = await kept()
    expect(await resealSecrets(database.db)).toMatchObject({ stores: 1 })
    expect(await resealSecrets(database.db)).toMatchObject({ stores: 0 })
    configureSecrets([Buffer.alloc(32, 8)])
    const after = await kept()
    expect(after.keyId).not.toBe(before.keyId)
    expect(openSecrets(after)).toMatchObject({ token: 'shpat_right', secret: 'api-secret' })
    expect(() => openSecrets(before)).toThrow(/is not in SECRETS_KEYS/)
    // A connection with an unknown encryption key is reported.
    configureSecrets([Buffer.alloc(32, 9)])
    expect(await resealSecrets(database.db)).toMatchObject({ stores: 0, unopened: [shop.shop] })
  })
})
