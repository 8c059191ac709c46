import MiniSearch from 'minisearch'
import type pg from 'pg'
import type { Db } from '#server/platform/db.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import { PAGE_SIZE, searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import type { Item } from './catalogue.ts'

export const FIRST = 10

export interface Peer {
  name: string
  /** Returns the ids of the first ten, best first. */
  find: (text: string) => Promise<string[]>
}

/** Returns the shop's own search as its pages use it: in the default mode, with facets and cards. */
export function shopSearch(db: Db, engine: SearchEngine): Peer {
  return {
    name: 'this shop',
    find: async (text) => {
      const { products, nearly } = await searchProducts(
        { db, engine },
        searchProductsInput.parse({ q: text, pageSize: PAGE_SIZE }),
      )
      // Everything that the page shows.
      return [...products, ...(nearly?.products ?? [])].slice(0, FIRST).map(({ id }) => id)
    },
  }
}

/** Returns the texts that every engine indexes, by weight. */
export const fieldsOf = (item: Item) => ({
  name: item.name,
  brand: item.brand,
  attributes: [...item.kinds, ...item.colours, ...item.materials, ...item.tags, item.gender].join(' '),
  description: item.description,
})

/** Returns MiniSearch with its fuzzy and prefix search. It searches with all words first, then with any. */
export function miniSearch(items: readonly Item[]): Peer {
  const index = new MiniSearch<{ id: string }>({
    fields: ['name', 'brand', 'attributes', 'description'],
    searchOptions: { boost: { name: 4, brand: 4, attributes: 3 }, fuzzy: 0.25, prefix: true },
  })
  index.addAll(items.map((item) => ({ id: item.id, ...fieldsOf(item) })))
  return {
    name: 'MiniSearch',
    find: (text) => {
      const all = index.search(text, { combineWith: 'AND' })
      const found = all.length >= FIRST ? all : [...all, ...index.search(text, { combineWith: 'OR' })]
      return Promise.resolve([...new Set(found.map(({ id }) => id as string))].slice(0, FIRST))
    },
  }
}

/** Splits a text into lower-case words, for engines that take single words. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Returns PostgreSQL's full-text search, with stems and weights by field. Unknown words are replaced by the most
 * similar known ones (pg_trgm).
 */
export async function postgresSearch(
  client: pg.ClientBase,
  items: readonly Item[],
): Promise<Peer & { correct: (word: string) => Promise<string> }> {
  await client.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`)
  await client.query(
    `CREATE TEMP TABLE docs (id uuid PRIMARY KEY, name text, brand text, attributes text, description text, words tsvector)`,
  )
  const columns = items.map((item) => ({ id: item.id, ...fieldsOf(item) }))
  await client.query(
    `INSERT INTO docs SELECT id, name, brand, attributes, description,
       setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', brand), 'A') || setweight(to_tsvector('english', attributes), 'B') || setweight(to_tsvector('english', description), 'D')
     FROM jsonb_to_recordset($1) AS given(id uuid, name text, brand text, attributes text, description text)`,
    [JSON.stringify(columns)],
  )
  await client.query('CREATE INDEX ON docs USING gin (words)')
  await client.query(
    `CREATE TEMP TABLE known AS SELECT word, ndoc FROM ts_stat($$SELECT to_tsvector('simple', name || ' ' || brand || ' ' || attributes) FROM docs$$) WHERE word ~ '^[a-z]{3,}$'`,
  )
  await client.query('CREATE INDEX ON known USING gin (word gin_trgm_ops)')
  await client.query('ANALYZE docs')
  await client.query(`SET pg_trgm.similarity_threshold = 0.2`)
  const correct = async (word: string): Promise<string> => {
    const { rows } = await client.query<{ word: string }>(
      `SELECT word FROM known WHERE word % $1 OR word = $1 ORDER BY (word = $1) DESC, similarity(word, $1) DESC, ndoc DESC LIMIT 1`,
      [word],
    )
    return rows[0]?.word ?? word
  }
  const ranked = async (words: string[], join: '&' | '|') => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM docs, to_tsquery('english', $1) AS asked WHERE words @@ asked ORDER BY ts_rank_cd('{0.1, 0.2, 0.6, 1.0}', words, asked) DESC, id LIMIT ${FIRST}`,
      [words.map((word) => `'${word.replaceAll("'", "''")}'`).join(` ${join} `)],
    )
    return rows.map(({ id }) => id)
  }
  return {
    name: 'PostgreSQL, full text and pg_trgm',
    correct,
    find: async (text) => {
      const words: string[] = []
      for (const word of wordsOf(text)) words.push(await correct(word))
      const all = await ranked(words, '&')
      return all.length >= FIRST ? all : [...new Set([...all, ...(await ranked(words, '|'))])].slice(0, FIRST)
    },
  }
}
