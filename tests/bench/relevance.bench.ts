import { performance } from 'node:perf_hooks'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { connect } from '#server/platform/db.ts'
import { describeStale } from '#server/search/describe-products.ts'
import { ratesToBase } from '#server/search/rates.ts'
import { startSearch } from '#server/search/start-search.ts'
import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { DEMO_PRODUCTS, DEMO_SEED } from '#demo/seed-demo.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import type { CatalogueOptions } from './catalogue-shop.ts'
import type { Lifetime } from './lifetime.ts'
import { format, printTable } from './print-table.ts'
import { loadCatalogue, type Item } from './relevance/catalogue.ts'
import { drawQueries, type DrawnQuery } from './relevance/draw-queries.ts'
import { miniSearch, postgresSearch, shopSearch, type Peer } from './relevance/engines.ts'
import { Catalogue, grade, type Graded } from './relevance/grade.ts'
import { Judge, loadJudged } from './relevance/judged.ts'
import { startShopOverHttp } from './relevance/shop-over-http.ts'
import { sphinxSearch } from './relevance/sphinx.ts'
import { holdPostgres, openPool } from './shop-under-test.ts'
import { median } from './statistics.ts'

const QUERIES = 200
const TARGETS = { spelt: 0.99, misspelt: 0.97, judged: 0.92 }
const SHOWN = 12

export interface RelevanceOptions extends CatalogueOptions {
  /** The seed of the generated queries. */
  seed: number
}

interface Answered extends Graded {
  query: DrawnQuery
  ms: number
}

/**
 * Compares the first results with those of other engines on the same products: for generated queries on a large
 * catalogue, and for the judged queries there and in the demo.
 */
export async function benchmarkRelevance(options: RelevanceOptions, lifetime: Lifetime): Promise<string> {
  const judgments: string[] = []
  if (options.products > DEMO_PRODUCTS) {
    const demo = await openCatalogue({ dataDir: null, products: DEMO_PRODUCTS }, lifetime)
    judgments.push(await judge(demo, 'the demo'))
  }
  const large = await openCatalogue(options, lifetime)
  const catalogue = new Catalogue(large.items)
  const queries = drawQueries(large.items, QUERIES, options.seed)
  const firstAsked = [1, 2, 3].flatMap((more) => drawQueries(large.items, QUERIES, options.seed + more))
  const overHttp = await startShopOverHttp(large.databaseUrl, lifetime)
  const [ours, ...others] = await inTurn([...large.peers, overHttp], async (peer) => {
    // A warm-up. Without it, the measured time would include compiling (7.8 ms).
    await answer(peer, firstAsked, catalogue)
    return answer(peer, queries, catalogue)
  })
  if (!ours) throw new Error('There is no engine to measure.')
  printTable(
    `${format(queries.length)} queries (seed ${options.seed}) of two or three words on ${format(large.items.length)} listed products; half have one typing error`,
    [ours, ...others].map(rowOf),
  )
  printWorst(ours.answered)
  judgments.push(await judge(large, `${format(large.items.length)} products`))
  const [spelt, misspelt] = [meanOf(ours.answered, false), meanOf(ours.answered, true)]
  return `relevance: nDCG@10 ${spelt.toFixed(3)} without an error (target ${TARGETS.spelt}: ${verdict(spelt, TARGETS.spelt)}), ${misspelt.toFixed(3)} with one (target ${TARGETS.misspelt}: ${verdict(misspelt, TARGETS.misspelt)}); judged ${judgments.join('; ')}`
}

async function inTurn<In, Out>(list: readonly In[], of: (one: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  for (const one of list) results.push(await of(one))
  return results
}

interface OpenCatalogue {
  items: Item[]
  /** Our search first. */
  peers: Peer[]
  databaseUrl: string
  rates: ReadonlyMap<string, number>
}

async function openCatalogue(
  { dataDir: given, products }: CatalogueOptions,
  lifetime: Lifetime,
): Promise<OpenCatalogue> {
  const dataDir = given ?? (await createDataDir('wtf-bench-'))
  if (given === null) lifetime.add(() => removeDataDir(dataDir))
  const { url } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(url)
  console.log(`\nSeeding up to ${format(products)} products ...`)
  await seedCatalogue({ databaseUrl: url, dataDir, count: products, seed: DEMO_SEED, onProgress: () => undefined })
  const pool = openPool(url)
  lifetime.add(() => pool.end())
  const db = connect(url)
  lifetime.add(() => db.$disconnect())
  await describeStale(db)
  const items = await loadCatalogue(pool)
  const search = startSearch(db, url, { onChange: () => undefined, onCaughtUp: () => undefined })
  lifetime.add(search.stop)
  await search.engine.ready()
  const client = await pool.connect()
  lifetime.add(() => Promise.resolve(client.release()))
  const postgres = await postgresSearch(client, items)
  const sphinx = await sphinxSearch(items, postgres.correct, lifetime)
  return {
    items,
    peers: [shopSearch(db, search.engine), postgres, miniSearch(items), ...(sphinx ? [sphinx] : [])],
    databaseUrl: url,
    rates: await ratesToBase(db),
  }
}

/** Runs every judged query and prints each engine's scores. */
async function judge({ items, peers, rates }: OpenCatalogue, name: string): Promise<string> {
  const queries = loadJudged()
  const judging = new Judge(items, rates)
  const judged = await inTurn(peers, async (peer) => {
    const results = await inTurn(queries, async (query) => {
      const graded = judging.grade(query, await peer.find(query.q))
      return graded ? { query, ...graded } : null
    })
    return { name: peer.name, results: results.filter((result) => result !== null) }
  })
  const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`
  printTable(
    `${format(queries.length)} judged queries on ${name}; ${format(judged[0]?.results.length ?? 0)} have an answer there`,
    judged.map(({ name: engine, results }) => ({
      engine,
      'nDCG@10': mean(results.map(({ ndcg }) => ndcg)).toFixed(3),
      'with error': mean(results.filter(({ query }) => query.hasTypo).map(({ ndcg }) => ndcg)).toFixed(3),
      'wrong kind in the first four': percent(
        results.filter(({ hasWrongKind }) => hasWrongKind).length,
        results.length,
      ),
      'dropped what could be met': percent(results.filter(({ isDropped }) => isDropped).length, results.length),
    })),
  )
  const results = judged[0]?.results ?? []
  printTable(
    'Our lowest scores',
    results
      .filter(({ ndcg, hasWrongKind, isDropped }) => ndcg < 0.9 || hasWrongKind || isDropped)
      .toSorted((a, b) => a.ndcg - b.ndcg)
      .slice(0, 60)
      .map(({ query, ndcg, hasWrongKind, isDropped }) => ({
        query: query.q,
        'nDCG@10': ndcg.toFixed(2),
        'wrong kind': hasWrongKind ? 'yes' : '',
        dropped: isDropped ? 'yes' : '',
      })),
  )
  const all = mean(results.map(({ ndcg }) => ndcg))
  const share = (of: (result: (typeof results)[number]) => boolean) =>
    percent(results.filter(of).length, results.length)
  return `${name}: nDCG@10 ${all.toFixed(3)} (target ${TARGETS.judged}: ${verdict(all, TARGETS.judged)}), wrong kind ${share(({ hasWrongKind }) => hasWrongKind)}, dropped ${share(({ isDropped }) => isDropped)} (targets 0 %)`
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
