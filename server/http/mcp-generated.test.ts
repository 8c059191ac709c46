import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mixSeed, Random } from '#demo/catalogue/random.ts'
import { createToken } from '#server/auth/personal-tokens/personal-tokens.service.ts'
import { TOKEN_SCOPES, type TokenScope } from '#server/auth/personal-tokens/token-scopes.schema.ts'
import { assistantTools } from '#server/mcp/assistant-server.ts'
import { saveSearch } from '#server/new-in/save-search.service.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { plausible, spoilt, type JsonSchema, type KnownTexts } from '#tests/attack/values.ts'
import { createCategory, createPartner, createProduct, createSizeTable, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'
import { createVisit } from '#tests/setup/visit.ts'

/** Calls of each tool. `npm run test:generated` makes 500. */
const CALLS = Number(process.env.GENERATED_CALLS ?? 100)
const SEED = 20_261_128
const database = useTestDatabase()
const shop = useTestShop(database, () => Promise.reject(new Error('This is no page.')))
let token: string
let known: KnownTexts
/** Existing IDs by field. */
let ids: Readonly<Record<string, string>>

beforeAll(async () => {
  const { db } = database
  const partner = await createPartner(db, { businessName: 'Moss', returnsDays: 30 })
  const category = await createCategory(db, { name: 'Dresses', slug: 'dresses' })
  const dress = { partnerId: partner.id, categoryId: category.id, gender: 'women', name: 'Linen dress' }
  const [product, other] = [await createProduct(db, dress), await createProduct(db, dress)]
  await createSizeTable(db, { partnerId: partner.id, brandId: product.brandId, categoryId: category.id })
  const viewer = await createViewer(db, { emailVerifiedAt: new Date() })
  const ask = { db, engine: new SqlEngine(db), viewer, visit: createVisit() }
  const { searchId } = await saveSearch(ask, { list: '/discover?q=linen', name: '', mails: 'off' })
  ids = { productId: product.id, storeId: partner.id, searchId }
  known = {
    ids: [product.id, other.id, partner.id, searchId],
    emails: ['a@b.test'],
    words: ['linen', 'dress', 'dresses', 'women', 'Moss'],
  }
  const scopes = Object.keys(TOKEN_SCOPES) as TokenScope[]
  token = (await createToken(ask, { name: 'Test', scopes, days: 30 })).token
})

/**
 * Returns an input for a tool. Most match the schema, and most of those contain existing IDs. The others violate the
 * schema.
 */
function inputOf(schema: z.ZodType, random: Random): unknown {
  const fitting = plausible(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    random,
    known,
  )
  if (random.chance(0.3)) return spoilt(fitting, random)
  if (typeof fitting !== 'object' || fitting === null) return fitting
  return Object.fromEntries(
    Object.entries(fitting).map(([name, value]) => [name, random.chance(0.7) ? (ids[name] ?? value) : value]),
  )
}

interface Answer {
  result?: { isError?: boolean; content: Array<{ text: string }>; structuredContent?: object }
  error?: { message: string }
}

test.each(assistantTools.map((tool) => [tool.name, tool] as const))(
  `${CALLS} generated calls of %s cause no server error`,
  { timeout: 240_000 },
  async (name, { input }) => {
    let answered = 0
    for (let number = 0; number < CALLS; number++) {
      const random = new Random(mixSeed(SEED, number))
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: inputOf(input, random) },
      }).toWellFormed()
      const response = await shop.ask(
        '/mcp',
        {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        { method: 'POST', body },
      )
      expect([body, response.status < 500]).toEqual([body, true])
      const { result, error } = (await response.json()) as Answer
      const said = result?.isError ? (result.content[0]?.text ?? '') : (error?.message ?? '')
      expect([body, said]).toEqual([body, expect.not.stringMatching(/on our side|Output validation|too large/)])
      if (result && !result.isError) answered++
    }
    // Enough calls must pass the schemas. The only saved search can be removed just once.
    expect(answered).toBeGreaterThan(name === 'remove_saved_search' ? 0 : CALLS / 20)
  },
)
