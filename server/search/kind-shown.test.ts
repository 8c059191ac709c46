import { expect, test } from 'vitest'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { appearanceBytes, appearanceOf } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { decodeAppearance } from '#server/media/appearance/decode-appearance.ts'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { photoOf, showDrawing, STRIPED_BLAZER } from '#tests/setup/appearances.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { kindShown } from './appearance-distance.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const lookOf = async (picture: Buffer) =>
  writeAppearanceText(appearanceOf(appearanceBytes(await decodeAppearance(picture))))

test("ranks products of the image's kind first, then those of its department", async () => {
  const { db } = database
  const partner = await createPartner(db)
  const coats = await createCategory(db, { slug: 'coats', name: 'Coats' })
  const blazers = await createCategory(db, { slug: 'blazers', name: 'Blazers', parentId: coats.id, level: 1 })
  const capes = await createCategory(db, { slug: 'capes', name: 'Capes', parentId: coats.id, level: 1 })
  const bags = await createCategory(db, { slug: 'bags', name: 'Bags' })
  const add = async (name: string, categoryId: string, drawing: Parameters<typeof showDrawing>[2]) => {
    const { id } = await createProduct(db, { partnerId: partner.id, name, categoryId })
    await showDrawing(db, id, drawing)
  }
  await add('Striped blazer', blazers.id, STRIPED_BLAZER)
  await add('Plain blazer', blazers.id, { ...STRIPED_BLAZER, pattern: 'plain' })
  // Both are closer than the plain blazer.
  await add('Striped cape', capes.id, { ...STRIPED_BLAZER, colour: '#6b1f30' })
  await add('Striped bag', bags.id, { ...STRIPED_BLAZER, colour: '#66202f' })
  const names = async (looksLike: string) =>
    (await searchProducts({ db, engine: new SqlEngine(db) }, searchProductsInput.parse({ looksLike }))).products.map(
      ({ name }) => name,
    )
  expect(await names(await lookOf(Buffer.from(drawProduct(STRIPED_BLAZER))))).toEqual([
    'Striped blazer',
    'Plain blazer',
    'Striped cape',
    'Striped bag',
  ])
  // The photo only looks similar, so its kind is uncertain.
  expect((await names(await lookOf(await photoOf(STRIPED_BLAZER)))).at(-1)).toBe('Plain blazer')
})

test('knows the kind only for a catalogue image in a single category', async () => {
  const picture = await lookOf(await photoOf(STRIPED_BLAZER))
  expect(
    kindShown(picture, [
      [30, 'a'],
      [4, 'b'],
      [9, 'c'],
    ]),
  ).toBe('b')
  expect(
    kindShown(picture, [
      [4, 'a'],
      [4, 'b'],
    ]),
  ).toBeNull()
  expect(kindShown(picture, [[4, '']])).toBeNull()
  expect(kindShown(picture, [[21, 'a']])).toBeNull()
  expect(kindShown('2450a4', [[0, 'a']])).toBeNull()
})
