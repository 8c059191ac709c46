import { beforeAll, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const found = async (q: string) =>
  (
    await searchProducts(
      { db: database.db, engine: new SqlEngine(database.db), patienceMs: 60_000 },
      searchProductsInput.parse({ q }),
    )
  ).products.map(({ name }) => name)

beforeAll(async () => {
  const partner = await createPartner(database.db, { businessName: 'Nordlicht Strick' })
  const category = async (slug: string, name: string) => (await createCategory(database.db, { slug, name })).id
  const [dresses, jumpers, beanies, coats] = [
    await category('dresses', 'Dresses'),
    await category('jumpers', 'Jumpers'),
    await category('beanies', 'Beanies'),
    await category('wool-coats', 'Wool coats'),
  ]
  const other = await createPartner(database.db, { businessName: 'Linhavento' })
  const add = (name: string, categoryId: string, material: string, colourName: string, partnerId = partner.id) =>
    createProduct(database.db, {
      partnerId,
      name,
      categoryId,
      material,
      gender: 'women',
      variants: [{ size: 'M', stock: 2, colourName, priceMinor: 9_000 }],
    })
  await add('Strickkleid Sylt', dresses, '80 % Schurwolle, 20 % Kaschmir', 'marineblau')
  await add('Floral tea dress', dresses, 'Viscose', 'Red')
  await add('Rollkragenpullover Amrum', jumpers, 'Baumwolle', 'Grün')
  await add('Fisherman jumper', jumpers, 'Wool', 'Navy')
  await add('Fisherman jumper by others', jumpers, 'Wool', 'Navy', other.id)
  await add('Mütze „Möwe“', beanies, 'Merinowolle', 'hellgrau')
  await add('Ribbed beanie', beanies, 'Cotton', 'Black')
  await add('Manteau long en laine', coats, 'laine vierge', 'bleu marine')
  await add('Wrap coat', coats, 'Cashmere', 'Camel')
})

describe('products in German and French', () => {
  test.each([
    ['Strickkleid', 'Strickkleid Sylt'],
    ['knitted dress', 'Strickkleid Sylt'],
    ['marineblaues Kleid', 'Strickkleid Sylt'],
    ['navy dress', 'Strickkleid Sylt'],
    ['robe bleu marine', 'Strickkleid Sylt'],
    ['graue Mütze merino', 'Mütze „Möwe“'],
    ['navy fisherman jumper wool from Nordlicht Strick', 'Fisherman jumper'],
    ['grüner Pullover', 'Rollkragenpullover Amrum'],
    ['green jumper', 'Rollkragenpullover Amrum'],
    ['roll neck jumper', 'Rollkragenpullover Amrum'],
    ['pull en coton', 'Rollkragenpullover Amrum'],
    ['long wool coat', 'Manteau long en laine'],
    ['manteau laine', 'Manteau long en laine'],
    ['Wollmantel dunkelblau', 'Manteau long en laine'],
  ])('are found by "%s"', async (q, name) => {
    expect((await found(q))[0]).toBe(name)
  })
})
