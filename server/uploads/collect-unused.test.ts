import { expect, test } from 'vitest'
import { originalKey } from '#server/media/media-keys.ts'
import { keepPicture } from '#server/media/media.service.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { collectUnused } from './collect-unused.ts'

const database = useTestDatabase()
const FACTS = { mimeType: 'image/png', width: 9, height: 9, colour: '#000000', palette: [] }
const DAY_MS = 86_400_000

async function kept(text: string, ageDays: number) {
  const bytes = Buffer.from(text)
  const file = await keepPicture(database.db, database.dataDir, bytes, FACTS)
  await database.db.mediaFile.update({
    where: { id: file.id },
    data: { storedAt: new Date(Date.now() - ageDays * DAY_MS), createdAt: new Date('2020-01-01') },
  })
  return file
}
const isThere = async ({ sha256 }: { sha256: string }) =>
  (await openStorage(database.dataDir).has(originalKey(mediaName(sha256)))) &&
  (await database.db.mediaFile.findUnique({ where: { sha256 } })) !== null

test('deletes what nothing refers to, and nothing that was stored within a day', async () => {
  const { partner } = await createPartnerAsk(database.db)
  const product = await createProduct(database.db, { partnerId: partner.id })
  const files = {
    old: await kept('old', 2),
    fresh: await kept('fresh', 0.9),
    again: await kept('again', 400),
    shown: await kept('shown', 2),
    ofProduct: await kept('of a product', 2),
    undoable: await kept('undoable', 2),
    waiting: await kept('waiting', 2),
    used: await kept('used', 2),
  }
  await keepPicture(database.db, database.dataDir, Buffer.from('again'), FACTS)
  await database.db.partnerMedia.create({ data: { partnerId: partner.id, mediaType: 'logo', fileId: files.shown.id } })
  await database.db.productImage.create({ data: { productId: product.id, fileId: files.ofProduct.id } })
  const act = await database.db.productAct.create({
    data: { partnerId: partner.id, kind: 'edit', actorKind: 'owner', actorName: 'Ada' },
  })
  await database.db.productEvent.create({
    data: {
      actId: act.id,
      partnerId: partner.id,
      productId: product.id,
      productName: 'A',
      type: 'updated',
      before: { images: [{ fileId: files.undoable.id }] },
      revision: 1,
    },
  })
  const upload = { partnerId: partner.id, slot: 'logo', fileName: 'a', byteSize: 1 } as const
  await database.db.upload.createMany({
    data: [
      { ...upload, status: 'stored', storedAt: new Date(), fileId: files.waiting.id },
      { ...upload, status: 'used', fileId: files.used.id },
      { ...upload, status: 'waiting', createdAt: new Date('2020-01-01') },
    ],
  })
  expect(await collectUnused(database.db, database.dataDir)).toBe(2)
  const there = await Promise.all(
    Object.entries(files).map(async ([name, file]) => ((await isThere(file)) ? [name] : [])),
  )
  expect(there.flat()).toEqual(['fresh', 'again', 'shown', 'ofProduct', 'undoable', 'waiting'])
  expect(await database.db.upload.count()).toBe(1)
})

test('a picture that is stored while it is being deleted is there afterwards', async () => {
  for (let round = 0; round < 10; round++) {
    const file = await kept('contested', 2)
    await Promise.all([
      collectUnused(database.db, database.dataDir),
      keepPicture(database.db, database.dataDir, Buffer.from('contested'), FACTS),
    ])
    expect(await isThere(file)).toBe(true)
  }
})
