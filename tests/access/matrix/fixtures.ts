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

/** Of the person's partner; of nothing, where there is none. What belongs to the partner has the same id here. */
export const idOf = ({ partner }: Person) => partner?.id ?? newId()
/** A review of the person's own product, with the person's id. */
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
/** An import of the person's partner, under the partner's id, with a feed. */
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
/** A connected store of the person's partner, with a message that could not be worked on; both have the partner's id. Its API is nowhere. */
export const storeOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id } = partner
  configureShopify({ addressOf: () => 'http://127.0.0.1:1', firstPauseMs: 1, totalMs: 20 })
  await createConnection(db, id, { id, shopName: `Shop of ${partner.businessName}` })
  const message = { topic: 'orders/create', triggeredAt: new Date(), status: 'dead', payload: {} } as const
  await db.webhookEvent.create({ data: { id, connectionId: id, webhookId: newId(), ...message } })
}
export const ELSEWHERE = 'A private message to another store'
/** An answer that counts any, where the right one counts none. */
export const anyOf = (field: string) => () => Array.from({ length: 9 }, (_, at) => `"${field}":${at + 1}`)
export const hiddenName = ({ user }: Person) => `Of nobody else ${user.id}`
/** Wished for, sold out, and alone in its category: it stands in every figure of its own partner. */
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
/** A sale of the person's partner that only utm parameters name, and an invoice, both under the partner's id. */
export const saleOf = async (db: Db, { partner }: Pick<Person, 'partner'>) =>
  partner && createSaleAndInvoice(db, partner.id)
/** A key, a code and a file with an order of the person's partner, all under its id. */
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
/** What administrators do to things of any partner's: here of one with the id of whoever asks. */
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
/** Once for each of so many new ids, where there is a partner. */
export const times = async (
  count: number,
  partner: Person['partner'],
  create: (id: string, partnerId: string) => Promise<unknown>,
) => {
  if (partner) for (let left = count; left > 0; left--) await create(newId(), partner.id)
}

export const NEWCOMER_PLAN = '019ae000-0000-7000-8000-000000000001'

/** A brand of each that waits, known by their accounts' ids. */
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
/** To the partner with that id, with the same. */
export const giveOffer = (db: Db, id: string) =>
  db.planOffer.create({ data: { id, partnerId: id, planId: PERFORMANCE, fromAt: new Date() } })
