import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { importFileWriter } from '#server/importing/import-files.ts'
import { beginStoreSync } from '#server/importing/store-sync.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { configuredKeys } from '#server/platform/sealed-secrets.ts'
import { addressTemplate, configureShopify } from '#server/shopify/admin-api.ts'
import { lookAtBulk, startProductBulk } from '#server/shopify/bulk-products.ts'
import { createCategory, createPartner } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { createConnection, STORE_TOKEN } from '#tests/setup/store-connection.ts'
import type { GivenProduct } from '#tests/shopify/shop-things.ts'
import { startShopify } from '#tests/shopify/start-shopify.ts'
import { gtin, lines, runStep, SIZES, WORDS } from './import.bench.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { holdPostgres } from './shop-under-test.ts'

const MIB = 2 ** 20
const MAX_MEMORY = 300 * MIB
const SHOP = 'bench.myshopify.com'

/**
 * Imports all products of a store (its export exists already: that is Shopify's work), and the same products as a file.
 * Measures products per second and memory of both, alternating. Fails if the sync needs more than 300 MB.
 */
export async function benchmarkSync(products: number, lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-bench-')
  lifetime.add(() => removeDataDir(dataDir))
  const { url: databaseUrl } = await holdPostgres(dataDir, lifetime)
  await applyMigrations(databaseUrl)
  const db = connect(databaseUrl, { poolSize: 2 })
  lifetime.add(() => db.$disconnect())
  for (const slug of ['tops', 'shirts', 'dresses']) await createCategory(db, { slug, name: slug })
  const given = Array.from({ length: products }, (_, index) => productOf(index))
  const shopify = await startShopify({
    shop: SHOP,
    token: STORE_TOKEN,
    apiSecret: 'x',
    currency: 'USD',
    products: given,
  })
  lifetime.add(() => shopify.stop())
  configureShopify({ addressOf: shopify.addressOf })
  shopify.shop.bulk.polls = 0

  const syncId = await beginSync(db)
  const { partnerId: ofStore } = await db.productImport.findUniqueOrThrow({ where: { id: syncId } })
  process.env['BENCH_STORES'] = addressTemplate()
  process.env['BENCH_KEY'] = configuredKeys()[0]?.toString('base64') ?? ''
  console.log(`A store with ${products.toLocaleString('en-GB')} products ...`)
  const sync = await runStep('work', databaseUrl, dataDir, ofStore, syncId)
  const { byteSize } = await expectApplied(db, syncId, products)
  const again = await beginSync(db, ofStore)
  const second = await runStep('work', databaseUrl, dataDir, ofStore, again)
  await expectApplied(db, again, 0)

  const fileId = newId()
  const { id: ofFile } = await createPartner(db)
  const size = await importFileWriter(dataDir, fileId)(Readable.from(lines(products), { objectMode: false }))
  await db.productImport.create({
    data: { id: fileId, partnerId: ofFile, source: 'file', fileName: 'bench.csv', byteSize: size, status: 'uploaded' },
  })
  const dryRun = await runStep('work', databaseUrl, dataDir, ofFile, fileId)
  await db.productImport.update({ where: { id: fileId }, data: { status: 'applying', actId: newId(), done: 0 } })
  const applying = await runStep('work', databaseUrl, dataDir, ofFile, fileId)
  await expectApplied(db, fileId, products)

  const row = (name: string, ms: number, peak: number, bytes: number) => ({
    what: name,
    MB: Math.round(bytes / MIB),
    seconds: ms / 1_000,
    'products/s': Math.round((products / ms) * 1_000),
    'peak MB': Math.round(peak / MIB),
  })
  const csvMs = dryRun.ms + applying.ms
  printTable(`${products.toLocaleString('en-GB')} products with ${SIZES.length} variants each`, [
    row('first sync: fetched, read and written', sync.ms, sync.peak, Number(byteSize)),
    row('sync in which nothing is new', second.ms, second.peak, Number(byteSize)),
    row('the same as a CSV file: dry run and import', csvMs, Math.max(dryRun.peak, applying.peak), size),
  ])
  const most = Math.max(sync.peak, second.peak)
  if (most > MAX_MEMORY) throw new Error(`The sync needed ${Math.round(most / MIB)} MB; 300 MB are allowed.`)
  return `sync: ${Math.round((products / sync.ms) * 1_000).toLocaleString('en-GB')} products a second, ${(csvMs / sync.ms).toFixed(2)} times as many as by CSV; ${Math.round(most / MIB)} MB at most`
}

/** Starts an import with an existing export of the store. */
async function beginSync(db: Db, partnerId?: string): Promise<string> {
  const connection =
    partnerId === undefined
      ? await createConnection(db, (await createPartner(db)).id, { shop: SHOP })
      : await db.shopifyConnection.findUniqueOrThrow({ where: { partnerId } })
  const importId = await beginStoreSync(db, connection.id, null)
  const access = { shop: SHOP, token: STORE_TOKEN }
  const operationId = await startProductBulk(access)
  while ((await lookAtBulk(access, operationId)).state !== 'done') await wait(200)
  await db.productImport.update({ where: { id: importId }, data: { operationId } })
  return importId
}

async function expectApplied(db: Db, id: string, products: number) {
  const given = await db.productImport.findUniqueOrThrow({ where: { id } })
  const { status, applied, message } = given
  if (status !== 'applied' || applied !== products)
    throw new Error(`${applied} of ${products} products were written: ${status}, ${message ?? ''}`)
  return given
}

/** Returns a product with the data of a line of `lines`. */
const productOf = (index: number): GivenProduct => {
  const handle = `linen-shirt-${index}`
  return {
    handle,
    title: `Linen shirt ${index}`,
    html: `<p>${WORDS.repeat(4)}</p>`,
    productType: 'Shirts',
    tags: ['linen', 'summer', 'shirt'],
    optionNames: ['Size', 'Color'],
    pictures: ['Front', 'Back'].map((side, at) => ({
      url: `https://shop.example/${handle}-${at + 1}.jpg`,
      alt: `${side} of ${handle}`,
    })),
    variants: SIZES.map((size, at) => ({
      options: [size, 'Sage'],
      sku: `S-${index}-${size}`,
      barcode: gtin(index * SIZES.length + at),
      priceMinor: (50 + (index % 100)) * 100,
      compareAtMinor: at === 4 ? null : 18_000,
      quantity: index % 9,
    })),
  }
}
