import { beforeAll, expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import type { IncomingProduct } from './incoming-product.schema.ts'
import { newAct } from './product-acts.ts'
import { getProductOwner } from './product-owner.ts'
import { saveProducts } from './save-products.ts'

const database = useTestDatabase()

/** The product 'cursed' fails with the error code in its name, as often as its description says, despite rollbacks. */
beforeAll(async () => {
  for (const sql of [
    'CREATE SEQUENCE failed',
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('failed') <= NEW.description::int THEN RAISE EXCEPTION 'cursed' USING ERRCODE = NEW.name; END IF;
      RETURN NEW;
    END $$`,
    `CREATE TRIGGER fail BEFORE INSERT ON products FOR EACH ROW WHEN (NEW.handle = 'cursed') EXECUTE FUNCTION fail()`,
  ])
    await database.db.$executeRawUnsafe(sql)
})

const product = (handle: string, given: Partial<IncomingProduct> = {}): IncomingProduct => ({
  handle,
  name: 'Dress',
  type: '',
  productCategory: '',
  status: 'active',
  gender: '',
  variants: [
    {
      sku: null,
      gtin: null,
      size: 'M',
      colourName: '',
      options: {},
      priceMinor: 5_000,
      originalPriceMinor: null,
      stock: 3,
    },
  ],
  isIncomplete: false,
  ...given,
})

async function save(...products: IncomingProduct[]) {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  await db.$executeRaw`ALTER SEQUENCE failed RESTART`
  const act = newAct({ partnerId, kind: 'import', actor: { kind: 'import', userId: null, name: 'a.csv' } })
  return saveProducts(db, products, await getProductOwner(db, partnerId), { act, isSync: true })
}

/** @param times how often the product fails */
const saveFailing = (state: string, times: number) =>
  save(product('shirt'), product('cursed', { name: state, description: String(times) }), product('coat'))

test.each(['23505', '22001', '21000', '54000'])(
  'saves the other products if PostgreSQL refuses one (%s)',
  async (state) => {
    const { created, refused } = await saveFailing(state, 9)
    expect(created).toBe(2)
    expect(refused).toEqual([{ handle: 'cursed', reason: expect.stringContaining('the database refused it') }])
  },
)

test('refuses a product with text that PostgreSQL cannot store', async () => {
  const { created, refused } = await save(product('shirt'), product('coat', { name: 'Coat\0' }))
  expect({ created, refused: refused.map(({ handle }) => handle) }).toEqual({ created: 1, refused: ['coat'] })
})

test.each(['40001', '40P01', '55P03', '57014'])('repeats an interrupted transaction (%s)', async (state) => {
  expect(await saveFailing(state, 2)).toMatchObject({ created: 3, refused: [] })
})

test('throws, and refuses no product, if every attempt is interrupted', async () => {
  await expect(saveFailing('40P01', 9)).rejects.toThrow('cursed')
})
