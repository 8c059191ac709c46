import pg from 'pg'
import type { LoggedSearch } from '#server/search/log/search-log.schema.ts'
import { Random } from './catalogue/random.ts'
import { copyRows, type CopyValue } from './copy-rows.ts'
import { demoId } from './demo-ids.ts'

const SEED = 15
const DAYS = 14
const SEARCHES = 640
/** The share of searches on a partner's page. */
const PARTNER_SHARE = 1 / 8
const CLICK_SHARE = 0.4

interface DemoSearch {
  /** The typed spellings, the most common first. */
  spellings: readonly string[]
  weight: number
  /** Prefixes of words in the texts of matching products. */
  words: readonly string[]
  /** For a sentence: the filters parsed from it. */
  filters?: LoggedSearch['filters']
}

const plain = (weight: number, words: string, ...spellings: string[]): DemoSearch => ({
  spellings,
  weight,
  words: words.split(' '),
})
const sentence = (weight: number, words: string, filters: LoggedSearch['filters'], spelling: string): DemoSearch => ({
  spellings: [spelling],
  weight,
  words: words.split(' '),
  filters,
})

const DEMO_SEARCHES: readonly DemoSearch[] = [
  plain(30, 'linen dress', 'linen dress', 'Linen dress', 'linen dresses'),
  plain(26, 'black boot', 'black boots', 'Black boots', 'black boot'),
  plain(22, 'raincoat', 'raincoat', 'rain coat', 'Raincoat'),
  plain(18, 'jumper cashmere', 'cashmere jumper', 'cashmere jumpers'),
  plain(16, 'trench', 'trench coat', 'Trench coat'),
  plain(15, 'trainer', 'white trainers', 'trainers'),
  plain(14, 'denim jacket', 'denim jacket', 'denim jackets'),
  plain(13, 'hoop gold', 'gold hoops', 'gold hoop earrings'),
  plain(12, 'tote', 'tote bag', 'leather tote'),
  plain(11, 'legging', 'leggings', 'Leggings'),
  plain(10, 'wool coat', 'wool coat', 'wool coats'),
  plain(9, 'silk', 'silk blouse', 'silk shirt'),
  plain(9, 'swimsuit', 'swimsuit', 'swim suit'),
  plain(8, 'loafer', 'loafers', 'loafer'),
  plain(8, 'wide jean', 'wide leg jeans', 'Wide-leg jeans'),
  plain(7, 'hoodie', 'hoodie'),
  plain(7, 'blazer', 'blazer', 'oversized blazer'),
  plain(6, 'beanie', 'beanie'),
  plain(6, 'puffer', 'puffer jacket', 'puffer'),
  plain(5, 'cardigan', 'cardigan'),
  plain(5, 'backpack', 'backpack', 'back pack'),
  plain(4, 'watch', 'watch'),
  plain(4, 'belt', 'leather belt'),
  plain(3, 'sunglasses', 'sunglasses', 'sun glasses'),
  sentence(
    9,
    'linen dress',
    { categories: ['dresses'], materials: ['linen'], colours: ['black'], currency: 'GBP', priceMaxMinor: 8_000 },
    'black linen dress under £80',
  ),
  sentence(8, 'wedding', { tags: ['wedding guest'], colours: ['sage green'] }, 'wedding guest outfit in sage green'),
  sentence(
    7,
    'raincoat',
    { tags: ['warm', 'rainy', 'commute'], not: ['material:wool'] },
    'something warm for a rainy commute, not wool',
  ),
  sentence(
    6,
    'running',
    { tags: ['running'], currency: 'USD', priceMinMinor: 2_000, priceMaxMinor: 5_000 },
    'gift for a runner between 20 and 50 dollars',
  ),
  sentence(5, 'coat wool', { categories: ['coats-jackets'], materials: ['wool'], onSale: true }, 'a wool coat on sale'),
  sentence(
    4,
    'trainer',
    { categories: ['shoes'], colours: ['white'], currency: 'EUR', priceMaxMinor: 12_000 },
    'white trainers for less than 120 euros',
  ),
  plain(10, 'wellington', 'wellington boots', 'wellies'),
  plain(7, 'kilt', 'kilt', 'Kilt'),
  plain(6, 'umbrella', 'umbrella'),
  plain(5, 'dungaree', 'dungarees'),
  plain(4, 'tuxedo', 'velvet tuxedo'),
  plain(3, 'sari', 'silk sari'),
  plain(2, 'clog', 'clogs'),
  plain(6, 'sequin dress', 'sequin dress', 'sequin dresses'),
  plain(5, 'tulle skirt', 'tulle skirt'),
  plain(4, 'cape coat', 'cape coat'),
  plain(4, 'fringe jumper', 'fringed jumper'),
  plain(3, 'hawaiian shirt', 'hawaiian shirt'),
]

interface Row {
  partner_id: string
  search_text: string
}

/** Creates two weeks of the demo visitors' searches, so that there are popular searches, and some without results. */
export async function seedSearches(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows: products } = await client.query<Row>(
      `SELECT partner_id, search_text FROM products WHERE status = 'active' ORDER BY id LIMIT 1200`,
    )
    const partners = [...new Set(products.map((product) => product.partner_id))]
    const texts = products.map((product) => ` ${product.search_text.replaceAll('\n', ' ')}`)
    const random = new Random(SEED)
    const now = Date.now()
    const choices = DEMO_SEARCHES.map((search) => [search, search.weight] as const)
    const rows: CopyValue[][] = []
    for (let n = 0; n < SEARCHES; n++) {
      const { spellings, words, filters } = random.weighted(choices)
      // Most people use the usual spelling.
      const query = random.chance(0.6) ? (spellings[0] ?? '') : random.pick(spellings)
      const partnerId = partners.length && random.chance(PARTNER_SHARE) ? random.pick(partners) : null
      const found = products.filter(
        (product, at) =>
          (partnerId ?? product.partner_id) === product.partner_id &&
          words.every((word) => texts[at]?.includes(` ${word}`)),
      ).length
      const at = now - Math.floor(random.next() * DAYS * 86_400_000)
      // Most people open one of the first products.
      const position =
        found && random.chance(CLICK_SHARE) ? 1 + Math.floor(random.next() ** 2 * Math.min(found, 24)) : null
      const mode = filters ? 'intelligent' : 'normal'
      rows.push([
        demoId(SEED, 'search', n),
        new Date(at),
        query,
        mode,
        JSON.stringify(filters ?? {}),
        partnerId,
        found,
        position,
        position && new Date(at + 15_000),
      ])
    }
    await copyRows(
      client,
      'search_log',
      ['id', 'searched_at', 'query', 'mode', 'filters', 'partner_id', 'found', 'clicked_position', 'clicked_at'],
      rows,
    )
  } finally {
    await client.end()
  }
}
