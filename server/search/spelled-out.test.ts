import { beforeAll, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { describeStale } from './describe-products.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'
import { suggest } from './suggest.service.ts'
import { getLexiconNow } from './understand/lexicon.service.ts'

const database = useTestDatabase()
const search = async (q: string) => {
  const found = await searchProducts(
    { db: database.db, engine: new SqlEngine(database.db) },
    searchProductsInput.parse({ q, sort: 'name_asc' }),
  )
  return { names: found.products.map(({ name }) => name), corrections: found.corrections }
}

beforeAll(async () => {
  const { db } = database
  const { id: categoryId } = await createCategory(db, { slug: 'dresses', name: 'Dresses' })
  const add = async (businessName: string, name: string) => {
    const { id: partnerId } = await createPartner(db, { businessName })
    await createProduct(db, { partnerId, name, categoryId, gender: 'women', variants: [{ stock: 1 }] })
  }
  await add('Søren Müller', 'Åkerholm dress')
  await add('Blü', 'Jäger dress')
  await add('Linhavento', 'Straßenkleid dress')
  await describeStale(db)
  await getLexiconNow(db)
})

test.each<[string[], string]>([
  [['Søren', 'Soren', 'Soeren', 'soeren mueller', 'Müller', 'muller', 'Mueller', 'mueller dress'], 'Åkerholm dress'],
  [['Åkerholm', 'akerholm', 'aakerholm'], 'Åkerholm dress'],
  [['jäger', 'jager', 'jaeger'], 'Jäger dress'],
  [['strassenkleid', 'straßenkleid'], 'Straßenkleid dress'],
])('%j find %s, without a correction', async (queries, name) => {
  for (const q of queries) expect({ q, ...(await search(q)) }).toMatchObject({ q, names: [name], corrections: [] })
})

test("'blue' does not find 'Blü'", async () => expect((await search('blue')).names).not.toContain('Jäger dress'))

test.each(['soeren mue', 'soren mu', 'Søren Mü', 'mueller', 'aakerh'])(
  'suggests the accented name for %j',
  async (text) => {
    const found = await suggest({ db: database.db, engine: new SqlEngine(database.db) }, text)
    expect(found.map(({ label }) => label)).toContain(text === 'aakerh' ? 'Åkerholm dress' : 'Søren Müller')
  },
)
