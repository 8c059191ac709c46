import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'

const database = useTestDatabase()
const MIGRATION = path.resolve(import.meta.dirname, '../../prisma/migrations/20261126213500_clean_texts/migration.sql')

test('the migration cleans stored texts, except handles that would collide', async () => {
  const { db } = database
  const partner = await createPartner(db, { businessName: 'Mai\u202eson', ethos: 'می‌خواهم 👩🏽‍🚀' })
  const [spoilt, clean, hidden] = [
    await createProduct(db, {
      partnerId: partner.id,
      name: 'Silk\ue000 dress',
      handle: 'a\u200bb',
      tags: ['x\u2066', '\uf8ff', 'y'],
    }),
    await createProduct(db, { partnerId: partner.id, name: 'Wool coat', handle: 'ab' }),
    await createProduct(db, { partnerId: partner.id, name: '\u{10fffd}', description: 'One\u0007two\nthree' }),
  ]
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(await fs.readFile(MIGRATION, 'utf8')).finally(() => client.end())
  const read = ({ id }: { id: string }) => db.product.findUniqueOrThrow({ where: { id } })
  // Another product has the handle 'ab' already.
  expect(await read(spoilt)).toMatchObject({ name: 'Silk dress', handle: 'a\u200bb', tags: ['x', 'y'] })
  expect(await read(hidden)).toMatchObject({ name: 'Unnamed product', description: 'One two\nthree' })
  expect(await read(clean)).toMatchObject({ name: 'Wool coat', handle: 'ab', updatedAt: clean.updatedAt })
  expect(await db.partner.findUniqueOrThrow({ where: { id: partner.id } })).toMatchObject({
    businessName: 'Maison',
    ethos: 'می‌خواهم 👩🏽‍🚀',
  })
})
