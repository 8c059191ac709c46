import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mixSeed, Random } from '#demo/catalogue/random.ts'
import { OPERATIONS } from '#server/partner-api/operations.ts'
import type { Operation } from '#server/partner-api/define-operation.ts'
import { KEY_SCOPES, type KeyScope } from '#server/sales/conversions-api/key-scopes.schema.ts'
import { createKey } from '#server/sales/conversions-api/store-keys.service.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { hostileText, plausible, spoilt, type JsonSchema, type KnownTexts } from '#tests/attack/values.ts'
import { createClick, createPartnerAsk, createProduct } from '#tests/factories.ts'
import { minutesAfter, openInvoice, ORDERED, signal, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

/** Calls of each operation. `npm run test:generated` makes 500. */
const CALLS = Number(process.env.GENERATED_CALLS ?? 100)
const SEED = 20_261_127
const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
let key: string
let partnerId: string
let known: KnownTexts
/** The existing ID that a call needs. */
let rightId: (operation: string) => string

// Each operation has its own partner: the limits count by partner.
beforeEach(async () => {
  const ask = { ...(await createPartnerAsk(database.db)), visit: createVisit() }
  partnerId = ask.partner.id
  await database.db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '2026-11-21', acceptedAt: new Date(0) },
  })
  const product = await createProduct(database.db, { partnerId })
  const variant = await database.db.productVariant.findFirstOrThrow({ where: { productId: product.id } })
  const click = await createClick(database.db, product, { clickedAt: minutesAfter(ORDERED, -60) })
  await recordOrder(database.db, partnerId, storeOrder({ signals: [signal({ clickId: click.id })] }), ORDERED)
  const sale = await database.db.conversion.findFirstOrThrow({ where: { partnerId } })
  known = {
    ids: [product.id, variant.id, sale.id, partnerId],
    emails: ['a@b.test'],
    words: ['linen', 'dress', 'USD', 'red'],
  }
  const invoice = await database.db.invoice.create({
    data: {
      ...openInvoice(partnerId),
      lines: { create: { place: 1, description: 'A line', baseMinor: 100, amountMinor: 10 } },
    },
  })
  rightId = (id) => (/Sale/.test(id) ? sale.id : /Invoice/.test(id) ? invoice.id : product.id)
  key = (await createKey(ask, { name: 'Server', kind: 'bearer', scopes: Object.keys(KEY_SCOPES) as KeyScope[] })).secret
})

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Generates a value. Most calls match the schemas, so that the services run. The others violate them. */
function valueOf(schema: JsonSchema, random: Random): unknown {
  const fitting = plausible(schema, random, known)
  return random.chance(0.6) ? fitting : spoilt(fitting, random)
}

function callOf(operation: Operation, random: Random) {
  const { id, method, path, params, query } = operation
  const ids = plausible(schemaOf(params), random, known) as Record<string, string>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(
      random
        .weighted([
          [rightId(id), 6],
          [ids[name]!, 3],
          [hostileText(random), 1],
        ])
        .toWellFormed()
        .slice(0, 500),
    ),
  )
  const parameters = valueOf(schemaOf(query), random)
  const search = new URLSearchParams(
    typeof parameters === 'object' && parameters !== null
      ? Object.entries(parameters).map(([name, value]): [string, string] => [
          name.toWellFormed().slice(0, 100),
          (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 2_000),
        ])
      : [],
  )
  return {
    address: `/api/v1${filled}?${search}`,
    init: {
      method: method.toUpperCase(),
      ...(operation.body && { body: (JSON.stringify(bodyOf(operation, random)) ?? '').toWellFormed() }),
    },
    headers: {
      ...(random.chance(0.2) && operation.body && { 'idempotency-key': `key-${random.below(20)}` }),
    } as Record<string, string>,
  }
}

/** Creates small bodies that the services accept. */
const SOUND: Readonly<Record<string, (random: Random) => object>> = {
  createProduct: (random) => ({
    handle: `dress-${random.below(10 ** 9)}`,
    name: random.pick(known.words),
    currency: 'USD',
    variants: [{ priceMinor: random.below(10 ** 6), stock: random.below(100) }],
  }),
  updateProduct: (random) => ({ material: random.pick(known.words), tags: [random.pick(known.words)] }),
  changeVariants: (random) => ({ variants: [{ variantId: random.pick(known.ids), stock: random.below(100) }] }),
}

function bodyOf({ id, body }: Operation, random: Random): unknown {
  const sound = SOUND[id]?.(random)
  if (!body || !sound || random.chance(0.4)) return body && valueOf(schemaOf(body), random)
  const other = valueOf(schemaOf(body), random)
  const fields = typeof other === 'object' && other !== null ? Object.entries(other) : []
  return { ...(random.chance(0.7) && Object.fromEntries(random.sample(fields, 1))), ...sound }
}

test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  `${CALLS} generated calls of %s cause no server error, and responses match the schema`,
  { timeout: 240_000 },
  async (_, operation) => {
    const statuses = new Map<number, number>()
    for (let number = 0; number < CALLS; number++) {
      const random = new Random(mixSeed(SEED, number))
      const { address, init, headers } = callOf(operation, random)
      const response = await shop.ask(address, { authorization: `Bearer ${key}`, ...headers }, init)
      const text = await response.text()
      expect([response.status < 500, address, init.body?.slice(0, 2_000), text]).toEqual([
        true,
        address,
        init.body?.slice(0, 2_000),
        text,
      ])
      const body = JSON.parse(text) as object
      if (response.ok) operation.answer.parse(body)
      else expect(body).toMatchObject({ status: response.status, detail: expect.any(String) as string })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
    // Enough calls must pass the schemas to reach the services.
    expect(statuses.get(operation.status) ?? 0).toBeGreaterThan(CALLS / 20)
  },
)
