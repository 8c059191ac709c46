import { expect, test } from 'vitest'
import { createPartner, createPartnerAsk, createProduct, createUser } from '#tests/factories.ts'
import { actionsOf, kindsTo, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { freeBytes, lockFiles, requireFileRoom } from './file-room.ts'
import { setLimitInput } from './limits.schema.ts'
import { quotaLevelOf, LIMITS_OF_STATUS, QUOTAS, sayAmount, sayBytes, type Quota } from './quotas-values.schema.ts'
import { recountUsage } from './recount-usage.ts'
import { setLimit } from './set-limit.service.ts'
import { getLimits, getUsage } from './usage.service.ts'
import { warnOwners } from './warn-owners.ts'

const database = useTestDatabase()
const SITE = 'https://wtf.example'

const useOf = async (partnerId: string, quota: Quota) => {
  const found = (await getUsage(database.db, partnerId)).uses.find((use) => use.quota === quota)
  return found && [found.used, found.limit]
}

test('usage counts all writes and deletions, even those outside our code', async () => {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  const first = await createProduct(db, { partnerId, brandName: 'Elm', variants: [{ size: 'S' }, { size: 'M' }] })
  await createProduct(db, { partnerId, brandName: 'Oak' })
  await db.productImage.create({ data: { productId: first.id, sourceUrl: 'https://shop.example/a.jpg' } })
  const { id: fileId } = await db.mediaFile.create({
    data: { sha256: 'a'.repeat(64), mimeType: 'image/png', byteSize: 700, width: 1, height: 1, colour: '#000000' },
  })
  await db.fetchedFile.create({ data: { partnerId, fileId, byteSize: 700 } })
  const upload = await db.upload.create({ data: { partnerId, slot: 'logo', fileName: 'a', byteSize: 300 } })
  await db.productImport.create({
    data: { partnerId, source: 'file', fileName: 'a.csv', status: 'uploaded', fileBytes: 1_000 },
  })
  const counts = async () =>
    Object.fromEntries((await getUsage(db, partnerId)).uses.map(({ quota, used }) => [quota, used]))
  expect(await counts()).toEqual({ products: 2, variants: 3, labels: 2, pictures: 1, files: 2, bytes: 2_000 })
  await db.upload.update({ where: { id: upload.id }, data: { status: 'refused' } })
  await db.mediaFile.delete({ where: { id: fileId } })
  await db.productVariant.delete({ where: { id: first.variants[0]!.id } })
  expect(await counts()).toEqual({ products: 2, variants: 2, labels: 2, pictures: 1, files: 0, bytes: 1_000 })
  await db.product.delete({ where: { id: first.id } })
  expect(await counts()).toEqual({ products: 1, variants: 1, labels: 1, pictures: 0, files: 0, bytes: 1_000 })
  expect(await recountUsage(db)).toBe(0)
  await db.partnerUsage.update({ where: { partnerId_quota: { partnerId, quota: 'variants' } }, data: { used: 9 } })
  expect(await recountUsage(db)).toBe(1)
  expect(await counts()).toMatchObject({ variants: 1 })
  await db.partner.delete({ where: { id: partnerId } })
  expect(await db.partnerUsage.count({ where: { partnerId } })).toBe(0)
})

test('allows exactly as many simultaneous files as fit', async () => {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  await db.partnerLimit.create({ data: { partnerId, quota: 'bytes', value: 1_000, reason: 'a test' } })
  const add = (bytes: number) =>
    db.$transaction(async (tx) => {
      await lockFiles(tx, partnerId)
      await requireFileRoom(tx, partnerId, { files: 1, bytes })
      await tx.upload.create({ data: { partnerId, slot: 'logo', fileName: 'a', byteSize: bytes } })
    })
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => add(250)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  const refused = all.find((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'too_many' })
  expect(await useOf(partnerId, 'bytes')).toEqual([1_000, 1_000])
  expect(await db.$transaction((tx) => freeBytes(tx, partnerId))).toBe(0)
})

test('an administrator sets a limit, which is audited and applies until it is removed', async () => {
  const { db } = database
  const admin = await createUser(db, { role: 'admin' })
  const ask = { db, ...(await signedIn(db, admin.id)) }
  const { id: partnerId } = await createPartner(db, { verificationStatus: 'pending' })
  const set = (quota: string, amount: string) =>
    setLimit(ask, setLimitInput.parse({ partnerId, quota, amount, reason: 'A large shop.' }))
  await set('products', '700')
  await set('bytes', '2048')
  expect(await useOf(partnerId, 'products')).toEqual([0, 700])
  expect(await useOf(partnerId, 'bytes')).toEqual([0, 2 * 2 ** 30])
  expect(await getLimits(db, partnerId)).toMatchObject({
    set: expect.arrayContaining([
      expect.objectContaining({ quota: 'products', reason: 'A large shop.', setBy: { email: admin.email } }),
    ]) as unknown,
  })
  await set('products', '')
  expect(await useOf(partnerId, 'products')).toEqual([0, LIMITS_OF_STATUS.pending.products])
  expect(await actionsOf(db, partnerId)).toEqual(['partner_limit_set', 'partner_limit_set', 'partner_limit_set'])
  for (const amount of ['-1', '1.5', 'many', '99999999'])
    expect(setLimitInput.safeParse({ partnerId, quota: 'products', amount, reason: 'x' }).success).toBe(false)
})

test('the owner is emailed at 80% and at 100%, once each, and again if usage falls and rises', async () => {
  const { db } = database
  const { partner, viewer } = await createPartnerAsk(db)
  await db.user.update({ where: { id: viewer.userId }, data: { emailVerifiedAt: new Date() } })
  await db.partnerLimit.create({ data: { partnerId: partner.id, quota: 'products', value: 5, reason: 'a test' } })
  const add = () => createProduct(db, { partnerId: partner.id, brandName: 'Elm' })
  const emails = async () => {
    await warnOwners(db, SITE)
    return (await kindsTo(db, viewer.email)).filter((kind) => kind === 'quota_warning').length
  }
  for (let count = 0; count < 3; count++) await add()
  expect(await emails()).toBe(0)
  await add()
  expect([await emails(), await emails()]).toEqual([1, 1])
  const last = await add()
  expect([await emails(), await emails()]).toEqual([2, 2])
  await db.product.delete({ where: { id: last.id } })
  expect(await emails()).toBe(2)
  await add()
  expect(await emails()).toBe(3)
  const mail = await db.mail.findFirstOrThrow({
    where: { toAddress: viewer.email, kind: 'quota_warning' },
    orderBy: { createdAt: 'desc' },
  })
  expect(mail.text).toContain('5 of 5 products (limit reached)')
})

test('limits are larger for approved stores, and usage is shown with levels and readable amounts', () => {
  for (const quota of QUOTAS) expect(LIMITS_OF_STATUS.approved[quota]).toBeGreaterThan(LIMITS_OF_STATUS.pending[quota])
  expect([
    quotaLevelOf({ used: 79, limit: 100 }),
    quotaLevelOf({ used: 80, limit: 100 }),
    quotaLevelOf({ used: 3, limit: 3 }),
  ]).toEqual([null, 80, 100])
  expect([sayBytes(500 * 2 ** 20), sayBytes(1.5 * 2 ** 30), sayAmount('products', 1)]).toEqual([
    '500 MB',
    '1.5 GB',
    '1 product',
  ])
})
