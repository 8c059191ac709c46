import { beforeAll, describe, expect, test } from 'vitest'
import { appearanceBytes, appearanceOf } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { decodeAppearance } from '#server/media/appearance/decode-appearance.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { BLUE_DRESS, photoOf, showDrawing, STRIPED_BLAZER } from '#tests/setup/appearances.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listExamples } from './list-examples.service.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'

const database = useTestDatabase()
const context = () => ({ db: database.db, engine: new SqlEngine(database.db) })
const search = (input: object) => searchProducts(context(), searchProductsInput.parse(input))
const textOf = async (picture: Buffer) =>
  writeAppearanceText(appearanceOf(appearanceBytes(await decodeAppearance(picture))))

beforeAll(async () => {
  const { db } = database
  const partner = await createPartner(db)
  const add = (name: string) => createProduct(db, { partnerId: partner.id, name })
  await showDrawing(db, (await add('Striped blazer')).id, STRIPED_BLAZER)
  await showDrawing(db, (await add('Plain blazer')).id, { ...STRIPED_BLAZER, pattern: 'plain' })
  await showDrawing(db, (await add('Blue dress')).id, BLUE_DRESS)
  const both = await createProduct(db, {
    partnerId: partner.id,
    name: 'Dress in two colours',
    variants: [
      { colourName: 'Moss', colourHex: '#5b6b3a' },
      { colourName: 'Royal', colourHex: '#2450a4' },
    ],
  })
  await showDrawing(db, both.id, { ...BLUE_DRESS, colour: '#5b6b3a' }, 'Moss')
  await showDrawing(db, both.id, BLUE_DRESS, 'Royal')
  await add('Without a picture')
})

describe('a list by image', () => {
  test('shows similar items, the most similar first, with reasons', async () => {
    const { products, total, conditions } = await search({ looksLike: await textOf(await photoOf(STRIPED_BLAZER)) })
    expect(products.slice(0, 2).map(({ name, alike }) => [name, alike])).toEqual([
      ['Striped blazer', 'Nearly the same colours, striped too, the same outline'],
      ['Plain blazer', 'Nearly the same colours, not striped, the same outline'],
    ])
    expect(total).toBe(2)
    expect(conditions.at(-2)?.label).toBe('Striped')
    expect(conditions.at(-1)?.label).toBe('Outline of your picture')
    expect(conditions.every(({ param }) => param === 'looksLike')).toBe(true)
  })

  test('shows how many images have not been analysed yet, if any', async () => {
    const looksLike = await textOf(await photoOf(STRIPED_BLAZER))
    expect((await search({ looksLike })).note).toBeUndefined()
    const { id } = await database.db.mediaFile.findFirstOrThrow({ where: { appearance: { not: null } } })
    await database.db.mediaFile.update({ where: { id }, data: { appearance: null } })
    expect((await search({ looksLike })).note).toMatch(/^One picture has not been analysed yet/)
    expect((await search({ q: 'plain' })).note).toBeUndefined()
    await database.db.mediaFile.update({ where: { id }, data: { appearance: new Uint8Array(0) } })
    expect((await search({ looksLike })).note).toBeUndefined()
  })

  test('can be combined with words, filters and another sort order', async () => {
    const looksLike = await textOf(await photoOf(STRIPED_BLAZER))
    expect((await search({ looksLike, q: 'plain' })).products.map(({ name }) => name)).toEqual(['Plain blazer'])
    expect((await search({ looksLike, priceMaxMinor: 1 })).total).toBe(0)
    expect((await search({ looksLike, sort: 'name_asc' })).products.map(({ name }) => name)).toEqual([
      'Plain blazer',
      'Striped blazer',
    ])
  })

  test('drops the image with a note if no similar item matches the words', async () => {
    const { products, relaxed } = await search({ looksLike: await textOf(await photoOf(STRIPED_BLAZER)), q: 'dress' })
    expect(relaxed).toEqual(['your picture or colour'])
    expect(products.length).toBeGreaterThan(0)
  })
})

describe('a list by colour', () => {
  test('has items with the colour, and shows them in that colour', async () => {
    const { products } = await search({ looksLike: '2450a4' })
    expect(products.map(({ name, colour }) => [name, colour])).toEqual(
      expect.arrayContaining([
        ['Blue dress', null],
        ['Dress in two colours', 'Royal'],
      ]),
    )
    expect(products).toHaveLength(2)
    const [moss] = (await search({ looksLike: '5b6b3a' })).products
    expect([moss?.name, moss?.colour]).toEqual(['Dress in two colours', 'Moss'])
  })

  test('shows only items with both colours if two are given', async () =>
    expect((await search({ looksLike: '2450a4.641b2b' })).total).toBe(0))

  test('shows items with the pattern if only a pattern is given', async () =>
    expect((await search({ looksLike: 'striped' })).products.map(({ name }) => name)).toEqual(['Striped blazer']))
})

test('lists example products with different patterns, which their own searches find', async () => {
  const examples = await listExamples(context())
  expect(examples).toHaveLength(4)
  for (const { product, looksLike } of examples)
    expect((await search({ looksLike })).products.slice(0, 2).map(({ id }) => id)).toContain(product.id)
})
