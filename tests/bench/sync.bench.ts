import { Readable } from 'node:stream'
import { importFileWriter } from '#server/importing/import-files.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { configuredKeys } from '#server/platform/sealed-secrets.ts'
import { createCategory, createPartner } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import type { ImportStep } from './import-process.ts'
import { lines, runStep, SIZES } from './import.bench.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { holdPostgres } from './shop-under-test.ts'
import { startShopifyStore, startWooStore, type SyncedStore } from './synced-stores.ts'

const MIB = 2 ** 20
const MAX_MEMORY = 300 * MIB

interface Measured {
  name: string
  ms: number
  peak: number
  bytes: number
}

/**
 * Imports all products of a store on each platform, and the same products as a file. Measures products per second and
 * memory. Fails if a sync needs more than 300 MB.
 */
export async function benchmarkSync(products: number, lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-bench-')
  lifetime.add(() => removeDataDir(dataDir))
  const { url: databaseUrl } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(databaseUrl)
  const db = connect(databaseUrl, { poolSize: 2 })
  lifetime.add(() => db.$disconnect())
  for (const slug of ['tops', 'shirts', 'dresses']) await createCategory(db, { slug, name: slug })
  const place = { db, databaseUrl, dataDir }

  const syncs: Measured[] = []
  for (const start of [startShopifyStore, startWooStore]) {
    console.log(`A store with ${products.toLocaleString('en-GB')} products ...`)
    syncs.push(...(await syncTwice(place, await start(products, lifetime), products)))
  }
  const file = await importFile(place, products)

  const perSecond = ({ ms }: Measured) => Math.round((products / ms) * 1_000)
  printTable(
    `${products.toLocaleString('en-GB')} products with ${SIZES.length} variants each`,
    [...syncs, file].map((each) => ({
      what: each.name,
      MB: Math.round(each.bytes / MIB),
      seconds: each.ms / 1_000,
      'products/s': perSecond(each),
      'peak MB': Math.round(each.peak / MIB),
    })),
  )
  const most = Math.max(...syncs.map(({ peak }) => peak))
  if (most > MAX_MEMORY) throw new Error(`The sync needed ${Math.round(most / MIB)} MB; 300 MB are allowed.`)
  const inWords = syncs.map((each) => `${each.name}: ${perSecond(each).toLocaleString('en-GB')}`)
  return `products a second: ${inWords.join('; ')}; ${file.name}: ${perSecond(file).toLocaleString('en-GB')}; ${Math.round(most / MIB)} MB at most`
}

interface Place {
  db: Db
  databaseUrl: string
  dataDir: string
}

async function syncTwice(
  { db, databaseUrl, dataDir }: Place,
  { platform, label, shop, prepare }: SyncedStore,
  products: number,
): Promise<Measured[]> {
  const { id: partnerId } = await createPartner(db)
  const connection = await createConnection(db, partnerId, { platform, shop })
  process.env['BENCH_KEY'] = configuredKeys()[0]?.toString('base64') ?? ''
  const found: Measured[] = []
  for (const [name, expected] of [
    [`${label}, first sync: fetched, read and written`, products],
    [`${label}, sync in which nothing is new`, 0],
  ] as const) {
    const importId = await beginStoreSync(db, connection.id, null)
    await prepare(db, importId)
    const steps: ImportStep[] = []
    do steps.push(await runStep('work', databaseUrl, dataDir, partnerId, importId))
    while (await isUnfinished(db, importId))
    const { byteSize } = await expectApplied(db, importId, expected)
    found.push({ name, ...sumOf(steps), bytes: Number(byteSize) })
  }
  return found
}

async function importFile({ db, databaseUrl, dataDir }: Place, products: number): Promise<Measured> {
  const id = newId()
  const { id: partnerId } = await createPartner(db)
  const bytes = await importFileWriter(dataDir, id)(Readable.from(lines(products), { objectMode: false }))
  await db.productImport.create({
    data: { id, partnerId, source: 'file', fileName: 'bench.csv', byteSize: bytes, status: 'uploaded' },
  })
  const dryRun = await runStep('work', databaseUrl, dataDir, partnerId, id)
  await db.productImport.update({ where: { id }, data: { status: 'applying', actId: newId(), done: 0 } })
  const applying = await runStep('work', databaseUrl, dataDir, partnerId, id)
  await expectApplied(db, id, products)
  return { name: 'the same as a CSV file: dry run and import', ...sumOf([dryRun, applying]), bytes }
}

const sumOf = (steps: readonly ImportStep[]) => ({
  ms: steps.reduce((sum, { ms }) => sum + ms, 0),
  peak: Math.max(...steps.map(({ peak }) => peak)),
})

/** Returns whether an import has to continue, because a long list takes several runs. */
const isUnfinished = async (db: Db, id: string): Promise<boolean> =>
  (await db.productImport.count({ where: { id, status: { in: ['fetching', 'uploaded', 'reading', 'applying'] } } })) > 0

async function expectApplied(db: Db, id: string, products: number) {
  const given = await db.productImport.findUniqueOrThrow({ where: { id } })
  const { status, applied, message } = given
  if (status !== 'applied' || applied !== products)
    throw new Error(`${applied} of ${products} products were written: ${status}, ${message ?? ''}`)
  return given
}
