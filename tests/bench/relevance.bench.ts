import { performance } from 'node:perf_hooks'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { connect } from '#server/platform/db.ts'
import { startSearch } from '#server/search/start-search.ts'
import { seedCatalogue } from '#prisma/seed/seed-catalogue.ts'
import { DEMO_SEED } from '#prisma/seed/seed-demo.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import type { CatalogueOptions } from './catalogue-shop.ts'
import type { Lifetime } from './lifetime.ts'
import { format, printTable } from './print-table.ts'
import { readCatalogue } from './relevance/catalogue.ts'
import { drawQueries, type DrawnQuery } from './relevance/draw-queries.ts'
import { miniSearch, postgresSearch, shopSearch, type Peer } from './relevance/engines.ts'
import { Catalogue, grade, type Graded } from './relevance/grade.ts'
import { holdPostgres, openPool } from './shop-under-test.ts'
import { median } from './statistics.ts'

const QUERIES = 200
const TARGETS = { spelt: 0.99, misspelt: 0.97 }
const SHOWN = 12

export interface RelevanceOptions extends CatalogueOptions {
  /** Of the queries that are drawn. */
  seed: number
}

interface Answered extends Graded {
  query: DrawnQuery
  ms: number
}

/** How well the first ten results of drawn queries match, beside other engines on the same products. */
export async function benchmarkRelevance(options: RelevanceOptions, lifetime: Lifetime): Promise<string> {
  const dataDir = options.dataDir ?? (await createDataDir('wtf-bench-'))
  if (options.dataDir === null) lifetime.add(() => removeDataDir(dataDir))
  const { url } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(url)
  console.log(`\nSeeding up to ${format(options.products)} products ...`)
  await seedCatalogue({
    databaseUrl: url,
    dataDir,
    count: options.products,
    seed: DEMO_SEED,
    onProgress: () => undefined,
  })
  const pool = openPool(url)
  lifetime.add(() => pool.end())
  const db = connect(url)
  lifetime.add(() => db.$disconnect())
  const items = await readCatalogue(pool)
  const catalogue = new Catalogue(items)
  const queries = drawQueries(items, QUERIES, options.seed)
  const search = startSearch(db, url, { onChange: () => undefined, onLook: () => undefined })
  lifetime.add(search.stop)
  await search.engine.ready()
  const client = await pool.connect()
  lifetime.add(() => Promise.resolve(client.release()))
  const ours = await answer(shopSearch(db, search.engine), queries, catalogue)
  const others = [
    await answer(await postgresSearch(client, items), queries, catalogue),
    await answer(miniSearch(items), queries, catalogue),
  ]
  printTable(
    `${format(queries.length)} queries (seed ${options.seed}) of two or three words on ${format(items.length)} listed products; half have one typing error`,
    [ours, ...others].map(rowOf),
  )
  printWorst(ours.answered)
  const [spelt, misspelt] = [meanOf(ours.answered, false), meanOf(ours.answered, true)]
  return `relevance: nDCG@10 ${spelt.toFixed(3)} without an error (target ${TARGETS.spelt}: ${verdict(spelt, TARGETS.spelt)}), ${misspelt.toFixed(3)} with one (target ${TARGETS.misspelt}: ${verdict(misspelt, TARGETS.misspelt)})`
}

const verdict = (value: number, target: number) => (value >= target ? 'met' : 'MISSED')

async function answer({ name, find }: Peer, queries: readonly DrawnQuery[], catalogue: Catalogue) {
  const answered: Answered[] = []
  for (const query of queries) {
    const start = performance.now()
    const found = await find(query.text)
    answered.push({ query, ms: performance.now() - start, ...grade(query, found, catalogue) })
  }
  return { name, answered }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const meanOf = (answered: readonly Answered[], hasTypo: boolean) =>
  mean(answered.filter(({ query }) => (query.misspelt !== null) === hasTypo).map(({ ndcg }) => ndcg))

function rowOf({ name, answered }: { name: string; answered: Answered[] }) {
  const screens = (hasTypo: boolean) => answered.filter(({ query }) => (query.misspelt !== null) === hasTypo)
  const wrong = (all: Answered[]) =>
    `${((100 * all.filter((one) => one.hasWrongKind).length) / all.length).toFixed(1)} %`
  return {
    engine: name,
    'nDCG@10': mean(answered.map(({ ndcg }) => ndcg)).toFixed(3),
    'without error': meanOf(answered, false).toFixed(3),
    'with error': meanOf(answered, true).toFixed(3),
    'wrong kind in the first four': wrong(screens(false)),
    'the same with error': wrong(screens(true)),
    'p50 ms': median(answered.map(({ ms }) => ms)),
  }
}

function printWorst(answered: readonly Answered[]): void {
  const worst = answered.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, SHOWN)
  printTable(
    'Our lowest scores',
    worst.map(({ query, ndcg }) => ({
      query: query.text,
      'asked for': query.wanted.map(({ value }) => value).join(' + '),
      'nDCG@10': ndcg.toFixed(2),
    })),
  )
}
