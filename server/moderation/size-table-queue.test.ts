import { expect, test } from 'vitest'
import { createCategory, createPartner, createProduct, createSizeTable, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { findGarment, listGarmentChoices } from '#server/fitting/find-garment.service.ts'
import { findTable } from '#server/sizing/find-table.ts'
import { judgeSizeTable, listSizeTableProposals } from './size-table-queue.service.ts'

const database = useTestDatabase()
let number = 0
const asAdmin = async () => ({
  db: database.db,
  visit: createVisit(),
  viewer: await createViewer(database.db, { role: 'admin' }),
})

/** Creates a label with an owner and a reseller. */
async function world(reseller: Parameters<typeof createPartner>[1] = {}) {
  const { db } = database
  const name = `Sized Label ${++number}`
  const owner = await createPartner(db, { businessName: name })
  const category = await createCategory(db)
  const partner = await createPartner(db, reseller)
  const own = await createProduct(db, { partnerId: owner.id, categoryId: category.id, gender: 'women' })
  const product = await createProduct(db, {
    partnerId: partner.id,
    brandName: name,
    categoryId: category.id,
    gender: 'women',
  })
  const table = await createSizeTable(db, { partnerId: partner.id, brandId: product.brandId, categoryId: category.id })
  const advises = async () => {
    const garment = findGarment({ db }, { brand: name, category: category.slug, size: 'M', audience: 'women' })
    return garment.then(
      () => true,
      () => false,
    )
  }
  const isOffered = async () => (await listGarmentChoices({ db })).brands.includes(name)
  const onOwnProducts = () => findTable(db, { ...product, audiences: ['women', 'unisex'] })
  return { db, owner, own, partner, product, table, category, advises, isOffered, onOwnProducts }
}

test("a reseller's table is not used for the brand until an administrator accepts it", async () => {
  const { db, table, advises, isOffered, onOwnProducts } = await world()
  const admin = await asAdmin()
  expect([await advises(), await isOffered()]).toEqual([false, false])
  expect(await onOwnProducts()).not.toBeNull()
  const { tables } = await listSizeTableProposals(admin, { state: 'waiting', page: 1 })
  expect(tables.map(({ id }) => id)).toContain(table.id)

  await judgeSizeTable(admin, { tableId: table.id, revision: 1, to: 'accepted' })
  expect([await advises(), await isOffered()]).toEqual([true, true])
  expect(await db.auditEntry.findFirst({ where: { subjectId: table.id } })).toMatchObject({
    action: 'size_table_accepted',
  })

  await judgeSizeTable(admin, { tableId: table.id, revision: 1, to: 'refused', reason: 'These are not their sizes.' })
  expect([await advises(), await isOffered(), await onOwnProducts()]).toEqual([false, false, null])
})

test("a brand owner's table applies immediately, unless the owner is suspended or sells nothing of the brand", async () => {
  const { db, owner, own, product, category, advises } = await world()
  await createSizeTable(db, { partnerId: owner.id, brandId: product.brandId, categoryId: category.id })
  expect(await advises()).toBe(true)
  await db.product.update({ where: { id: own.id }, data: { status: 'draft' } })
  expect(await advises()).toBe(false)
  await db.product.update({ where: { id: own.id }, data: { status: 'active' } })
  await db.partner.update({ where: { id: owner.id }, data: { verificationStatus: 'suspended' } })
  expect(await advises()).toBe(false)
})

test('tables of pending partners are not in the queue', async () => {
  const { table } = await world({ verificationStatus: 'pending' })
  const { tables } = await listSizeTableProposals(await asAdmin(), { state: 'waiting', page: 1 })
  expect(tables.map(({ id }) => id)).not.toContain(table.id)
})

test('a table that has changed since it was opened cannot be accepted', async () => {
  const { db, table } = await world()
  const admin = await asAdmin()
  await db.sizeTable.update({ where: { id: table.id }, data: { revision: 2 } })
  await expect(judgeSizeTable(admin, { tableId: table.id, revision: 1, to: 'accepted' })).rejects.toMatchObject({
    code: 'conflict',
  })
})
