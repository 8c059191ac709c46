import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { createCategory, createPartner, createProduct, createReview, createWishes } from '#tests/factories.ts'
import { createOrderFile, createSaleAndInvoice, PERFORMANCE } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import type { Person, Scene } from '../scene.ts'
import { ADMIN, type Cell, type Row } from './outcomes.ts'

// Several processes of one run may share a database.
let counter = process.pid * 10_000
export const uniqueNumber = () => ++counter
export const newAddress = () => `new${process.pid}-${uniqueNumber()}@example.test`
export const ownProduct = ({ product }: Scene) => ({ productId: product.id })

/**
 * Returns the id of the person's partner. The partner's rows have the same id here. Returns a new id for a person
 * without a partner.
 */
export const idOf = ({ partner }: Person) => partner?.id ?? newId()
/** Creates a review of the person's product, with the person's id. */
export const judgedReviewOf =
  (whose: 'me' | 'stranger') =>
  (db: Db, scene: Scene): Promise<unknown> => {
    const { user } = scene[whose]
    return createReview(db, {
      id: user.id,
      productId: scene.product.id,
      partnerId: scene.product.partnerId,
      userId: user.id,
    })
  }
export const actOf = async (
  db: Db,
  { partner }: Person,
  given: { actorId?: string; products?: number; createdAt?: Date } = {},
) =>
  partner &&
  db.productAct.create({
    data: { id: partner.id, partnerId: partner.id, kind: 'edit', actorKind: 'owner', actorName: 'Some Body', ...given },
  })
/** Creates an import of the person's partner, and a product act. Both have the partner's id. */
export const importOf =
  (given: { status: 'read' | 'unmapped' | 'applied'; layout?: object }) =>
  async (db: Db, { partner }: Person) => {
    if (!partner) return
    const { id } = partner
    await actOf(db, { partner } as Person)
    await db.productImport.create({
      data: { id, partnerId: id, source: 'file', fileName: 'autumn.csv', actId: id, ...given },
    })
  }
/**
 * Creates a connected store of the person's partner, and a message that failed. Both have the partner's id. The store's
 * API does not exist.
 */
export const storeOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id } = partner
  configureShopify({ addressOf: () => 'http://127.0.0.1:1', firstPauseMs: 1, totalMs: 20 })
  await createConnection(db, id, { id, shopName: `Shop of ${partner.businessName}` })
  const message = { topic: 'orders/create', triggeredAt: new Date(), status: 'dead', payload: {} } as const
  await db.webhookEvent.create({ data: { id, connectionId: id, webhookId: newId(), ...message } })
}
export const ELSEWHERE = 'A private message to another store'
/** Returns the texts of an answer with a nonzero count in this field. The right count is 0. */
export const anyOf = (field: string) => () => Array.from({ length: 9 }, (_, at) => `"${field}":${at + 1}`)
export const hiddenName = ({ user }: Person) => `Of nobody else ${user.id}`
/**
 * Creates a product that would show in every figure of its partner: on wishlists, sold out, and alone in its category.
 */
export const soldOutOfStranger: Cell['before'] = async (db, { stranger }) => {
  if (!stranger.partner) return
  const name = hiddenName(stranger)
  const { id: categoryId } = await createCategory(db, { name })
  const product = await createProduct(db, {
    partnerId: stranger.partner.id,
    categoryId,
    name,
    variants: [{ stock: 0 }],
  })
  await createWishes(db, stranger.user.id, [product.id])
}
/**
 * Creates a sale of the person's partner that is identified only by utm parameters, and an invoice. Both have the
 * partner's id.
 */
export const saleOf = async (db: Db, { partner }: Pick<Person, 'partner'>) =>
  partner && createSaleAndInvoice(db, partner.id)
/** Creates a key, a discount code and an order file of the person's partner. All have the partner's id. */
export const storeThingsOf =
  (status: 'read' | 'submitted' | 'failed' = 'read') =>
  async (db: Db, { partner }: Pick<Person, 'partner'>) => {
    if (!partner) return
    const { id } = partner
    await db.storeKey.create({
      data: {
        id,
        partnerId: id,
        kind: 'bearer',
        name: 'Server',
        hint: 'wtf_abcd',
        keyHash: Uint8Array.from(Buffer.from(id)),
      },
    })
    await db.discountCode.create({ data: { partnerId: id, code: id } })
    await createOrderFile(db, id, { id, status })
  }
/** Returns the row of an administrator's action on any partner's data. The partner has the caller's id. */
export const ofAnyPartner = (
  before: (db: Db, person: Pick<Person, 'partner'>) => Promise<unknown>,
  input: (id: string) => unknown,
): Row => ({
  own: {
    before: async (db, { me }) => before(db, { partner: await createPartner(db, { id: me.user.id }) }),
    input: ({ me }) => input(me.user.id),
    outcomes: ADMIN,
    isAboutAnybody: true,
  },
})
export const flagOf = async (db: Db, { partner }: Pick<Person, 'partner'>) =>
  partner && db.conversionFlag.create({ data: { id: partner.id, partnerId: partner.id, kind: 'silent_store' } })
/** Calls `create` with `count` new ids, if the person has a partner. */
export const times = async (
  count: number,
  partner: Person['partner'],
  create: (id: string, partnerId: string) => Promise<unknown>,
) => {
  if (partner) for (let left = count; left > 0; left--) await create(newId(), partner.id)
}

export const NEWCOMER_PLAN = '019ae000-0000-7000-8000-000000000001'

/** Creates a brand that waits for approval for each person. Its id is that of the owner's account. */
export const giveWaitingPartners = async (db: Db, { me, stranger }: Scene) => {
  for (const { user } of [me, stranger])
    await createPartner(db, {
      id: user.id,
      ownerId: user.id,
      businessName: `Waiting ${user.id}`,
      verificationStatus: 'pending',
      domain: null,
      websiteUrl: null,
    })
}
/** Offers the partner with this id a plan. The offer has the same id. */
export const giveOffer = (db: Db, id: string) =>
  db.planOffer.create({ data: { id, partnerId: id, planId: PERFORMANCE, fromAt: new Date() } })
