import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { ACTIVE } from '#server/platform/listed.ts'
import { buildLexicon, type Lexicon } from './lexicon.ts'

const KEPT_MS = 60_000
/** Of the newest products: reading a million for a list of tags would take seconds. */
const SAMPLE = 20_000
const MOST_VALUES = 2_000

const kept = keptByDatabase(KEPT_MS, readLexicon)

/**
 * The lexicon of this database's catalogue, at most a minute old; whoever asks while it is read gets the same reading. Brands and
 * categories are whole; tags, colours and sizes are those of the newest 20,000 products, the commonest 2,000 of each.
 * @throws what the database throws; the next one to ask reads again.
 */
export function currentLexicon(db: Db): Promise<Lexicon> {
  return kept.forceFetch(db)
}

async function readLexicon(db: Db): Promise<Lexicon> {
  const [brands, categories, values] = await Promise.all([
    db.$queryRaw<Array<{ slug: string; name: string }>>`SELECT slug, name FROM brands ORDER BY slug`,
    db.$queryRaw<Array<{ slug: string; name: string; parent: string | null }>>`
      SELECT c.slug, c.name, p.slug AS parent FROM categories c LEFT JOIN categories p ON p.id = c.parent_id WHERE c.is_active ORDER BY c.level, c.sort_order, c.slug`,
    // eslint-disable-next-line house/listed-products -- a sample of words: a partner's come and go with it soon enough
    db.$queryRaw<Array<{ kind: 'tag' | 'colour' | 'size'; value: string }>>`
      WITH newest AS MATERIALIZED (SELECT tags, style_tags, colours, sizes FROM products p WHERE ${ACTIVE} ORDER BY id DESC LIMIT ${SAMPLE}),
      counted AS (
        SELECT kind, value, count(*) AS products FROM (
          SELECT 'tag' AS kind, unnest(tags || style_tags) AS value FROM newest
          UNION ALL SELECT 'colour', unnest(colours) FROM newest
          UNION ALL SELECT 'size', unnest(sizes) FROM newest
        ) named GROUP BY kind, value
      )
      SELECT kind, value FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY products DESC, value) AS place FROM counted) placed WHERE place <= ${MOST_VALUES}`,
  ])
  const of = (wanted: 'tag' | 'colour' | 'size') =>
    values.filter(({ kind }) => kind === wanted).map(({ value }) => value)
  return buildLexicon({ brands, categories, tags: of('tag'), colours: of('colour'), sizes: of('size') })
}
