import { Prisma } from '#prisma/generated/client.ts'
import fs from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { drawAhead } from '#server/media/draw-ahead.ts'
import { mediaName } from '#server/media/picture.ts'
import { loadVariant } from '#server/media/render-variant.ts'
import { FetchError, type Network } from '#server/platform/fetch-public.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import { awaitPictures } from '#server/products/await-pictures.ts'
import { resumePictures } from '#server/quotas/resume-pictures.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { listPictureFailures, retryPictures } from './picture-failures.service.ts'
import { pictureQueue } from './picture-queue.ts'
import type { ProductTable } from './product-groups.ts'
import { parseColumns } from './shopify-columns.ts'

const database = useTestDatabase()
const pem = (name: string) => fs.readFileSync(path.join(import.meta.dirname, '../platform/fixtures', name), 'utf8')
let server: https.Server
let origin = ''
let partnerId = ''
let productId = ''
/** The server responds once the expected number of requests is open. */
let atOnce = { now: 0, most: 0, expected: 1 }
let held: Array<() => void> = []
const network: Network = {
  resolve: async (host) => {
    if (host.startsWith('gone')) throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    return ['127.0.0.1']
  },
  isAllowed: (address) => address === '127.0.0.1',
  ca: pem('loopback-cert.pem'),
}

beforeAll(async () => {
  const [png, large] = await Promise.all(
    [8, 700].map((width) =>
      sharp({ create: { width, height: 10, channels: 3, background: '#aa3311' } })
        .png()
        .toBuffer(),
    ),
  )
  server = https.createServer({ key: pem('loopback-key.pem'), cert: pem('loopback-cert.pem') }, (request, response) => {
    atOnce.most = Math.max(atOnce.most, ++atOnce.now)
    const answer = () => {
      atOnce.now--
      if (request.url?.startsWith('/404')) response.writeHead(404).end()
      else if (request.url?.startsWith('/large')) response.end(large)
      else
        response.end(
          request.url?.startsWith('/text')
            ? 'not a picture'
            : request.url?.startsWith('/svg')
              ? '<svg xmlns="http://www.w3.org/2000/svg"/>'
              : png,
        )
    }
    held.push(answer)
    // Wait briefly, so that an excess request would be noticed.
    if (held.length >= atOnce.expected) setTimeout(() => held.splice(0).forEach((each) => each()), 10)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://pictures.test:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(async () => {
  partnerId = (await createPartner(database.db)).id
  productId = (await createProduct(database.db, { partnerId })).id
  atOnce = { now: 0, most: 0, expected: 1 }
  held = []
})

const addPictures = (urls: string[]) =>
  database.db.$transaction(async (tx) => {
    const data = urls.map((sourceUrl, position) => ({ productId, sourceUrl, position }))
    await tx.productImage.createMany({ data })
    await awaitPictures(
      tx,
      Prisma.sql`SELECT id, product_id, source_url, file_id FROM product_images WHERE product_id = ${productId}::uuid`,
    )
  })
const tableOf = (csv: string): ProductTable => ({
  columns: parseColumns(['Handle', 'Title', 'Variant Price', 'Image Src']),
  header: [],
  preset: null,
  isScattered: false,
  open: () =>
    readRecords(async function* () {
      yield Buffer.from(csv)
    }),
})
const run = (csv = '') =>
  fetchPictures(database.db, { partnerId, dataDir: database.dataDir, table: tableOf(csv), network })
const missing = () => database.db.productImage.count({ where: { productId, fileId: null } })

test('downloads missing images, at most four at once, each URL once', async () => {
  await addPictures([...Array.from({ length: 12 }, (_, index) => `${origin}/${index}.png`), `${origin}/0.png`])
  atOnce.expected = 4
  expect(await run()).toEqual({ fetched: 12, failed: 0, warnings: [], limitReason: null, unreachable: [] })
  expect(atOnce.most).toBe(4)
  expect(await missing()).toBe(0)
  expect(await database.db.mediaFile.findFirst({ select: { width: true, height: true, mimeType: true } })).toEqual({
    width: 8,
    height: 10,
    mimeType: 'image/png',
  })
  expect(await run()).toEqual({ fetched: 0, failed: 0, warnings: [], limitReason: null, unreachable: [] })
})

test('pre-renders the image sizes', async () => {
  await addPictures([`${origin}/large.png`])
  await run()
  const name = mediaName((await database.db.mediaFile.findFirstOrThrow({ where: { width: 700 } })).sha256)
  const sizes = [320, 640].map((size) => ({
    name,
    width: size,
    format: 'avif' as const,
    quality: 'full' as const,
  }))
  expect(await Promise.all(sizes.map((size) => loadVariant(database.dataDir, size)))).toEqual([null, null])
  await drawAhead(database.db, database.dataDir)
  for (const size of sizes)
    expect((await sharp((await loadVariant(database.dataDir, size))!).metadata()).width).toBe(size.width)
})

test('reports failed images by line, and downloads the rest', async () => {
  await addPictures([`${origin}/404`, `${origin}/text`, `${origin}/svg`, `${origin}/good.png`])
  const result = await run(
    `Handle,Title,Variant Price,Image Src\nb,B,1,\nb,,,${origin}/text\n\n\n\na,A,1,${origin}/404`,
  )
  expect([result.fetched, result.failed, result.unreachable]).toEqual([1, 3, []])
  expect(result.warnings.map(({ line, handle, reason }) => `${line} ${handle} ${reason}`)).toEqual([
    expect.stringMatching(/^0 {2}.*svg/),
    expect.stringMatching(/^3 b .*not an image/),
    expect.stringMatching(/^7 a .*404/),
  ])
  expect(await missing()).toBe(3)
})

test('gives up on an unreachable host, and continues with the others', async () => {
  await addPictures([
    ...Array.from({ length: 50 }, (_, index) => `https://gone.test/${index}.png`),
    `${origin}/good.png`,
  ])
  let asked = 0
  const counting: Network = {
    ...network,
    resolve: (host, signal) => (host.startsWith('gone') && asked++, network.resolve(host, signal)),
  }
  const result = await fetchPictures(database.db, {
    partnerId,
    dataDir: database.dataDir,
    table: tableOf(''),
    network: counting,
  })
  expect(result).toEqual({
    fetched: 1,
    failed: 50,
    warnings: [],
    limitReason: null,
    unreachable: [{ host: 'gone.test', pictures: 50, reason: 'host not found' }],
  })
  expect(asked).toBeLessThanOrEqual(6)
})

test('connects to the public internet only, unless configured otherwise', async () => {
  await addPictures(['https://127.0.0.1/a.png'])
  const result = await fetchPictures(database.db, { partnerId, dataDir: database.dataDir, table: tableOf('') })
  expect(result.warnings.map((warning) => warning.reason).join()).toContain(
    new FetchError('forbidden', 'it does not lead to a public address').message,
  )
})

/** Ends the pause before the next attempt. */
const letPausesPass = () =>
  database.db.pictureFetch.updateMany({
    where: { partnerId, nextAt: { not: null } },
    data: { nextAt: new Date(Date.now() - 1000) },
  })
const waiting = () =>
  database.db.pictureFetch.findMany({ where: { partnerId }, orderBy: { url: 'asc' }, omit: { imageId: true } })

test('retries a failed image after a pause until it arrives', async () => {
  await addPictures([`${origin}/1.png`])
  const away: Network = { ...network, resolve: (_, signal) => network.resolve('gone.test', signal) }
  const request = { partnerId, dataDir: database.dataDir }
  const before = Date.now()
  expect(await fetchPictures(database.db, { ...request, network: away })).toMatchObject({ fetched: 0, failed: 1 })
  const [gone] = await waiting()
  expect(gone).toMatchObject({ tries: 1, reason: 'host not found' })
  expect(gone?.nextAt?.getTime()).toBeGreaterThanOrEqual(before + 299_000)
  expect(await run()).toMatchObject({ fetched: 0, failed: 0 })
  await letPausesPass()
  expect(await run()).toMatchObject({ fetched: 1, failed: 0 })
  expect(await waiting()).toEqual([])
  expect(await missing()).toBe(0)
})

test('gives up after ten attempts over five days, until the partner retries', async () => {
  await addPictures([`${origin}/404`])
  const minutes: number[] = []
  for (let rounds = 0; rounds < 20; rounds++) {
    const at = Date.now()
    if (!(await run()).failed) break
    const [row] = await waiting()
    if (row?.nextAt) minutes.push(Math.floor((row.nextAt.getTime() - at) / 60_000))
    await letPausesPass()
  }
  expect(await waiting()).toMatchObject([{ tries: 10, nextAt: null, reason: 'it responded with status 404' }])
  expect(minutes).toEqual([5, 30, 120, 360, 720, 1440, 1440, 1440, 1440])
  await database.db.$transaction((tx) => resumePictures(tx, partnerId))
  expect(await run()).toMatchObject({ failed: 1 })
})

test('lists failures by host and reason, and lets the partner retry three times in ten minutes', async () => {
  await addPictures([
    ...Array.from({ length: 14 }, (_, index) => `https://gone.test/${index}.png`),
    `${origin}/404`,
    `${origin}/1.png`,
  ])
  await run()
  const ask = { db: database.db, partner: { id: partnerId } } as Parameters<typeof listPictureFailures>[0]
  const shown = (await listPictureFailures(ask)).map(({ host, reason, failed, total }) => [host, reason, failed, total])
  expect(shown).toEqual([
    ['gone.test', 'host not found', 14, 14],
    [new URL(origin).host, 'it responded with status 404', 1, 2],
  ])
  expect((await listPictureFailures(ask))[0]?.products.map(({ id }) => id)).toEqual([productId])
  for (let times = 0; times < 3; times++) await retryPictures(ask)
  expect(await run()).toMatchObject({ fetched: 0, failed: 15 })
  await expect(retryPictures(ask)).rejects.toThrow('wait ten minutes')
})

test('downloads a few batches of a partner before other partners get a turn', async () => {
  await addPictures(Array.from({ length: 65 }, (_, index) => `${origin}/404/${index}`))
  const { db, url: databaseUrl, dataDir } = database
  const queue = pictureQueue({ db, databaseUrl, dataDir, network })
  const signal = new AbortController().signal
  const untried = () => db.pictureFetch.count({ where: { partnerId, tries: 0 } })
  expect(await queue.work({ partnerId }, signal)).toEqual({ piece: { partnerId }, inSeconds: 0 })
  expect(await untried()).toBe(5)
  await queue.work({ partnerId }, signal)
  expect(await untried()).toBe(0)
  expect(await queue.work({ partnerId }, signal)).toBeNull()
})
