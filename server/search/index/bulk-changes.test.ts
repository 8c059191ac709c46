import { beforeEach, describe, expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'

const database = useTestDatabase()

/** Adds copies of a product in one statement. */
const copy = (productId: string, copies: number) => database.db.$executeRaw`
  INSERT INTO products
  SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'handle', gen_random_uuid()::text))).*
  FROM products p, generate_series(1, ${copies}::int) WHERE p.id = ${productId}::uuid`
const changes = () =>
  database.db.productChange.findMany({ select: { kind: true, aboutId: true }, distinct: ['kind', 'aboutId'] })

describe('changes to more than 10,000 products at once', { timeout: 120_000 }, () => {
  let partnerId: string
  let productId: string
  beforeEach(async () => {
    partnerId = (await createPartner(database.db)).id
    productId = (await createProduct(database.db, { partnerId })).id
    await database.db.productChange.deleteMany()
    await copy(productId, 10_002)
  })

  test('identify the partner when products are added, changed, suspended and deleted', async () => {
    const ofPartner = [{ kind: 'all', aboutId: partnerId }]
    expect(await changes()).toEqual(ofPartner)
    for (const change of [
      () => database.db.product.updateMany({ where: { partnerId }, data: { popularity: 3 } }),
      () => database.db.partner.update({ where: { id: partnerId }, data: { isPaused: true } }),
      () =>
        database.db
          .$executeRaw`DELETE FROM products WHERE partner_id = ${partnerId}::uuid AND id <> ${productId}::uuid`,
    ]) {
      await database.db.productChange.deleteMany()
      await change()
      const told = await changes()
      expect(told.filter(({ kind }) => kind === 'all')).toEqual(ofPartner)
      expect(told.filter(({ kind }) => kind === 'product')).toEqual([])
    }
  })

  test('identify no partner if they affect more than 20', async () => {
    for (let n = 0; n < 20; n++) {
      const { id } = await createPartner(database.db)
      await database.db
        .$executeRaw`UPDATE products SET partner_id = ${id}::uuid WHERE id IN (SELECT id FROM products WHERE partner_id = ${partnerId}::uuid AND id <> ${productId}::uuid LIMIT 1)`
    }
    await database.db.productChange.deleteMany()
    await database.db.product.updateMany({ data: { popularity: 4 } })
    expect(await changes()).toEqual([{ kind: 'all', aboutId: null }])
  })
})
