import { expect, test } from 'vitest'
import { originalKey } from '#server/media/media-keys.ts'
import { keepPicture } from '#server/media/media.service.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import { connect } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { collectUnused } from './collect-unused.ts'

const database = useTestDatabase()
const FACTS = {
  mimeType: 'image/png',
  width: 9,
  height: 9,
  colour: '#000000',
  palette: [],
  appearance: new Uint8Array(),
}

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

test('deletes unreferenced files, except those stored in the last day', async () => {
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
    ofReview: await kept('of a review', 2),
  }
  await keepPicture(database.db, database.dataDir, Buffer.from('again'), FACTS)
  await database.db.partnerMedia.create({ data: { partnerId: partner.id, mediaType: 'logo', fileId: files.shown.id } })
  await database.db.productImage.create({ data: { productId: product.id, fileId: files.ofProduct.id } })
  const { id: reviewId } = await createApprovedReview(database.db, product)
  await database.db.reviewPicture.create({ data: { reviewId, place: 1, fileId: files.ofReview.id } })
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
      currency: 'GBP',
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
  expect(there.flat()).toEqual(['fresh', 'again', 'shown', 'ofProduct', 'undoable', 'waiting', 'ofReview'])
  expect(await database.db.upload.count()).toBe(1)
})

test('keeps an image that is stored again during its deletion', async () => {
  for (let round = 0; round < 10; round++) {
    const file = await kept('contested', 2)
    await Promise.all([
      collectUnused(database.db, database.dataDir),
      keepPicture(database.db, database.dataDir, Buffer.from('contested'), FACTS),
    ])
    expect(await isThere(file)).toBe(true)
  }
})

test('reads the history once for any number of batches', async () => {
  const { partner } = await createPartnerAsk(database.db)
  const act = await database.db.productAct.create({
    data: { partnerId: partner.id, kind: 'import', actorKind: 'import', actorName: 'autumn.csv' },
  })
  const [events, files] = [4_000, 450]
  await database.db.$executeRaw`
    INSERT INTO media_files (id, sha256, mime_type, byte_size, width, height, colour, stored_at)
    SELECT gen_random_uuid(), md5(n::text) || md5(n::text), 'image/png', 1, 9, 9, '#000000', '2020-01-01'
    FROM generate_series(1, ${files}::int + ${events}::int) n`
  await database.db.$executeRaw`
    INSERT INTO product_events (id, act_id, partner_id, product_id, product_name, type, currency, before, revision)
    SELECT gen_random_uuid(), ${act.id}::uuid, ${partner.id}::uuid, gen_random_uuid(), 'A', 'updated', 'GBP',
      jsonb_build_object('images', jsonb_build_array(jsonb_build_object('fileId', f.id), jsonb_build_object('fileId', NULL))), 1
    FROM (SELECT id FROM media_files WHERE stored_at = '2020-01-01' ORDER BY sha256 LIMIT ${events}::int) f`
  await database.db.$executeRaw`ANALYZE`
  // Uses one connection, so that its own counts are visible at once.
  const db = connect(database.url, { poolSize: 1 })
  const readSoFar = async () => {
    await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`
    const [row] = await db.$queryRaw<Array<{ n: number }>>`
      SELECT seq_tup_read::int AS n FROM pg_stat_user_tables WHERE relname = 'product_events'`
    return row?.n ?? 0
  }
  try {
    const before = await readSoFar()
    expect(await collectUnused(db, database.dataDir)).toBe(files)
    expect((await readSoFar()) - before).toBeLessThanOrEqual(events)
  } finally {
    await db.$disconnect()
  }
})
