import { beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '#server/partner-api/operations.ts'
import { KEY_SCOPES, type KeyScope } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { createKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { minutesAfter, openInvoice, ORDERED, signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { PARTNER_API_ROWS, type StoreThings } from './matrix/partner-api.ts'

const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
const SCOPES = Object.keys(KEY_SCOPES) as KeyScope[]

let keys: Record<KeyScope, string>
let mine: StoreThings
let theirs: StoreThings & { partnerId: string }

/** Creates a store with one of everything that the API shows. */
async function createStore() {
  const ask = { ...(await createPartnerAsk(database.db, { createdAt: new Date('2020-01-01') })), visit: createVisit() }
  const partnerId = ask.partner.id
  await database.db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date(0) },
  })
  const product = await createProduct(database.db, { partnerId })
  const variant = await database.db.productVariant.findFirstOrThrow({ where: { productId: product.id } })
  const click = await createClick(database.db, product, { clickedAt: minutesAfter(ORDERED, -60) })
  await recordOrder(database.db, partnerId, storeOrder({ signals: [signal({ clickId: click.id })] }), ORDERED)
  const sale = await database.db.conversion.findFirstOrThrow({ where: { partnerId } })
  const invoice = await database.db.invoice.create({
    data: {
      ...openInvoice(partnerId),
      lines: { create: { place: 1, description: `Line of ${partnerId}`, baseMinor: 100, amountMinor: 10 } },
    },
  })
  const things = { saleId: sale.id, invoiceId: invoice.id, productId: product.id, variantId: variant.id }
  return { ask, things: { ...things, partnerId, clickId: click.id } }
}

beforeAll(async () => {
  const [me, stranger] = [await createStore(), await createStore()]
  mine = me.things
  theirs = stranger.things
  const made = await Promise.all(
    SCOPES.map(
      async (scope) => [scope, await createKey(me.ask, { name: scope, kind: 'bearer', scopes: [scope] })] as const,
    ),
  )
  keys = Object.fromEntries(made.map(([scope, { secret }]) => [scope, secret])) as Record<KeyScope, string>
})

async function call(scope: KeyScope, method: string, { path, body }: { path: string; body?: object }) {
  const response = await shop.ask(
    `/api/v1${path}`,
    { authorization: `Bearer ${keys[scope]}` },
    { method: method.toUpperCase(), ...(body && { body: JSON.stringify(body) }) },
  )
  return { status: response.status, text: await response.text() }
}

/** Returns all data of the other store that a call could change. */
const belongings = async () => {
  const { partnerId } = theirs
  return JSON.stringify(
    [
      await database.db.product.findMany({ where: { partnerId }, include: { variants: true, images: true } }),
      await database.db.productAct.count({ where: { partnerId } }),
      await database.db.idempotentCall.count({ where: { partnerId } }),
    ],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}

test('has a row for every call, and no extra rows', () =>
  expect(Object.keys(PARTNER_API_ROWS).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted()))

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  '%s',
  (id, { method, scope, status }) => {
    const row = PARTNER_API_ROWS[id]!

    test('gives a key with the right scope access to its own store, and rejects all other scopes', async () => {
      const before = await belongings()
      const results = new Map<KeyScope, number>()
      for (const each of SCOPES) {
        const answer = await call(each, method, row.own(mine))
        results.set(each, answer.status)
        for (const secret of Object.values(theirs)) expect(answer.text).not.toContain(secret)
        if (each !== scope) expect(answer.text).toContain(scope)
      }
      expect(Object.fromEntries(results)).toEqual(
        Object.fromEntries(SCOPES.map((each) => [each, each === scope ? status : 403])),
      )
      expect(await belongings()).toBe(before)
    })

    if (row.foreign)
      test('neither finds nor changes data of other stores', async () => {
        const before = await belongings()
        const answer = await call(scope, method, row.foreign!(theirs))
        if (row.isPartial) expect(JSON.parse(answer.text)).toMatchObject({ changed: 0, refused: [{ index: 0 }] })
        else expect(answer.status).toBe(404)
        expect(await belongings()).toBe(before)
      })
  },
)

test('the conversions API also requires its scope', async () => {
  const refused = await call('sales:read', 'get', { path: '/conversions/1' })
  const allowed = await call('conversions', 'get', { path: '/conversions/1' })
  expect([refused.status, allowed.status]).toEqual([403, 404])
})
