import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import { SqlEngine } from './sql-engine.ts'
import { suggest } from './suggest.service.ts'
import { getLexiconNow } from './understand/lexicon.service.ts'

const database = useTestDatabase()

const NAMES = [
  'black dress',
  'wedding guest',
  'summer dress',
  'blakc',
  'dres',
  'under 50',
  'not',
  'M',
  'W32',
  'Linhavento',
  'LINHAVENTÓ',
  'Linhаvento',
  'Lin\u200bhavento',
  'linen',
  'size 12',
  'zq dress',
  'lin',
]

test('labels and tags of drafts and of unapproved partners do not affect searches or suggestions', async () => {
  const { db } = database
  const engine = new SqlEngine(db)
  const dresses = await createCategory(db, { name: 'Dresses', slug: 'dresses' })
  const [approved, pending] = [
    await createPartner(db, { businessName: 'Linhavento' }),
    await createPartner(db, { verificationStatus: 'pending' }),
  ]
  for (const name of ['Black linen dress', 'Summer dress', 'Wrap dress for a wedding guest'])
    await createProduct(db, { partnerId: approved.id, name, categoryId: dresses.id, tags: ['summer'] })
  const answers = async (q: string) => {
    const read = async (mode: 'normal' | 'intelligent', more = {}) => {
      const found = await searchProducts({ db, engine }, searchProductsInput.parse({ q, mode, ...more }))
      return { ...found, executionMs: 0, searchToken: null }
    }
    await getLexiconNow(db)
    return [
      await read('normal'),
      await read('intelligent'),
      await read('normal', { q: '', brands: [q] }),
      await suggest({ db, engine }, q),
    ]
  }
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(NAMES, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc
        .array(fc.constantFrom(...NAMES, 'cheap', 'linhavento wrap'), { minLength: 1, maxLength: 3 })
        .map((parts) => parts.join(' ')),
      async (labels, isDraft, q) => {
        const before = await answers(q)
        const partnerId = isDraft ? approved.id : pending.id
        const added = []
        for (const label of labels)
          added.push(
            await createProduct(db, {
              partnerId,
              brandName: label,
              tags: [label],
              status: isDraft ? 'draft' : 'active',
            }),
          )
        const after = await answers(q)
        await db.product.deleteMany({ where: { id: { in: added.map(({ id }) => id) } } })
        await db.brand.deleteMany({ where: { slug: { in: labels.map(toSlug) }, products: { none: {} } } })
        expect(after).toEqual(before)
      },
    ),
    { numRuns: 8 },
  )
}, 120_000)
