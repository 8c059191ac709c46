import { expect, test } from 'vitest'
import { createPartnerAsk } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { requestImport, beginImport, getImport, listFindings } from './imports.service.ts'
import { MAX_IMPORT_BYTES } from './imports.schema.ts'
import { importProducts } from './import-products.service.ts'
import { workApart } from './start-import-process.ts'
import { receiveImportFile } from './receive-import-file.ts'
import { workFor } from './work-for.ts'

const database = useTestDatabase()
type Asking = Awaited<ReturnType<typeof limitedStore>>

async function limitedStore(quota: 'products' | 'bytes', value: number) {
  const ask = { ...(await createPartnerAsk(database.db)), dataDir: database.dataDir }
  await database.db.partnerLimit.create({ data: { partnerId: ask.partner.id, quota, value, reason: 'a test' } })
  return ask
}

const rows = (mark: string, count: number) =>
  [
    'handle,name,size,colour,sku,price,stock,status',
    ...Array.from({ length: count }, (_, at) => `${mark}${at},Name ${at},,,,10,,`),
  ].join('\n')

async function send(ask: Asking, content: string): Promise<string> {
  const begun = await beginImport(ask, { fileName: 'autumn.csv', byteSize: Buffer.byteLength(content) })
  const body = (async function* () {
    yield Buffer.from(content)
  })()
  const announced = Buffer.byteLength(content)
  expect(await receiveImportFile(database.db, database.dataDir, { ...begun, announced }, body)).toBeNull()
  return begun.importId
}
const work = (ask: Asking) => workFor(database, ask.partner.id, new AbortController().signal)
const products = (ask: Asking) => database.db.product.count({ where: { partnerId: ask.partner.id } })
const kept = async (ask: Asking) =>
  Number(
    (
      await database.db.partnerUsage.findUnique({
        where: { partnerId_quota: { partnerId: ask.partner.id, quota: 'bytes' } },
      })
    )?.used ?? 0,
  )

test('saves the products within the limit, and lists the rest and the next step, as the preview did', async () => {
  const ask = await limitedStore('products', 3)
  const importId = await send(ask, rows('a', 5))
  await work(ask)
  const sentence =
    '2 products were left out. Your store can have 3 products. The file has more. Permanently delete products that you no longer need, or ask us for more. See Settings > Usage and limits. Then import again.'
  expect(await getImport(ask, { importId })).toMatchObject({
    status: 'read',
    created: 3,
    overLimit: 2,
    message: sentence,
  })
  expect(await database.db.brand.count({ where: { products: { some: { partnerId: ask.partner.id } } } })).toBe(0)
  await requestImport(ask, { importId, gone: 'keep' })
  await work(ask)
  expect(await getImport(ask, { importId })).toMatchObject({
    status: 'applied',
    applied: 3,
    overLimit: 2,
    message: sentence,
  })
  const { findings } = await listFindings(ask, { importId, kind: 'limit', page: 1 })
  expect(findings.map(({ line, handle }) => [line, handle])).toEqual([
    [5, 'a3'],
    [6, 'a4'],
  ])
  await database.db.partnerLimit.updateMany({ where: { partnerId: ask.partner.id }, data: { value: 5 } })
  const again = await send(ask, rows('a', 5))
  await work(ask)
  await requestImport(ask, { importId: again, gone: 'keep' })
  await work(ask)
  expect(await getImport(ask, { importId: again })).toMatchObject({ applied: 2, overLimit: 0, message: null })
  expect(await products(ask)).toBe(5)
})

test('never exceeds the product limit with imports in two processes', { timeout: 60_000 }, async () => {
  const ask = await limitedStore('products', 30)
  const importId = await send(ask, rows('a', 25))
  await work(ask)
  await requestImport(ask, { importId, gone: 'keep' })
  const { businessName } = await database.db.partner.findUniqueOrThrow({ where: { id: ask.partner.id } })
  const csv = [
    'Handle,Title,Variant Price,Status',
    ...Array.from({ length: 25 }, (_, at) => `b${at},Name ${at},10,active`),
  ].join('\n')
  const [, here] = await Promise.all([
    workApart(
      { databaseUrl: database.url, dataDir: database.dataDir, partnerId: ask.partner.id },
      new AbortController().signal,
    ),
    importProducts(database.db, {
      source: async function* () {
        yield Buffer.from(csv)
      },
      partner: { name: businessName },
      fileName: 'b.csv',
    }),
  ])
  const { overLimit, applied } = await getImport(ask, { importId })
  expect(await products(ask)).toBe(30)
  expect([applied + here.created, overLimit + here.problems.length]).toEqual([30, 20])
})

test('counts an import file as storage until the import ends', async () => {
  const content = rows('a', 2)
  const size = Buffer.byteLength(content)
  const ask = await limitedStore('bytes', size * 2)
  const first = await send(ask, content)
  expect(await kept(ask)).toBe(size)
  await work(ask)
  await requestImport(ask, { importId: first, gone: 'keep' })
  await work(ask)
  await send(ask, content)
  expect(await kept(ask)).toBe(size * 2)
  // The first import has ended.
  const third = await beginImport(ask, { fileName: 'c.csv', byteSize: null })
  expect(third.most).toBe(size)
  await expect(beginImport(ask, { fileName: 'd.csv', byteSize: 1 })).rejects.toMatchObject({ code: 'too_many' })
  const body = (async function* () {
    yield Buffer.from(`${content}\nb,more,,,,10,,`)
  })()
  expect(await receiveImportFile(database.db, database.dataDir, { ...third, announced: null }, body)).toBe('over limit')
  expect(await kept(ask)).toBe(size)
  expect(third.most).toBeLessThan(MAX_IMPORT_BYTES)
})
