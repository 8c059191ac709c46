import { beforeAll, expect, test } from 'vitest'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { SqlEngine } from './sql-engine.ts'
import { suggest } from './suggest.service.ts'

const database = useTestDatabase()
const suggested = async (text: string) =>
  (
    await suggest(
      { db: database.db, engine: new SqlEngine(database.db, (word) => (word === 'drses' ? 'dress' : null)) },
      text,
    )
  ).map(({ kind, label }) => `${kind} ${label}`)

beforeAll(async () => {
  const dresses = await createCategory(database.db, { slug: 'dresses', name: 'Dresses' })
  const teaDresses = await createCategory(database.db, {
    slug: 'tea-dresses',
    name: 'Tea dresses',
    parentId: dresses.id,
    level: 1,
  })
  const partner = await createPartner(database.db, { businessName: 'Linhavento' })
  const add = (name: string, categoryId: string, colourName: string) =>
    createProduct(database.db, {
      partnerId: partner.id,
      name,
      categoryId,
      gender: 'women',
      variants: [{ stock: 1, colourName }],
    })
  await add('Amália midi', teaDresses.id, 'Black')
  await add('Black dress coat', dresses.id, 'Navy')
  await add('Wrap dress', dresses.id, 'Sage green')
})

test.each<[string, string[]]>([
  [
    'black dress',
    ['search black dresses', 'search black tea dresses', 'product Black dress coat', 'product Amália midi'],
  ],
  ['black dr', ['search black dresses', 'search black tea dresses', 'product Black dress coat', 'product Amália midi']],
  ['sage green dress', ['search sage green dresses', 'search sage green tea dresses', 'product Wrap dress']],
  ['pink dress', []],
  ['linhavento', ['brand Linhavento', 'product Wrap dress', 'product Black dress coat', 'product Amália midi']],
  ['tea', ['category Tea dresses']],
  ['drses', ['category Dresses', 'category Tea dresses', 'product Wrap dress', 'product Black dress coat']],
  ['women', ['list Women', 'list Dresses']],
  ['wom', ['list Women']],
  ["women's tea", ['list Tea dresses', 'product Amália midi']],
  ['new', ['list New in', 'list Dresses']],
  // There are no reductions and nothing for men.
  ['sale', []],
  ['men', []],
  [
    'blak dres',
    ['search black dresses', 'search black tea dresses', 'product Black dress coat', 'product Amália midi'],
  ],
  ['blakc', ['search black', 'product Black dress coat']],
  ['b', []],
  ['!!', []],
])('suggests for %j', async (text, expected) => expect(await suggested(text)).toEqual(expected))

test('includes the image of a product, and the URL and context of a list', async () => {
  const { db } = database
  const { id } = await db.product.findFirstOrThrow({ where: { name: 'Wrap dress' } })
  await createPicture(db, id)
  const context = { db, engine: new SqlEngine(db) }
  expect((await suggest(context, 'wrap')).find(({ kind }) => kind === 'product')?.picture).toMatchObject({
    name: expect.any(String) as string,
    alt: '',
  })
  expect((await suggest(context, 'women')).map(({ value, detail }) => [value, detail])).toEqual([
    ['genders=women%2Cunisex', null],
    ['genders=women%2Cunisex&category=dresses', 'Women'],
  ])
})
