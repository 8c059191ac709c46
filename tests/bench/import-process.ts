// Runs one step of an import in a separate process, to measure its memory: node tests/bench/import-process.ts
// read|work|export DATABASE_URL DATA_DIR PARTNER_ID IMPORT_ID
import { performance } from 'node:perf_hooks'
import { exportProducts } from '#server/importing/export-products.service.ts'
import { openImport } from '#server/importing/import-rules.ts'
import { workFor } from '#server/importing/work-for.ts'
import { connect } from '#server/platform/db.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { addressesFrom, configureShopify } from '#server/shopify/admin-api.ts'

/** The printed JSON. */
export interface ImportStep {
  ms: number
  /** Peak memory in bytes, including Node's. */
  peak: number
  /** Memory in bytes before the step. */
  before: number
  products: number
}

if (import.meta.main) await run()

async function run(): Promise<void> {
  const [step, databaseUrl = '', dataDir = '', partnerId = '', importId = ''] = process.argv.slice(2)
  // Uses the stores of sync.bench.ts and the key of their secrets, like start-import-process.ts.
  const { BENCH_STORES, BENCH_ORIGINS, BENCH_KEY = '' } = process.env
  if (BENCH_ORIGINS !== undefined) allowOwnOrigins([BENCH_ORIGINS])
  if (BENCH_STORES !== undefined) configureShopify({ addressOf: addressesFrom(BENCH_STORES) })
  configureSecrets([Buffer.from(BENCH_KEY, 'base64')])
  const db = connect(databaseUrl, { poolSize: 2 })
  const given = await db.productImport.findUniqueOrThrow({ where: { id: importId } })
  const before = process.memoryUsage().rss
  const started = performance.now()
  let products = 0
  if (step === 'read') {
    const { batches } = await openImport(db, dataDir, given)
    for await (const batch of batches) products += batch.products.length
  } else if (step === 'work') {
    await workFor({ db, dataDir }, partnerId, new AbortController().signal)
    products = (await db.productImport.findUniqueOrThrow({ where: { id: importId } })).done
  } else {
    let bytes = 0
    for await (const text of exportProducts({ db, partner: { id: partnerId } }, { format: 'wtf', status: 'all' }))
      bytes += text.length
    products = bytes > 0 ? given.done : 0
  }
  const ms = performance.now() - started
  const answer: ImportStep = { ms, peak: process.resourceUsage().maxRSS * 1024, before, products }
  console.log(JSON.stringify(answer))
  await db.$disconnect()
  // Prisma leaves a timer of 10 s running, so the process would not end.
  process.exit()
}
