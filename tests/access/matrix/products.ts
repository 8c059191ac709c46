import type { Db } from '#server/platform/db.ts'
import { createClick, createProduct } from '#tests/factories.ts'
import type { Person } from '../scene.ts'
import { actOf, anyOf, ELSEWHERE, hiddenName, idOf, soldOutOfStranger } from './fixtures.ts'
import { type Cell, EDITORS, instead, MEMBERS, type Outcomes, type Row, type Rows } from './outcomes.ts'

/** Creates the caller's product, and an event that changes its price in the stranger's store. */
const eventOfStranger: Cell['before'] = async (db, { me, stranger }) => {
  const productId = await goodsOf(db, me)
  if (!productId || !stranger.partner) return
  await actOf(db, stranger)
  const { id } = stranger.partner
  await db.productEvent.create({
    data: {
      id,
      actId: id,
      partnerId: id,
      productId,
      productName: ELSEWHERE,
      type: 'updated',
      currency: 'GBP',
      revision: 1,
      changes: [{ field: 'price', before: '1', after: '2' }],
    },
  })
}

/** Creates a product that the person's partner sells. */
const ownProductOf = async (db: Db, { partner }: Person) =>
  partner && createProduct(db, { id: partner.id, partnerId: partner.id })
/** Creates a product of the person's partner, with the partner's id. */
const goodsOf = async (db: Db, person: Person) => {
  const { partner } = person
  if (!partner) return
  const { id } = await createProduct(db, { id: partner.id, partnerId: partner.id })
  return id
}
export const ownGoods = (person: Person) => ({ productId: idOf(person) })
const scheduleOf = async (db: Db, person: Person) => {
  const productId = await goodsOf(db, person)
  if (productId === undefined) return
  const planned = { percentOff: 20, currency: 'USD', startsAt: new Date(Date.now() + 3600_000) }
  await db.priceSchedule.create({ data: { id: productId, partnerId: productId, productId, ...planned } })
}
export const aboutProduct = (outcomes: Outcomes, input: (person: Person) => unknown): Row => ({
  own: { input: ({ me }) => input(me), before: (db, { me }) => goodsOf(db, me), outcomes },
  foreign: {
    input: ({ stranger }) => input(stranger),
    before: (db, { stranger }) => goodsOf(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
const plannedPrice = {
  kind: 'percent',
  amount: '20',
  startsAt: new Date(Date.now() + 3600_000).toISOString(),
  endsAt: '',
}
const productForm = {
  name: 'Changed',
  handle: 'changed',
  description: '',
  brand: '',
  categoryId: null,
  tags: [],
  material: '',
  gender: '',
  status: 'draft',
  productUrl: '',
  optionNames: [],
  pictures: [],
  variants: [
    {
      id: null,
      size: '',
      colourName: '',
      colourHex: '',
      options: [],
      price: '10',
      originalPrice: '',
      stock: '',
      sku: '',
      gtin: '',
    },
  ],
}

export const PRODUCTS_ROWS: Rows = {
  'products.overview': {
    own: {
      before: soldOutOfStranger,
      input: () => ({}),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [hiddenName(stranger)],
    },
  },
  'products.list': {
    own: {
      before: soldOutOfStranger,
      input: () => ({}),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [hiddenName(stranger)],
    },
  },
  'products.listFile': { own: { input: () => ({}), outcomes: MEMBERS } },
  'products.select': { own: { input: () => ({}), outcomes: MEMBERS } },
  'products.categories': { own: { outcomes: MEMBERS } },
  // Other stores' products are not counted.
  'products.deletionFacts': {
    own: { input: ({ me }) => ({ ids: [idOf(me)] }), outcomes: MEMBERS },
    foreign: {
      input: ({ stranger }) => ({ ids: [stranger.product.id] }),
      outcomes: MEMBERS,
      hides: anyOf('products'),
    },
    // The click is from when the product was the stranger's.
    beside: {
      before: async (db, { me, stranger }) => {
        const id = await goodsOf(db, me)
        if (id && stranger.partner) await createClick(db, { id, partnerId: stranger.partner.id })
      },
      input: ({ me }) => ({ ids: [idOf(me)] }),
      outcomes: MEMBERS,
      hides: anyOf('clicks'),
    },
  },
  'products.change': {
    own: {
      input: ({ me }) => ({ ids: [idOf(me)], change: { kind: 'stock', stock: 7 } }),
      before: (db, { me }) => ownProductOf(db, me),
      outcomes: EDITORS,
    },
    foreign: {
      input: ({ stranger }) => ({ ids: [idOf(stranger)], change: { kind: 'stock', stock: 7 } }),
      before: (db, { stranger }) => ownProductOf(db, stranger),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
    // Two acts to continue: one by the caller in another store, and one by another person in this store.
    beside: {
      before: async (db, { me, stranger }) => {
        await ownProductOf(db, me)
        await actOf(db, stranger, { actorId: me.user.id })
      },
      input: ({ me, stranger }) => ({
        ids: [idOf(me)],
        actId: idOf(stranger),
        change: { kind: 'stock', stock: 7 },
      }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
    refused: {
      before: async (db, { me, stranger }) => {
        await ownProductOf(db, me)
        await actOf(db, me, { actorId: stranger.user.id })
      },
      input: ({ me }) => ({ ids: [idOf(me)], actId: idOf(me), change: { kind: 'stock', stock: 7 } }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'products.activity': {
    own: {
      before: (db, { stranger }) => actOf(db, stranger, { products: 1 }),
      input: () => ({}),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
    // A page that starts before an act of another store is empty.
    foreign: {
      before: async (db, { me, stranger }) => {
        await actOf(db, me, { products: 1, createdAt: new Date('2026-01-01') })
        await actOf(db, stranger, { products: 1 })
      },
      input: ({ stranger }) => ({ before: idOf(stranger) }),
      outcomes: MEMBERS,
      hides: ({ me }) => [idOf(me)],
    },
  },
  'products.act': {
    own: { input: ({ me }) => ({ actId: idOf(me) }), before: (db, { me }) => actOf(db, me), outcomes: MEMBERS },
    foreign: {
      input: ({ stranger }) => ({ actId: idOf(stranger) }),
      before: (db, { stranger }) => actOf(db, stranger),
      outcomes: instead(MEMBERS, 'NOT_FOUND'),
    },
  },
  'products.history': {
    own: {
      input: ({ me }) => ({ productId: idOf(me) }),
      before: (db, { me }) => ownProductOf(db, me),
      outcomes: MEMBERS,
    },
    foreign: {
      input: ({ stranger }) => ({ productId: idOf(stranger) }),
      before: (db, { stranger }) => ownProductOf(db, stranger),
      outcomes: instead(MEMBERS, 'NOT_FOUND'),
    },
    beside: {
      before: eventOfStranger,
      input: ({ me }) => ({ productId: idOf(me) }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'products.formChoices': {
    own: {
      before: async (db, { stranger: { partner } }) =>
        partner && createProduct(db, { partnerId: partner.id, brandName: `0 ${ELSEWHERE}` }),
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  'products.get': aboutProduct(MEMBERS, ownGoods),
  'products.save': aboutProduct(EDITORS, (person) => ({ ...ownGoods(person), revision: 0, form: productForm })),
  'products.duplicate': aboutProduct(EDITORS, ownGoods),
  'products.priceHistory': {
    ...aboutProduct(MEMBERS, ownGoods),
    beside: {
      before: eventOfStranger,
      input: ({ me }) => ownGoods(me),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'products.schedulePrice': {
    ...aboutProduct(EDITORS, (person) => ({ ...ownGoods(person), ...plannedPrice })),
    // The stranger has scheduled a price for the same time.
    beside: {
      before: async (db, { me, stranger }) => {
        const productId = await goodsOf(db, me)
        if (productId && stranger.partner)
          await db.priceSchedule.create({
            data: {
              partnerId: stranger.partner.id,
              productId,
              percentOff: 20,
              currency: 'USD',
              startsAt: new Date(plannedPrice.startsAt),
            },
          })
      },
      input: ({ me }) => ({ ...ownGoods(me), ...plannedPrice }),
      outcomes: EDITORS,
    },
  },
  // Another store's product has no schedules to see.
  'products.schedules': {
    own: { input: ({ me }) => ownGoods(me), before: (db, { me }) => scheduleOf(db, me), outcomes: MEMBERS },
    foreign: {
      input: ({ stranger }) => ownGoods(stranger),
      before: (db, { stranger }) => scheduleOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'products.cancelSchedule': {
    own: {
      input: ({ me }) => ({ scheduleId: idOf(me) }),
      before: (db, { me }) => scheduleOf(db, me),
      outcomes: EDITORS,
    },
    foreign: {
      input: ({ stranger }) => ({ scheduleId: idOf(stranger) }),
      before: (db, { stranger }) => scheduleOf(db, stranger),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  // The caller has no deleted products.
  'products.deleteForGood': {
    own: {
      before: async (db, { stranger: { partner } }) =>
        partner && createProduct(db, { partnerId: partner.id, status: 'archived', deletedAt: new Date() }),
      outcomes: EDITORS,
      // The stranger's deleted products are not counted as left.
      shows: () => ['"deleted":0,"left":0'],
    },
  },
  'products.undo': {
    own: { input: ({ me }) => ({ actId: idOf(me) }), before: (db, { me }) => actOf(db, me), outcomes: EDITORS },
    foreign: {
      input: ({ stranger }) => ({ actId: idOf(stranger) }),
      before: (db, { stranger }) => actOf(db, stranger),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
}
