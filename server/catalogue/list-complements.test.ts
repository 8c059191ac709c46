import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listComplements } from './list-complements.ts'

const database = useTestDatabase()
const slugs = new Map<string, string>()

/** Returns the category with this slug, below its department. */
async function category(slug: string, department?: string): Promise<string> {
  const known = slugs.get(slug)
  if (known) return known
  const parentId = department === undefined ? null : await category(department)
  const { id } = await createCategory(database.db, { slug, name: slug, parentId, level: parentId ? 1 : 0 })
  slugs.set(slug, id)
  return id
}

async function product(slug: string, department: string, fields: Partial<Parameters<typeof createProduct>[1]> = {}) {
  const { id } = await createPartner(database.db)
  return createProduct(database.db, {
    partnerId: id,
    categoryId: await category(slug, department),
    gender: 'women',
    name: slug,
    ...fields,
  })
}
const namesOf = async (id: string, limit = 8) => (await listComplements(database.db, id, limit)).map(({ name }) => name)

describe('listComplements', () => {
  test('lists one product of each matching kind before a second, and none of the same kind', async () => {
    const me = await product('day-dresses', 'dresses')
    for (const [slug, department] of [
      ['day-dresses', 'dresses'],
      ['loafers', 'shoes'],
      ['boots', 'shoes'],
      ['crossbody-bags', 'bags'],
      ['necklaces', 'jewellery-watches'],
      ['wool-coats', 'coats-jackets'],
      ['t-shirts', 'tops'],
      ['straight-jeans', 'denim'],
    ] as const)
      await product(slug, department)
    const names = await namesOf(me.id)
    expect(['loafers', 'boots']).toContain(names[0])
    expect(names.slice(1, 4)).toEqual(['crossbody-bags', 'necklaces', 'wool-coats'])
    expect(names).toHaveLength(5)
    expect(names).toEqual(expect.arrayContaining(['loafers', 'boots']))
    expect(await namesOf(me.id, 2)).toHaveLength(2)
  })

  test('lists only available products for the same audience', async () => {
    const me = await product('blouses', 'tops', { gender: 'girls' })
    const skirt = (fields: Parameters<typeof product>[2]) => product('short-skirts', 'trousers-skirts', fields)
    await skirt({ name: 'of women', gender: 'women' })
    await skirt({ name: 'of girls', gender: 'girls' })
    await skirt({ name: 'of all children', gender: 'kids' })
    await skirt({ name: 'sold out', gender: 'girls', variants: [{ stock: 0 }] })
    await skirt({ name: 'a draft', gender: 'girls', status: 'draft' })
    expect((await namesOf(me.id)).sort()).toEqual(['of all children', 'of girls'])
  })

  test('prefers matching colours, then other shared attributes', async () => {
    const me = await product('cardigans', 'knitwear', {
      gender: 'men',
      tags: ['wedding'],
      variants: [{ colourName: 'Red' }],
    })
    const trousers = (name: string, colourName: string, fields: Parameters<typeof product>[2] = {}) =>
      product('cord-trousers', 'trousers-skirts', { gender: 'men', name, variants: [{ colourName }], ...fields })
    await trousers('black', 'Black')
    await trousers('black for weddings', 'Black', { tags: ['wedding'] })
    await trousers('green', 'Green')
    expect(await namesOf(me.id)).toEqual(['black for weddings', 'black', 'green'])
  })

  test('uses all other departments for an unknown category', async () => {
    const me = await product('umbrellas', 'rainwear', { gender: 'unisex' })
    const names = await namesOf(me.id, 30)
    expect(names).not.toContain('umbrellas')
    expect(names).toEqual(expect.arrayContaining(['necklaces', 'wool-coats']))
  })

  test('is empty without a category, and for an unknown product', async () => {
    const { id } = await createPartner(database.db)
    const alone = await createProduct(database.db, { partnerId: id })
    for (const each of [alone.id, newId(), 'junk']) expect(await namesOf(each)).toEqual([])
  })
})
