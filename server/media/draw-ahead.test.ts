import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { log } from '#server/platform/log.ts'
import { drawAhead } from './draw-ahead.ts'
import { storePicture, writeOriginal } from './media.service.ts'

const database = useTestDatabase()
const { level } = log
beforeAll(() => void (log.level = 'silent'))
afterAll(() => void (log.level = level))
beforeEach(async () => {
  await database.db.product.deleteMany()
  await database.db.mediaFile.deleteMany()
})

let shade = 0
const store = async (width: number) => {
  const { id } = await storePicture(
    database.db,
    database.dataDir,
    await sharp({ create: { width, height: 40, channels: 3, background: { r: 200, g: 9, b: shade++ } } })
      .png()
      .toBuffer(),
  )
  return database.db.mediaFile.findUniqueOrThrow({ where: { id } })
}
/** Adds a media file to the database only, without bytes on disk. */
const addFile = (sha256: string) =>
  database.db.mediaFile.create({
    data: { sha256, mimeType: 'image/png', byteSize: 1, width: 700, height: 900, colour: '#aabbcc' },
  })
const drawn = async ({ sha256 }: { sha256: string }) => {
  const files = await fs.readdir(path.join(database.dataDir, 'media/variants', sha256.slice(0, 2))).catch(() => [])
  return files
    .filter((file) => file.startsWith(sha256.slice(0, 24)))
    .map((file) => file.slice(25))
    .toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))
}
const widthOf = async ({ id }: { id: string }) =>
  (await database.db.mediaFile.findUniqueOrThrow({ where: { id } })).drawnWidth

test('draws each image once, in the widths that pages display', async () => {
  const [wide, narrow] = [await store(1300), await store(100)]
  await drawAhead(database.db, database.dataDir)
  expect(await drawn(wide)).toEqual(['320.avif', '640.avif', '1200.avif'])
  expect(await drawn(narrow)).toEqual(['160.avif'])
  expect(await drawAhead(database.db, database.dataDir)).toBe(0)
})

test('draws cover images first, and resumes after a stop', async () => {
  const { id: productId } = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
  const cover = await store(1000)
  const others = [await store(1000), await store(1000)]
  await database.db.productImage.createMany({
    data: [cover, ...others].map(({ id: fileId }, position) => ({ productId, fileId, position })),
  })
  const stopping = new AbortController()
  const order: number[] = []
  // Simulates a process that stops after the first image.
  const db = database.db.$extends({
    query: {
      mediaFile: {
        updateMany: async ({ args, query }) => {
          order.push(Number(args.data.drawnWidth))
          stopping.abort()
          return query(args)
        },
      },
    },
  })
  expect(await drawAhead(db as unknown as typeof database.db, database.dataDir, { signal: stopping.signal })).toBe(1)
  expect([order, await drawn(cover), await Promise.all(others.map(drawn))]).toEqual([
    [640],
    ['320.avif', '640.avif'],
    [[], []],
  ])
  await drawAhead(database.db, database.dataDir)
  for (const picture of [cover, ...others]) expect((await drawn(picture)).at(-1)).toBe('960.avif')
})

test('draws all cover images in one run, and other images in small batches', async () => {
  const { id: productId } = await createProduct(database.db, { partnerId: (await createPartner(database.db)).id })
  const pictures = []
  for (let n = 0; n < 25; n++) pictures.push(await store(330))
  await database.db.productImage.createMany({
    data: pictures.map(({ id: fileId }, at) => ({ productId, fileId, position: at < 12 ? 0 : 1 })),
  })
  expect(await drawAhead(database.db, database.dataDir)).toBe(12)
  expect(await drawAhead(database.db, database.dataDir)).toBe(10)
  expect(await Promise.all(pictures.map(widthOf))).toEqual(pictures.map((_, at) => (at < 12 || at >= 15 ? 640 : 0)))
})

test('draws the covers of featured, new and popular products first, and other covers in small batches', async () => {
  const { id: partnerId } = await createPartner(database.db)
  const { id: closedId } = await createPartner(database.db, { verificationStatus: 'pending' })
  const addCover = async (given: Parameters<typeof createProduct>[1]) => {
    const cover = await store(330)
    const { id: productId } = await createProduct(database.db, given)
    await database.db.productImage.create({ data: { productId, fileId: cover.id, position: 0 } })
    return cover
  }
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const featured = await addCover({ partnerId, isFeatured: true, createdAt: day(1) })
  const popular = await addCover({ partnerId, popularity: 100, createdAt: day(2) })
  const newest = await addCover({ partnerId, createdAt: day(20) })
  const unlisted = await addCover({ partnerId: closedId, createdAt: day(28) })
  for (let n = 3; n < 3 + 22; n++) await addCover({ partnerId, createdAt: day(n > 18 ? 18 : n) })
  const drawn: string[] = []
  const db = database.db.$extends({
    query: {
      mediaFile: {
        updateMany: async ({ args, query }) => {
          drawn.push(String(args.where?.id))
          return query(args)
        },
      },
    },
  })
  expect(await drawAhead(db as unknown as typeof database.db, database.dataDir, { onFirstPages: 1 })).toBe(20)
  expect(new Set(drawn.slice(0, 3))).toEqual(new Set([featured, popular, newest].map(({ id }) => id)))
  // Among the others, the newest files come first. This one is older than 22 of them.
  expect(drawn).not.toContain(unlisted.id)
})

test('keeps the reserved disk space free', async () => {
  const picture = await store(300)
  expect(await drawAhead(database.db, database.dataDir, { leftFree: Number.MAX_SAFE_INTEGER })).toBe(0)
  expect([await drawn(picture), await widthOf(picture)]).toEqual([[], 0])
})

test('does not retry a broken image, retries a missing one, and continues with the rest', async () => {
  const broken = await addFile(await writeOriginal(database.dataDir, Buffer.from('no picture')))
  const lost = await addFile(randomBytes(32).toString('hex'))
  const good = await store(200)
  await drawAhead(database.db, database.dataDir)
  expect([await drawn(broken), await drawn(lost), await drawn(good)]).toEqual([[], [], ['160.avif']])
  expect(await drawAhead(database.db, database.dataDir)).toBe(0)
  expect([await widthOf(broken), await widthOf(lost)]).toEqual([1200, 0])
  expect(await database.db.mediaFile.count({ where: { missingAt: { not: null } } })).toBe(1)
})

test('stops with instructions if the files are missing, and marks no image as drawn', async () => {
  for (let n = 0; n < 25; n++) await addFile(randomBytes(32).toString('hex'))
  await expect(drawAhead(database.db, database.dataDir)).rejects.toThrow(/20 of 20 pictures have no file .* Mount/)
  expect(await database.db.mediaFile.count({ where: { drawnWidth: { gt: 0 } } })).toBe(0)
})
