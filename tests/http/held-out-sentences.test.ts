import pg from 'pg'
import superjson from 'superjson'
import { expect, test } from 'vitest'
import { ratesToBase } from '#server/search/rates.ts'
import { loadCatalogue } from '../bench/relevance/catalogue.ts'
import { Judge, loadJudged } from '../bench/relevance/judged.ts'
import { useShop } from './shop.ts'

const FIRST_SCREEN = 4
/** The minimum number of correct results for each file of sentences. */
const LEAST = {
  'held-out.yaml': 50,
  'held-out-second.yaml': 48,
  'held-out-third.yaml': 48,
  'held-out-fourth.yaml': 50,
  'held-out-fifth.yaml': 49,
  'held-out-sixth.yaml': 49,
  'held-out-seventh.yaml': 47,
  'held-out-eighth.yaml': 48,
  'held-out-ninth.yaml': 49,
  'held-out-tenth.yaml': 48,
  'held-out-eleventh.yaml': 48,
  'held-out-twelfth.yaml': 47,
  'held-out-thirteenth.yaml': 49,
  'training.yaml': 386,
} as const

const shop = useShop()

test.each(Object.entries(LEAST))(
  'shows products that meet every requirement first, for most sentences in %s',
  async (name, least) => {
    const pool = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 })
    const items = await loadCatalogue(pool).finally(() => pool.end())
    const judge = new Judge(items, await ratesToBase(shop.db))
    const kindOf = new Map(items.map(({ id, slug }) => [id, slug]))
    const visitor = shop.visitor()
    const wrong: string[] = []
    const queries = loadJudged([name])
    for (const query of queries) {
      const input = encodeURIComponent(superjson.stringify({ q: query.q }))
      const response = await visitor.ask(`/trpc/search.products?input=${input}`)
      const { result } = (await response.json()) as { result: { data: Parameters<typeof superjson.deserialize>[0] } }
      const { products, nearly } = superjson.deserialize<Found>(result.data)
      const ids = [...products, ...(nearly?.products ?? [])].map(({ id }) => id)
      const graded = judge.grade(query, ids)
      const isRight = graded
        ? !graded.hasWrongKind && !graded.isDropped
        : // If no product matches fully, the list may be empty, but has no products of another kind.
          ids.slice(0, FIRST_SCREEN).every((id) => query.kinds?.includes(kindOf.get(id) ?? '') ?? true)
      if (!isRight) wrong.push(query.q)
    }
    expect(queries.length - wrong.length, wrong.join('\n')).toBeGreaterThanOrEqual(least)
  },
)

interface Found {
  products: Array<{ id: string }>
  nearly: { products: Array<{ id: string }> } | null
}
