import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApproval } from '#server/connections/connect-by-approval.service.ts'
import { approvalInput } from '#server/connections/connections.schema.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { createPartnerAsk } from '#tests/factories.ts'
import { TEST_KEY } from '#tests/setup/store-connection.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { payload } from '#tests/woocommerce/payloads.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')), { TRUST_PROXY: '1' })
const recorded = payload('connect-callback') as { type: string; ua: string; body: Record<string, unknown> }
let address = 0
let state: string
let partnerId: string

beforeAll(() => configureSecrets([TEST_KEY]))
beforeEach(async () => {
  const store = await startWooCommerce()
  allowOwnOrigins([store.url])
  const ask = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  const { page } = await startApproval(ask, approvalInput.parse({ storeUrl: store.url }))
  await store.stop()
  partnerId = ask.partner.id
  state = new URL(page).searchParams.get('user_id') ?? ''
  address++
})

const post = (body: unknown, to = '/webhooks/woocommerce/keys') =>
  shop.ask(
    to,
    { 'content-type': recorded.type, 'user-agent': recorded.ua, 'x-forwarded-for': `203.0.113.${address}` },
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
  )
const send = async (given: object = {}) => (await post({ ...recorded.body, user_id: state, ...given })).status
const hasKey = async () =>
  (await database.db.storeApproval.findUniqueOrThrow({ where: { partnerId } })).sealedToken !== null

describe('a key from a store', () => {
  test('is accepted once, in the format that stores send, and stored encrypted', async () => {
    const answer = await post({ ...recorded.body, user_id: state })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await send()).toBe(401)
    const row = await database.db.storeApproval.findUniqueOrThrow({ where: { partnerId } })
    expect(Buffer.from(row.sealedToken ?? []).toString()).not.toContain('ck_0')
  })

  test('is rejected if its state is wrong, expired or missing', async () => {
    expect(await send({ user_id: 'x'.repeat(43) })).toBe(401)
    expect(await send({ user_id: undefined })).toBe(401)
    expect(await send({ user_id: 42 })).toBe(401)
    expect(await send({ consumer_secret: 'secret' })).toBe(401)
    await database.db.storeApproval.update({
      where: { partnerId },
      data: { expiresAt: new Date(Date.now() - MINUTE_MS) },
    })
    expect(await send()).toBe(401)
    expect(await hasKey()).toBe(false)
  })

  test.each(['', '{', '[]', '"text"', 'null', '[[[[[[[[[['])('is rejected with the body %j', async (body) => {
    expect((await post(body)).status).toBe(401)
    expect(await hasKey()).toBe(false)
  })

  test('is rejected before parsing if its body is huge', async () => {
    expect(await send({ more: 'x'.repeat(10_000) })).toBe(413)
    expect(await hasKey()).toBe(false)
  })

  test('is rate limited for each address', async () => {
    const statuses = await Promise.all(Array.from({ length: 61 }, () => send({ user_id: 'x' })))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  test('is not accepted for a platform without approvals', async () => {
    expect((await post({ ...recorded.body, user_id: state }, '/webhooks/shopify/keys')).status).toBe(401)
    expect(await hasKey()).toBe(false)
  })
})
