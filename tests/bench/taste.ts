// node tests/bench/taste.ts --data DIR [--shoppers N]: measures the pool of a seeded DATA_DIR (its bytes, its time, and
// the rows of its most expensive query). Also measures how often the next product that a simulated shopper views is
// among the first that the device ranks.
import { parseArgs } from 'node:util'
import { performance } from 'node:perf_hooks'
import zlib from 'node:zlib'
import { connect } from '#server/platform/db.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { IndexEngine } from '#server/search/index/index-engine.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { findSpread, poolForTastes } from '#server/taste/taste-pool.service.ts'
import { parsePool } from '#server/taste/taste-pool.shared.ts'
import { recordSql } from './record-sql.ts'
import { openPool } from './shop-under-test.ts'
import { drawPopularity, simulateTastes, type TasteWorld } from './tasting-shoppers.ts'

const ROUNDS = 7
const PLAIN: TasteWorld = { looks: 12, wandering: 0, other: 0, isOtherLongAgo: false }
const WORLDS: ReadonlyArray<readonly [string, TasteWorld]> = [
  ['twelve looks', PLAIN],
  ['three looks', { ...PLAIN, looks: 3 }],
  ['one look', { ...PLAIN, looks: 1 }],
  ['forty looks', { ...PLAIN, looks: 40 }],
  ['half of the looks at random', { ...PLAIN, wandering: 0.5 }],
  ['half of them for somebody else', { ...PLAIN, other: 0.5 }],
  ['half of them of another taste, long ago', { ...PLAIN, other: 0.5, isOtherLongAgo: true }],
]
const { values } = parseArgs({ options: { data: { type: 'string' }, shoppers: { type: 'string', default: '2000' } } })
if (!values.data) throw new Error('Usage: node tests/bench/taste.ts --data DIR [--shoppers N]')
const shoppers = Number(values.shoppers)
const postgres = await startEmbeddedPostgres(values.data)
const db = connect(postgres.url, { poolSize: 4 })
const pool = openPool(postgres.url)
const silent = { onUndescribed: () => undefined, onChange: () => undefined }
const engine = new IndexEngine({ databaseUrl: postgres.url, logLevel: 'silent' }, new SqlEngine(db), silent)
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

try {
  await engine.ready()
  const timesOf = async (work: () => Promise<unknown>) => {
    const times = []
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now()
      await work()
      times.push(performance.now() - started)
    }
    return times
  }
  const [first = 0, ...times] = await timesOf(() => poolForTastes({ db, engine }))
  const spread = await timesOf(() => findSpread(db))
  const sent = await poolForTastes({ db, engine })
  const json = Buffer.from(JSON.stringify(sent))
  // Compressed like the cached page.
  const brotli = zlib.brotliCompressSync(json, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } })
  console.log(
    [
      `${await db.product.count()} products; a pool of ${sent.products.length}: ${sent.categories.length} categories, ${sent.brands.length} brands, ${sent.stores.length} stores`,
      `${json.length} bytes of JSON, ${brotli.length} by brotli`,
      `made in ${median(times).toFixed(1)} ms (the first time ${first.toFixed(1)}), of them the spread ${median(spread).toFixed(1)} ms`,
    ].join('\n'),
  )
  const { db: recording, recorded } = recordSql(db)
  await findSpread(recording)
  for (const { text, values: given } of recorded) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, given)
    const plan = rows.map((row) => row['QUERY PLAN'])
    console.log(plan.filter((line) => /Scan|Buffers: shared|Execution|Planning Time/.test(line)).join('\n'))
  }
  const products = drawPopularity(parsePool(sent))
  for (const [name, world] of WORLDS) {
    const { lists, brands, categories, mostOfBrand, msToRank } = simulateTastes(products, world, shoppers)
    console.log(
      `${name}: ${brands.toFixed(1)} brands and ${categories.toFixed(1)} categories among the first 12, ${mostOfBrand.toFixed(1)} of one brand at most; ranked in ${msToRank.toFixed(2)} ms`,
    )
    for (const [list, { hit10, hit12, mrr, ndcg12 }] of Object.entries(lists))
      console.log(
        `    ${list.padEnd(10)} next look among the first 10 ${percent(hit10)}, 12 ${percent(hit12)}  MRR ${mrr.toFixed(3)}  NDCG@12 ${ndcg12.toFixed(3)}`,
      )
  }
} finally {
  await engine.stop()
  await pool.end()
  await db.$disconnect()
  await postgres.release()
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1).padStart(5)} %`
}
