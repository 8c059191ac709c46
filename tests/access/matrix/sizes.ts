import type { Db } from '#server/platform/db.ts'
import { createCategory, createProduct, createSizeTable } from '#tests/factories.ts'
import type { Person } from '../scene.ts'
import { ownProduct } from './fixtures.ts'
import { all, EDITORS, EVERYBODY, instead, MEMBERS, type Outcomes, type Row, type Rows, SIGNED_IN } from './outcomes.ts'

const keepSizesOf = (db: Db, { user }: Person): Promise<unknown> =>
  db.shopperSizes.create({ data: { userId: user.id, sizes: { measures: { chest: 1234 }, garments: [] } } })
/** Creates a size table of the person's brand, with the person's id. */
const sizeTableOf = (db: Db, { partner, product, user }: Person): Promise<unknown> =>
  partner ? createSizeTable(db, { id: user.id, partnerId: partner.id, brandId: product.brandId }) : Promise.resolve()
const sizeTableRow = (outcomes: Outcomes, rest: object = {}): Row => ({
  own: {
    before: (db, { me }) => sizeTableOf(db, me),
    input: ({ me }) => ({ tableId: me.user.id, ...rest }),
    outcomes,
  },
  foreign: {
    before: (db, { stranger }) => sizeTableOf(db, stranger),
    input: ({ stranger }) => ({ tableId: stranger.user.id, ...rest }),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
/** Creates a brand that the person sells, and a category. Both have the person's id. */
async function sellBrand(db: Db, { partner, user: { id } }: Person): Promise<void> {
  await createCategory(db, { id })
  await db.brand.create({ data: { id, name: `Brand ${id}`, slug: `brand-${id}` } })
  if (partner) await createProduct(db, { partnerId: partner.id, brandName: `Brand ${id}` })
}
const sellSized = (db: Db, partnerId: string, id: string) =>
  createProduct(db, { partnerId, brandName: `Brand ${id}`, categoryId: id, variants: [{ size: 'M' }], sizes: ['M'] })
const newSizeTable = ({ user }: Person) => ({
  brandId: user.id,
  categoryId: user.id,
  audience: 'women',
  source: 'partner',
  measures: 'body',
  cells: [['M', '94-99']],
})

export const SIZES_ROWS: Rows = {
  'sizeTables.list': {
    own: {
      before: (db, { stranger }) => sizeTableOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [stranger.user.id],
    },
    // The stranger sells products of the same category and brand, and has the size table that the caller lacks.
    beside: {
      before: async (db, { me, stranger }) => {
        await createCategory(db, { id: me.user.id, name: 'Coats' })
        for (const { partner } of [me, stranger]) if (partner) await sellSized(db, partner.id, me.user.id)
        if (!stranger.partner) return
        const brand = await db.brand.findUniqueOrThrow({ where: { slug: `brand-${me.user.id}` } })
        const ofBrand = { brandId: brand.id, categoryId: me.user.id }
        await createSizeTable(db, { partnerId: stranger.partner.id, ...ofBrand })
      },
      outcomes: MEMBERS,
      shows: ({ me }) => [`"categoryId":"${me.user.id}","category":"Coats","audience":"unisex","products":1}`],
    },
  },
  'sizeTables.choices': { own: { outcomes: MEMBERS } },
  'sizeTables.get': sizeTableRow(MEMBERS),
  'sizeTables.save': {
    own: {
      before: (db, { me }) => sellBrand(db, me),
      input: ({ me }) => newSizeTable(me),
      outcomes: EDITORS,
    },
    // A brand that the stranger sells.
    foreign: {
      before: (db, { stranger }) => sellBrand(db, stranger),
      input: ({ stranger }) => newSizeTable(stranger),
      outcomes: instead(EDITORS, 'BAD_REQUEST'),
    },
  },
  'sizeTables.restore': sizeTableRow(EDITORS, { revision: 1 }),
  'sizeTables.remove': sizeTableRow(EDITORS),
  'sizeTables.bringBack': sizeTableRow(EDITORS),

  'fitting.canAdvise': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'fitting.product': { own: { input: ({ product }) => ({ productId: product.id }), outcomes: EVERYBODY } },
  'fitting.garmentChoices': { own: { outcomes: EVERYBODY } },
  // No size table of this brand exists.
  'fitting.findGarment': {
    own: {
      input: ({ product }) => ({ productId: product.id, brand: 'No such brand', category: 'tops', size: 'M' }),
      outcomes: all('BAD_REQUEST'),
    },
  },
  'fitting.otherBrands': {
    own: {
      input: ({ product }) => ({ productId: product.id, sizes: { measures: { chest: 960 }, garments: [] } }),
      outcomes: EVERYBODY,
    },
  },
  'fitting.inMySize': {
    own: {
      input: () => ({ sizes: { measures: { chest: 960 }, garments: [] }, search: {} }),
      outcomes: EVERYBODY,
    },
  },
  'fitting.sizes': {
    own: {
      before: (db, { stranger }) => keepSizesOf(db, stranger),
      outcomes: SIGNED_IN,
      hides: () => ['1234'],
    },
  },
  'fitting.keepSizes': { own: { input: () => ({ measures: { chest: 960 }, garments: [] }), outcomes: SIGNED_IN } },
  'fitting.forgetSizes': { own: { before: (db, { stranger }) => keepSizesOf(db, stranger), outcomes: SIGNED_IN } },
}
