import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { createPartner, createProduct, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { deleteUnusedLabels, settleLabels } from './settle-labels.ts'

const database = useTestDatabase()
const nameOf = async (slug: string) => (await database.db.brand.findUnique({ where: { slug } }))?.name

test('assigns a label to the partner approved under its name, but not to one that takes the name later', async () => {
  const { db } = database
  const stranger = await createPartner(db, { verificationStatus: 'pending' })
  const product = await createProduct(db, { partnerId: stranger.id, brandName: 'ashmere & LOW' })
  const partner = await createPartner(db, { businessName: 'Ashmere & Low' })
  await settleLabels(db)
  expect(await db.brand.findUnique({ where: { id: product.brandId } })).toMatchObject({
    ownerId: partner.id,
    name: 'Ashmere & Low',
  })

  await createProduct(db, { partnerId: stranger.id, brandName: 'Grand Other' })
  await db.partner.update({ where: { id: partner.id }, data: { businessName: 'Grand Other' } })
  await settleLabels(db)
  expect(await db.brand.findUnique({ where: { slug: 'grand-other' } })).toMatchObject({ ownerId: null })

  await db.partner.update({ where: { id: partner.id }, data: { businessName: 'ASHMERE & Low' } })
  await settleLabels(db)
  expect(await nameOf('ashmere-low')).toBe('ASHMERE & Low')
})

test('leaves a label unowned if two partners were approved under its name', async () => {
  const { db } = database
  await createPartner(db, { businessName: 'Two Hills' })
  const other = await createPartner(db, { businessName: 'Two-Hills' })
  await createProduct(db, { partnerId: other.id, brandName: 'Two hills' })
  await db.brand.update({ where: { slug: 'two-hills' }, data: { ownerId: null } })
  await settleLabels(db)
  expect(await db.brand.findUnique({ where: { slug: 'two-hills' } })).toMatchObject({ ownerId: null })
})

test('spells an unowned label as most listed products do, not as the first one did', async () => {
  const { db } = database
  const [first, most] = [await createPartner(db), await createPartner(db)]
  const pending = await createPartner(db, { verificationStatus: 'pending' })
  await createProduct(db, { partnerId: pending.id, brandName: 'NORDVEL!!!' })
  await createProduct(db, { partnerId: first.id, brandName: 'nordvel' })
  for (let at = 0; at < 3; at++) await createProduct(db, { partnerId: pending.id, brandName: 'NORDVEL!!!' })
  await settleLabels(db)
  expect(await nameOf('nordvel')).toBe('nordvel')

  for (let at = 0; at < 2; at++) await createProduct(db, { partnerId: most.id, brandName: 'Nordvel' })
  await settleLabels(db)
  expect(await nameOf('nordvel')).toBe('Nordvel')
  expect(await settleLabels(db)).toMatchObject({ spelled: 0 })
})

test('deletes labels without products after a day, except owned and saved ones', async () => {
  const { db } = database
  const partner = await createPartner(db, { businessName: 'Owned Label' })
  const user = await createUser(db)
  const labels = ['Gone Label', 'Used Label', 'Followed Label', 'Ждём Label', 'Denied Label', 'Owned Label']
  const products = []
  for (const brandName of labels) products.push(await createProduct(db, { partnerId: partner.id, brandName }))
  const lists = [
    '/discover?brands=followed-label',
    `/discover?brands=${encodeURIComponent('ждём-label')}`,
    '/discover?not=brand%3ADenied+Label&q=coat',
  ]
  await db.savedSearch.createMany({
    data: lists.map((list) => ({ userId: user.id, list, name: 'Any', meaning: [], feedToken: list })),
  })
  await db.product.deleteMany({
    where: { id: { in: products.flatMap(({ id }, at) => (labels[at] === 'Used Label' ? [] : id)) } },
  })
  expect(await deleteUnusedLabels(db, new Date())).toBe(0)
  await deleteUnusedLabels(db, new Date(Date.now() + 2 * DAY_MS))
  const left = await db.brand.findMany({ where: { name: { in: labels } }, select: { name: true } })
  expect(left.map(({ name }) => name).sort()).toEqual(labels.filter((name) => name !== 'Gone Label').sort())
})

test('skips a label that an import has locked', async () => {
  const { db } = database
  const partner = await createPartner(db)
  const { id, brandId } = await createProduct(db, { partnerId: partner.id, brandName: 'Locked Label' })
  await db.product.delete({ where: { id } })
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM brands WHERE id = ${brandId}::uuid FOR KEY SHARE`
    await deleteUnusedLabels(db, new Date(Date.now() + 2 * DAY_MS))
  })
  expect(await nameOf('locked-label')).toBe('Locked Label')
})
