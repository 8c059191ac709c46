import { createECDH } from 'node:crypto'
import type { Prisma } from '#prisma/generated/client.ts'
import { NOTIFICATIONS } from '#server/accounts/account-values.schema.ts'
import { hashSessionId } from '#server/auth/lucia.ts'
import { hashToken } from '#server/auth/one-time-tokens.ts'
import { hashRecoveryCode } from '#server/auth/second-factor/recovery-codes.ts'
import { sealSecret } from '#server/auth/second-factor/take-code.ts'
import { STORE_NOTICES } from '#server/partners/settings/preferences-values.schema.ts'
import { hashTeamToken, newTeamToken } from '#server/partners/team/team-invitation.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { MOST_KEYS } from '#server/sales/conversions-api/store-keys.schema.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { TOPICS } from '#server/shopify/subscriptions.ts'
import {
  createCategory,
  createClick,
  createPartner,
  createPicture,
  createProduct,
  createReview,
  createSizeTable,
  createStoreFeedback,
  createUser,
  createWishes,
} from '#tests/factories.ts'
import { createOrderFile, createSaleAndInvoice, PERFORMANCE, STANDARD, storeOrder } from '#tests/setup/sales.ts'
import { createConnection } from '#tests/setup/store-connection.ts'
import { codeAt } from '#tests/setup/second-factor.ts'
import { PASSWORD, ROLES, type Person, type Role, type Scene } from './scene.ts'

/** 'ok', or the code of the refusal. */
type Outcome = 'ok' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'BAD_REQUEST' | 'CONFLICT'
type Outcomes = Record<Role, Outcome>

export interface Cell {
  /** What is different in this cell's world. */
  before?: (db: Db, scene: Scene) => Promise<unknown>
  input?: (scene: Scene) => unknown
  outcomes: Outcomes
  /** What must not be in the answer, beside what names the stranger. */
  hides?: (scene: Scene) => string[]
  /** What of one's own must be in it. */
  shows?: (scene: Scene) => string[]
  /** The stranger's things may be seen or changed: that is what the procedure is for. */
  isAboutAnybody?: boolean
}

/** What somebody asks for oneself, and what becomes of asking with somebody else's ids. */
export interface Row {
  own: Cell
  foreign?: Cell
  /** One's own, but it must not work: the last way in, what has become somebody else's. */
  refused?: Cell
  /** One's own beside what is the stranger's, or what is half theirs: it must be as if that were not there. */
  beside?: Cell
}

const all = (outcome: Outcome): Outcomes => Object.fromEntries(ROLES.map((role) => [role, outcome])) as Outcomes
const NO_SESSION = { visitor: 'UNAUTHORIZED', suspendedAdmin: 'UNAUTHORIZED' } as const
const signedIn = (outcome: Outcome): Outcomes => ({ ...all(outcome), ...NO_SESSION })
const admin = (outcome: Outcome): Outcomes => ({ ...all('FORBIDDEN'), ...NO_SESSION, admin: outcome })

const PARTNERS = ROLES.filter((role) => /^partners|Partner$/.test(role))
const partners = (outcome: Outcome, others: Outcomes): Outcomes => ({
  ...others,
  ...Object.fromEntries(PARTNERS.map((role) => [role, outcome])),
})

const NOBODY = signedIn('FORBIDDEN')
/** For the owners of partners that are not shut out, or for their colleagues too. */
const OWNERS: Outcomes = { ...NOBODY, pendingPartner: 'ok', approvedPartner: 'ok' }
/** A key records sales, so nobody who waits for approval gets one. */
const APPROVED_OWNER: Outcomes = { ...OWNERS, pendingPartner: 'FORBIDDEN' }
const EDITORS: Outcomes = { ...OWNERS, partnersEditor: 'ok' }
const MEMBERS: Outcomes = { ...EDITORS, partnersViewer: 'ok' }
/** They belong to a brand already. */
const COLLEAGUES = { partnersEditor: 'FORBIDDEN', partnersViewer: 'FORBIDDEN' } as const
/** What becomes of a foreign id where one's own would be taken. */
const instead = (outcomes: Outcomes, outcome: Outcome): Outcomes =>
  Object.fromEntries(Object.entries(outcomes).map(([role, was]) => [role, was === 'ok' ? outcome : was])) as Outcomes
const EVERYBODY = all('ok')
/** By a way in of one's own: a suspended account has none. */
const LET_IN: Outcomes = { ...EVERYBODY, suspendedAdmin: 'FORBIDDEN' }
const SIGNED_IN = signedIn('ok')
const ADMIN = admin('ok')

/** An act of administrators on an account: never on one's own. */
const onPerson = (rest: object, change?: { suspendedAt?: Date; deletionRequestedAt?: Date }): Row => ({
  own: { input: ({ me }) => ({ userId: me.user.id, ...rest }), outcomes: admin('FORBIDDEN') },
  foreign: {
    ...(change && {
      before: (db: Db, { stranger }: Scene) => db.user.update({ where: { id: stranger.user.id }, data: change }),
    }),
    input: ({ stranger }) => ({ userId: stranger.user.id, ...rest }),
    outcomes: ADMIN,
    isAboutAnybody: true,
  },
})

// Several processes of one run may share a database.
let counter = process.pid * 10_000
const newAddress = () => `new${process.pid}-${++counter}@example.test`
const newPassword = { password: 'Eight-grey-cats-9', confirmPassword: 'Eight-grey-cats-9' }
const profile = { fullName: 'Changed', phone: '', address: '', city: '', country: '' }
const ownProduct = ({ product }: Scene) => ({ productId: product.id })
const keptStore = ({ product }: Scene) => ({ partnerId: product.partnerId })
const ticket = {
  name: 'Some Body',
  email: 'somebody@example.test',
  subject: 'Late',
  category: 'orders',
  description: 'Where is it?',
}
const message = { name: 'Some Body', email: 'somebody@example.test', subject: 'Hello', message: 'A word.' }
const ownTicket = ({ me }: Scene) => ({ ticketId: me.ticketId })
const strangersTicket = ({ stranger }: Scene) => ({ ticketId: stranger.ticketId })
const wishedByStranger = ({ stranger }: Scene) => ({ productId: stranger.product.id })

const SAVED_LIST = '/discover?q=linen'
const SAVED = { mine: 'Linen of mine', strangers: 'Linen of the stranger' }
/** The search of each has its owner's id. */
const saveBoth = (db: Db, { me, stranger }: Scene) =>
  db.savedSearch.createMany({
    data: (
      [
        [me, SAVED.mine],
        [stranger, SAVED.strangers],
      ] as const
    ).map(([{ user }, name]) => ({ id: user.id, userId: user.id, list: SAVED_LIST, name, feedToken: user.id })),
  })
const saveOf = ({ user: { id } }: Person, db: Db, given: { removedAt?: Date; list?: string }) =>
  db.savedSearch.create({
    data: { id, userId: id, list: SAVED_LIST, name: SAVED.strangers, feedToken: id, ...given },
  })
/** Which nobody else has saved. */
const listOf = ({ user: { id } }: Person) => `/discover?q=linen${id.slice(-6)}`
const savedOf = (whose: 'me' | 'stranger', rest: object) => ({
  before: saveBoth,
  input: (scene: Scene) => ({ searchId: scene[whose].user.id, ...rest }),
})
const searchRow = (rest: object = {}): Row => ({
  own: { ...savedOf('me', rest), outcomes: SIGNED_IN, hides: () => [SAVED.strangers] },
  foreign: { ...savedOf('stranger', rest), outcomes: signedIn('NOT_FOUND') },
})

/** As a browser tells it that wants to be told. */
const subscribed = () => ({
  endpoint: `https://push.example/${newId()}`,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'a'.repeat(22) },
})
/** The person's second session is told what is new; the device has its owner's id. */
function tellIn(db: Db, { user, sessionId }: Person) {
  const { endpoint, keys } = subscribed()
  const data = { id: user.id, userId: user.id, sessionId, endpoint, ...keys, device: `At ${user.id}` }
  return db.pushSubscription.create({ data })
}

const REVIEWS_SHOWN = { sort: 'newest', stars: null, page: 1 }
const newReview = { rating: 4, comment: 'Warm, and well cut.' }
/** The person's review has the person's id. */
const nameReview = (db: Db, { user }: Person, status: 'pending' | 'approved' = 'pending') =>
  db.productReview.updateMany({ where: { userId: user.id }, data: { id: user.id, status } })
const reviewOf = ({ user }: Person) => ({ reviewId: user.id })

/** Of the person's partner; of nothing, where there is none. What belongs to the partner has the same id here. */
const idOf = ({ partner }: Person) => partner?.id ?? newId()
/** A promotion of the person's partner, with the partner's id. */
const promotionOf = async (db: Db, { partner, user }: Person, given: { deletedAt?: Date } = {}) => {
  if (!partner) return
  const file = await db.mediaFile.create({
    data: {
      sha256: user.id.replaceAll('-', '').repeat(2),
      mimeType: 'image/png',
      byteSize: 1,
      width: 9,
      height: 9,
      colour: '#000000',
    },
  })
  await db.partnerMedia.create({
    data: {
      id: partner.id,
      partnerId: partner.id,
      mediaType: 'promotional_image',
      fileId: file.id,
      altText: `Of ${user.email}`,
      review: 'pending',
      ...given,
    },
  })
  await db.upload.create({
    data: {
      id: partner.id,
      partnerId: partner.id,
      slot: 'promotionalImage',
      fileName: 'a.png',
      byteSize: 1,
      status: 'stored',
      fileId: file.id,
    },
  })
}
const promotionRow = (rest: object = {}, given: { deletedAt?: Date } = {}): Row => ({
  own: {
    before: (db, { me }) => promotionOf(db, me, given),
    input: ({ me }) => ({ promotionId: idOf(me), ...rest }),
    outcomes: EDITORS,
  },
  foreign: {
    before: (db, { stranger }) => promotionOf(db, stranger, given),
    input: ({ stranger }) => ({ promotionId: idOf(stranger), ...rest }),
    outcomes: instead(EDITORS, 'NOT_FOUND'),
  },
})
const keepSizesOf = (db: Db, { user }: Person): Promise<unknown> =>
  db.shopperSizes.create({ data: { userId: user.id, sizes: { measures: { chest: 1234 }, garments: [] } } })
/** A size table of the person's brand, with the person's id. */
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
/** A brand that the person sells and a category, both with the person's id. */
async function sellBrand(db: Db, { partner, user: { id } }: Person): Promise<void> {
  await createCategory(db, { id })
  await db.brand.create({ data: { id, name: `Brand ${id}`, slug: `brand-${id}` } })
  if (partner) await createProduct(db, { partnerId: partner.id, brandName: `Brand ${id}` })
}
const sellSized = (db: Db, partnerId: string, id: string) =>
  createProduct(db, { partnerId, brandName: `Brand ${id}`, categoryId: id, variants: [{ size: 'M' }], sizes: ['M'] })
const newSizeTable = ({ user }: Person) => ({
  ...{ brandId: user.id, categoryId: user.id, audience: 'women', source: 'partner', measures: 'body' },
  cells: [['M', '94-99']],
})
/** A review of the person's own product, with the person's id. */
const judgedReviewOf =
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
const JUDGED_AT = new Date('2026-08-01T10:00:00.000Z')
/** The same, rejected: its writer may appeal. */
const rejectedReviewOf =
  (whose: 'me' | 'stranger') =>
  async (db: Db, scene: Scene): Promise<unknown> => {
    await judgedReviewOf(whose)(db, scene)
    return db.productReview.update({
      where: { id: scene[whose].user.id },
      data: { status: 'rejected', judgedAt: JUDGED_AT },
    })
  }
const decisionOf = ({ user }: Person) => ({ kind: 'review', subjectId: user.id })
const appealOf = (person: Person) => ({
  ...decisionOf(person),
  decisionAt: JUDGED_AT.toISOString(),
  words: 'It is about this very product.',
})
const judgement = ({ user }: Person) => ({ reviewId: user.id, revision: 1, judgedAt: '', to: 'approved' })
const toStore = ({ product }: Scene) => ({ partnerId: product.partnerId })
const toOwnStore = ({ me }: Scene) => ({ partnerId: idOf(me) })
const words = { category: 'shipping', rating: 2, comment: 'It came a week too late.' }
const newPromotion = { kind: 'image', altText: 'A coat' }
const actOf = async (
  db: Db,
  { partner }: Person,
  given: { actorId?: string; products?: number; createdAt?: Date } = {},
) =>
  partner &&
  db.productAct.create({
    data: { id: partner.id, partnerId: partner.id, kind: 'edit', actorKind: 'owner', actorName: 'Some Body', ...given },
  })
/** One's own product, of which the stranger's store says that it has changed its price. */
const eventOfStranger: Cell['before'] = async (db, { me, stranger }) => {
  const productId = await goodsOf(db, me)
  if (!productId || !stranger.partner) return
  await actOf(db, stranger)
  const { id } = stranger.partner
  await db.productEvent.create({
    data: {
      ...{ id, actId: id, partnerId: id, productId, productName: ELSEWHERE, type: 'updated', revision: 1 },
      changes: [{ field: 'price', before: '1', after: '2' }],
    },
  })
}

/** A product that the person's partner sells. */
const ownProductOf = async (db: Db, { partner }: Person) =>
  partner && createProduct(db, { id: partner.id, partnerId: partner.id })
const draftOf = async (db: Db, { me: { partner } }: Scene, discardedAt: Date | null = null) =>
  partner &&
  db.storefrontDraft.create({
    data: { partnerId: partner.id, data: { texts: { ethos: 'We mend.' }, pictures: {} }, discardedAt },
  })
/** A product of the person's partner, with the partner's id. */
const goodsOf = async (db: Db, person: Person) => {
  const { partner } = person
  if (!partner) return
  const { id } = await createProduct(db, { id: partner.id, partnerId: partner.id })
  return id
}
const ownGoods = (person: Person) => ({ productId: idOf(person) })
const scheduleOf = async (db: Db, person: Person) => {
  const productId = await goodsOf(db, person)
  if (productId === undefined) return
  const planned = { percentOff: 20, currency: 'USD', startsAt: new Date(Date.now() + 3600_000) }
  await db.priceSchedule.create({ data: { id: productId, partnerId: productId, productId, ...planned } })
}
const aboutProduct = (outcomes: Outcomes, input: (person: Person) => unknown): Row => ({
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
  ...{ name: 'Changed', handle: 'changed', description: '', brand: '', categoryId: null, tags: [], material: '' },
  ...{ gender: '', status: 'draft', productUrl: '', optionNames: [], pictures: [] },
  variants: [
    {
      ...{ id: null, size: '', colourName: '', colourHex: '', options: [], price: '10', originalPrice: '' },
      ...{ stock: '', sku: '', gtin: '' },
    },
  ],
}
/** An import of the person's partner, under the partner's id, with a feed. */
const importOf =
  (given: { status: 'read' | 'unmapped' | 'applied'; layout?: object }) =>
  async (db: Db, { partner }: Person) => {
    if (!partner) return
    const { id } = partner
    await actOf(db, { partner } as Person)
    await db.productImport.create({
      data: { id, partnerId: id, source: 'file', fileName: 'autumn.csv', actId: id, ...given },
    })
  }
const feedOf = async (db: Db, { partner }: Person) =>
  partner &&
  db.productFeed.create({
    data: { id: partner.id, partnerId: partner.id, url: 'https://shop.example/products.csv', everyHours: 24 },
  })
/** A connected store of the person's partner, with a message that could not be worked on; both have the partner's id. Its API is nowhere. */
const storeOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id } = partner
  configureShopify({ addressOf: () => 'http://127.0.0.1:1', firstPauseMs: 1, totalMs: 20 })
  await createConnection(db, id, { id, shopName: `Shop of ${partner.businessName}` })
  const message = { topic: 'orders/create', triggeredAt: new Date(), status: 'dead', payload: {} } as const
  await db.webhookEvent.create({ data: { id, connectionId: id, webhookId: newId(), ...message } })
}
const bothStores: Cell['before'] = async (db, { me, stranger }) => {
  await storeOf(db, me)
  await storeOf(db, stranger)
}
const ELSEWHERE = 'What a store was told that is none of theirs'
/** An answer that counts any, where the right one counts none. */
const anyOf = (field: string) => () => Array.from({ length: 9 }, (_, at) => `"${field}":${at + 1}`)
/** Since one's own store fell silent, the stranger's was left for, sold, was flagged, and its link was tested. */
const healthOfBoth: Cell['before'] = async (db, scene) => {
  const { me, stranger } = scene
  if (!me.partner || !stranger.partner) return
  await bothStores(db, scene)
  const connectionId = me.partner.id
  await db.shopifyConnection.update({
    where: { id: connectionId },
    data: { lastDeliveryAt: new Date(Date.now() - 10 * 86_400_000) },
  })
  await db.shopifyWebhook.createMany({
    data: TOPICS.map((topic) => ({ connectionId, topic, subscriptionId: topic })),
  })
  await createClick(db, await createProduct(db, { partnerId: stranger.partner.id }))
  await saleOf(db, stranger)
  await flagOf(db, stranger)
  await linkTestOf(db, stranger)
}
const linkTestOf = async (db: Db, { partner }: Person) =>
  partner && db.linkTest.create({ data: { partnerId: partner.id, isKept: false, hops: [], verdict: ELSEWHERE } })
/** A listed product of the person's partner, at its own domain and in its connected store. Nothing answers there. */
const linkOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id: partnerId } = partner
  const host = `${partnerId}.example`
  await db.partnerDomain.create({ data: { host, partnerId } })
  const product = await createProduct(db, { partnerId, productUrl: `http://${host}/coat` })
  await storeOf(db, { partner } as Person)
  await db.storeProduct.create({
    data: { connectionId: partnerId, externalId: '1', productId: product.id, updatedAt: new Date() },
  })
}
const hiddenName = ({ user }: Person) => `Of nobody else ${user.id}`
const missingPictureOf = async (db: Db, person: Person) => {
  if (!person.partner) return
  const partnerId = person.partner.id
  const { id: productId } = await createProduct(db, { partnerId, name: hiddenName(person) })
  const url = 'https://gone.example/a.jpg'
  const { id: imageId } = await db.productImage.create({ data: { productId, sourceUrl: url } })
  await db.pictureFetch.create({ data: { imageId, partnerId, url, tries: 1, reason: 'host not found' } })
}
/** Wished for, sold out, and alone in its category: it stands in every figure of its own partner. */
const soldOutOfStranger: Cell['before'] = async (db, { stranger }) => {
  if (!stranger.partner) return
  const name = hiddenName(stranger)
  const { id: categoryId } = await createCategory(db, { name })
  const product = await createProduct(db, {
    ...{ partnerId: stranger.partner.id, categoryId, name, variants: [{ stock: 0 }] },
  })
  await createWishes(db, stranger.user.id, [product.id])
}
const ofOwnStore = (outcomes: Outcomes, input?: object): Row => ({
  own: { before: bothStores, outcomes, ...(input && { input: () => input }) },
})
/** Rows of a procedure about one import: one's own, and the stranger's. */
const aboutImport = (
  given: Parameters<typeof importOf>[0],
  outcomes: Outcomes,
  rest: object = {},
): { own: Cell; foreign: Cell } => ({
  own: {
    input: ({ me }) => ({ importId: idOf(me), ...rest }),
    before: (db, { me }) => importOf(given)(db, me),
    outcomes,
  },
  foreign: {
    input: ({ stranger }) => ({ importId: idOf(stranger), ...rest }),
    before: (db, { stranger }) => importOf(given)(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
const aboutFeed = (): { own: Cell; foreign: Cell } => ({
  own: { input: ({ me }) => ({ feedId: idOf(me) }), before: (db, { me }) => feedOf(db, me), outcomes: EDITORS },
  foreign: {
    input: ({ stranger }) => ({ feedId: idOf(stranger) }),
    before: (db, { stranger }) => feedOf(db, stranger),
    outcomes: instead(EDITORS, 'NOT_FOUND'),
  },
})
/** A sale of the person's partner that only utm parameters name, and an invoice, both under the partner's id. */
const saleOf = async (db: Db, { partner }: Pick<Person, 'partner'>) => partner && createSaleAndInvoice(db, partner.id)
const aboutSale = (name: 'saleId' | 'invoiceId', outcomes: Outcomes): { own: Cell; foreign: Cell } => ({
  own: { input: ({ me }) => ({ [name]: idOf(me) }), before: (db, { me }) => saleOf(db, me), outcomes },
  foreign: {
    input: ({ stranger }) => ({ [name]: idOf(stranger) }),
    before: (db, { stranger }) => saleOf(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
/** An order of the person's partner that is held, under its id. */
const heldOf = async (db: Db, { partner }: Pick<Person, 'partner'>) =>
  partner &&
  db.heldOrder.create({
    data: {
      ...{ partnerId: partner.id, externalId: partner.id, source: 'shopify', currency: 'GBP', valueMinor: 99_000_000n },
      order: storeOrder({ id: partner.id }) as unknown as Prisma.InputJsonObject,
    },
  })
const heldInput = (person: Person) => ({ orderId: idOf(person), valueMinor: 99_000_000, currency: 'GBP' })
const aboutHeld: { own: Cell; foreign: Cell } = {
  own: { input: ({ me }) => heldInput(me), before: (db, { me }) => heldOf(db, me), outcomes: OWNERS },
  foreign: {
    input: ({ stranger }) => heldInput(stranger),
    before: (db, { stranger }) => heldOf(db, stranger),
    outcomes: instead(OWNERS, 'NOT_FOUND'),
  },
}
/** A key, a code and a file with an order of the person's partner, all under its id. */
const storeThingsOf =
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
const aboutStoreThing = (
  name: 'keyId' | 'code' | 'fileId',
  outcomes: Outcomes,
  fileStatus: 'read' | 'submitted' = 'read',
): { own: Cell; foreign: Cell } => ({
  own: {
    input: ({ me }) => ({ [name]: idOf(me) }),
    before: (db, { me }) => storeThingsOf(fileStatus)(db, me),
    outcomes,
  },
  foreign: {
    input: ({ stranger }) => ({ [name]: idOf(stranger) }),
    before: (db, { stranger }) => storeThingsOf(fileStatus)(db, stranger),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
/** A published review and feedback of the person's partner, with its id. */
const wordsOf = async (db: Db, { partner }: Person) => {
  if (!partner) return
  const { id: productId } = await createProduct(db, { partnerId: partner.id })
  const own = { id: partner.id, partnerId: partner.id, customerName: 'Some Body', customerEmail: '', rating: 2 }
  await db.productReview.create({ data: { ...own, productId, status: 'approved', flaggedAt: new Date() } })
  await db.partnerFeedback.create({ data: { ...own, priority: 'urgent' } })
}
const aboutWords = (outcomes: Outcomes, inputOf: (id: string) => unknown): { own: Cell; foreign: Cell } => ({
  own: { before: (db, { me }) => wordsOf(db, me), input: ({ me }) => inputOf(idOf(me)), outcomes },
  foreign: {
    before: (db, { stranger }) => wordsOf(db, stranger),
    input: ({ stranger }) => inputOf(idOf(stranger)),
    outcomes: instead(outcomes, 'NOT_FOUND'),
  },
})
/** What administrators do to things of any partner's: here of one with the id of whoever asks. */
const ofAnyPartner = (
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
const flagOf = async (db: Db, { partner }: Pick<Person, 'partner'>) =>
  partner && db.conversionFlag.create({ data: { id: partner.id, partnerId: partner.id, kind: 'silent_store' } })
/** Another administrator has proposed it, unless it is said who. */
const adjustmentOf = async (db: Db, { partner }: Pick<Person, 'partner'>, proposer?: string) =>
  partner &&
  db.adjustment.create({
    data: {
      ...{ id: partner.id, partnerId: partner.id, kind: 'manual', amountMinor: 500n, currency: 'GBP' },
      ...{ reason: 'A printed card.', proposedById: proposer ?? (await createUser(db, { role: 'admin' })).id },
    },
  })
/** Another administrator has proposed it, unless it is said who. */
const approvalOf = async (db: Db, id: string, proposer?: string) =>
  db.approval.create({
    data: {
      ...{ id, action: 'plan_activation', subjectId: newId(), input: {}, summary: 'Another plan.' },
      proposedById: proposer ?? (await createUser(db, { role: 'admin' })).id,
    },
  })
const PLAN_DRAFT = {
  ...{ name: 'Another', basis: 'sales_value', currency: 'GBP', lockDays: 30, codesEarn: false },
  tiers: [{ name: 'All', upTo: '', rate: '10' }],
}
const ECB_FILE = 'Date, USD, CHF, \n23 January 2026, 1.16, 0.93, \n'
const saleOfStranger: Cell['before'] = async (db, { stranger: { partner } }) => {
  if (!partner) return
  await saleOf(db, { partner })
  await db.saleLookup.upsert({
    where: { conversionId: partner.id },
    create: { conversionId: partner.id, partnerId: partner.id, text: '#1' },
    update: {},
  })
}
/** What an administrator has written into a partner's ledger, past the chain that nobody follows here. */
const entryOf = (
  db: Db,
  partnerId: string,
  {
    conversionId = null,
    seq = 1,
    reason = ELSEWHERE,
  }: { conversionId?: string | null; seq?: number; reason?: string } = {},
) =>
  db.commissionEntry.create({
    data: {
      ...{ partnerId, seq, kind: 'manual', conversionId, rateBps: 0, baseMinor: 0, amountMinor: 1, currency: 'GBP' },
      ...{ effectiveAt: new Date(), reason, actor: 'system' },
      ...{ previousHash: new Uint8Array(32), hash: new Uint8Array(32) },
    },
  })
/** Once for each of so many new ids, where there is a partner. */
const times = async (
  count: number,
  partner: Person['partner'],
  create: (id: string, partnerId: string) => Promise<unknown>,
) => {
  if (partner) for (let left = count; left > 0; left--) await create(newId(), partner.id)
}
/** The stranger's key, code and file are on nobody else's list, nor is the key of any other store. */
const besideThings: Row = {
  own: {
    before: (db, { stranger }) => storeThingsOf()(db, stranger),
    outcomes: MEMBERS,
    hides: ({ stranger }) => [idOf(stranger), 'wtf_abcd'],
  },
}
const LAYOUT = { encoding: 'utf-8', separator: ',', header: ['a', 'b', 'c'], rows: [] }

/** A proof that one asked for before the address became the stranger's. */
const proofOfStrangersAddress = (db: Db, { me, stranger }: Scene) =>
  db.$transaction([
    db.user.update({ where: { id: stranger.user.id }, data: { emailVerifiedAt: null } }),
    db.oneTimeToken.create({
      data: {
        purpose: 'verify_email',
        userId: me.user.id,
        email: stranger.user.email,
        tokenHash: hashToken(`former ${me.user.id}`),
        expiresAt: new Date(Date.now() + 3600_000),
      },
    }),
  ])

const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODE = { mine: '0000000001', strangers: '0000000002' }

/** Both have a second factor and a recovery code, and wait for the first code of the same new secret. */
async function giveSecondFactors(db: Db, { me, stranger, visit }: Scene): Promise<void> {
  const newSecret = await sealSecret(db, me.user.id, TOTP_SECRET)
  const newSecretFor = hashSessionId(visit.cookies.get('wtf_session') ?? '')
  for (const [{ user }, code] of [
    [me, CODE.mine],
    [stranger, CODE.strangers],
  ] as const) {
    const factor = {
      secret: await sealSecret(db, user.id, TOTP_SECRET),
      confirmedAt: new Date(),
      newSecret,
      newSecretAt: new Date(),
      newSecretFor,
    }
    await db.secondFactor.upsert({
      where: { userId: user.id },
      create: { userId: user.id, ...factor },
      update: factor,
    })
    await db.recoveryCode.create({ data: { userId: user.id, codeHash: await hashRecoveryCode(db, user.id, code) } })
    await db.unfinishedSignIn.create({
      data: {
        id: hashToken(`unfinished ${user.id}`),
        userId: user.id,
        redirectTo: '/',
        expiresAt: new Date(Date.now() + 600_000),
      },
    })
  }
}
const byOwnCode = { before: giveSecondFactors, input: () => ({ code: CODE.mine }), outcomes: SIGNED_IN }
const byStrangersCode = {
  before: giveSecondFactors,
  input: () => ({ code: CODE.strangers }),
  outcomes: signedIn('BAD_REQUEST'),
}

const fileOf = (productId: string) => ({ text: JSON.stringify([{ productId, note: 'mine' }]) })

const SHARED = { mine: { title: 'My own things' }, strangers: { title: 'Things of the stranger' } }
/** By the account, so that each scene has links of its own. */
const shareTokenOf = ({ user }: Person) => Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url')
const sharedByMe = ({ me }: Scene) => ({ token: shareTokenOf(me) })
const sharedByStranger = ({ stranger }: Scene) => ({ token: shareTokenOf(stranger) })
const shareBoth = (db: Db, { me, stranger }: Scene) =>
  db.wishlistShare.createMany({
    data: [
      { userId: me.user.id, token: shareTokenOf(me), ...SHARED.mine },
      { userId: stranger.user.id, token: shareTokenOf(stranger), ...SHARED.strangers },
    ],
  })

const NEWCOMER_PLAN = '019ae000-0000-7000-8000-000000000001'
const joining = () => ({
  ...{
    agreedToPartner: true,
    understoodProcess: true,
    agreedToTerms: true,
    planId: NEWCOMER_PLAN,
    termsVersion: TERMS_VERSION,
  },
  ...{ targetMonthlyRevenue: 50_000, preferredCategories: ['apparel'], businessName: `New brand ${++counter}` },
  ...{ contactPerson: 'Some Body', businessAddress: '1 Mill Lane', phone: '0123456789' },
})
/** The link was opened in this browser. */
const holds =
  (whose: 'me' | 'stranger') =>
  async (_: Db, scene: Scene): Promise<void> => {
    scene.visit.cookies.set('wtf_invitation', scene[whose].invitation.token)
  }
/** The invitations of both are known by their accounts' ids. */
const nameInvitations = (db: Db, { me, stranger }: Scene) =>
  Promise.all(
    [me, stranger].map(({ user: { id, email } }) => db.invitation.updateMany({ where: { email }, data: { id } })),
  )
const ownInvitation = ({ me }: Scene) => ({ invitationId: me.user.id })
const strangersInvitation = ({ stranger }: Scene) => ({ invitationId: stranger.user.id })
const byAnAdmin: Row = {
  own: { before: nameInvitations, input: ownInvitation, outcomes: ADMIN },
  foreign: { before: nameInvitations, input: strangersInvitation, outcomes: ADMIN, isAboutAnybody: true },
}

/** A brand of each that waits, known by their accounts' ids. */
const giveWaitingPartners = async (db: Db, { me, stranger }: Scene) => {
  for (const { user } of [me, stranger])
    await createPartner(db, {
      ...{ id: user.id, ownerId: user.id, businessName: `Waiting ${user.id}` },
      ...{ verificationStatus: 'pending', domain: null, websiteUrl: null },
    })
}
/** What administrators do to one partner, which has the id of the stranger who owns it. */
const onStore = (
  rest: object | ((scene: Scene) => object),
  before?: (db: Db, owner: Person['user']) => Promise<unknown>,
): Row => ({
  own: {
    before: async (db, scene) => {
      await giveWaitingPartners(db, scene)
      await before?.(db, scene.stranger.user)
    },
    input: (scene) => ({ partnerId: scene.stranger.user.id, ...(typeof rest === 'function' ? rest(scene) : rest) }),
    outcomes: ADMIN,
    isAboutAnybody: true,
  },
})
const heirOf = ({ user }: Pick<Person, 'user'>) => `heir-${user.email}`
/** To the partner with that id, with the same. */
const giveOffer = (db: Db, id: string) =>
  db.planOffer.create({ data: { id, partnerId: id, planId: PERFORMANCE, fromAt: new Date() } })
const giveOwnOffer = async (db: Db, { partner }: Person) => partner && giveOffer(db, partner.id)
const approval = ({ user }: Person) => ({
  ...{ partnerId: user.id, from: 'pending', to: 'approved' },
  ...{ businessName: `Waiting ${user.id}`, websiteUrl: '' },
})

const inviteColleagues = async (db: Db, { me, stranger }: Scene) => {
  for (const { partner } of [me, stranger])
    if (partner)
      await db.teamInvitation.create({
        data: {
          ...{ id: partner.id, partnerId: partner.id, email: newAddress(), role: 'editor' },
          ...{ tokenHash: hashTeamToken(partner.id), expiresAt: new Date(Date.now() + 3600_000) },
        },
      })
}
const byTheTeamsOwner: Row = {
  own: { before: inviteColleagues, input: ({ me }) => ({ invitationId: idOf(me) }), outcomes: OWNERS },
  foreign: {
    before: inviteColleagues,
    input: ({ stranger }) => ({ invitationId: idOf(stranger) }),
    outcomes: instead(OWNERS, 'NOT_FOUND'),
  },
}

/** A colleague of each, known by the partner's id. */
const giveColleagues = async (db: Db, { me, stranger }: Scene) => {
  for (const { partner } of [me, stranger])
    if (partner) {
      await createUser(db, { id: partner.id, role: 'partner' })
      await db.partnerMember.create({ data: { userId: partner.id, partnerId: partner.id, role: 'editor' } })
    }
}
const ofAColleague = (more: object = {}): Row => ({
  own: { before: giveColleagues, input: ({ me }) => ({ userId: idOf(me), ...more }), outcomes: OWNERS },
  foreign: {
    before: giveColleagues,
    input: ({ stranger }) => ({ userId: idOf(stranger), ...more }),
    outcomes: instead(OWNERS, 'NOT_FOUND'),
  },
})

/** This browser holds the link of an invitation that was sent to the address. */
const holdTeamInvitation = async (db: Db, { visit }: Scene, email: string) => {
  const { token, tokenHash } = newTeamToken()
  const { id: partnerId } = await createPartner(db, { domain: null })
  const expiresAt = new Date(Date.now() + 3600_000)
  await db.teamInvitation.create({ data: { partnerId, email, role: 'viewer', tokenHash, expiresAt } })
  visit.cookies.set('wtf_team', token)
}

/** Who may do what: a row for every procedure. A new procedure needs a row here that says what somebody else's ids lead to. */
export const MATRIX: Record<string, Row> = {
  'level.public': { own: { outcomes: EVERYBODY } },
  'level.signedIn': { own: { outcomes: SIGNED_IN } },
  // One who was rejected or suspended has 'partner.own', which says so.
  'level.partner': { own: { outcomes: MEMBERS } },
  'level.partnerEditor': { own: { outcomes: EDITORS } },
  'level.partnerOwner': { own: { outcomes: OWNERS } },
  'level.admin': {
    own: { outcomes: ADMIN },
    // Administrators of a public site need a second factor.
    refused: {
      before: (db, { me }) => db.secondFactor.deleteMany({ where: { userId: me.user.id } }),
      outcomes: NOBODY,
    },
  },
  'level.partnerOrAdmin': { own: { outcomes: partners('ok', ADMIN) } },

  'account.get': { own: { outcomes: SIGNED_IN } },
  'account.countries': { own: { outcomes: SIGNED_IN } },
  'account.export': {
    own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.name, stranger.keptStore] },
  },
  'account.updateProfile': { own: { input: () => profile, outcomes: SIGNED_IN } },
  'account.updatePreferences': { own: { input: () => ({ currency: 'EUR', language: 'en' }), outcomes: SIGNED_IN } },
  'account.updateNotifications': {
    own: { input: () => Object.fromEntries(NOTIFICATIONS.map((key) => [key, true])), outcomes: SIGNED_IN },
  },
  'account.setCurrency': { own: { input: () => ({ currency: 'GBP' }), outcomes: SIGNED_IN } },
  'account.setSearchMode': { own: { input: () => ({ mode: 'intelligent' }), outcomes: SIGNED_IN } },
  // A business must be handed over first.
  'account.requestDeletion': {
    own: {
      input: () => ({ password: PASSWORD }),
      // A brand cannot be left without its owner.
      outcomes: { ...partners('CONFLICT', SIGNED_IN), partnersEditor: 'ok', partnersViewer: 'ok' },
    },
  },

  'account.exportLink': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'account.exportByLink': {
    own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.reset_password }),
      outcomes: all('BAD_REQUEST'),
    },
  },

  'admin.stores.domains': onStore({}),
  'admin.stores.addDomain': onStore(({ stranger }) => ({
    host: `new-${stranger.user.id}.example`,
    reason: 'It is theirs.',
  })),
  'admin.stores.removeDomain': onStore(
    ({ stranger }) => ({ host: `${stranger.user.id}.example`, reason: 'It is not theirs.' }),
    (db, { id }) => db.partnerDomain.create({ data: { host: `${id}.example`, partnerId: id } }),
  ),
  'admin.stores.staff': onStore({}),
  'admin.stores.addStaff': onStore(() => ({ email: newAddress(), label: 'Warehouse' })),
  'admin.stores.removeStaff': onStore(
    ({ stranger }) => ({ staffId: stranger.user.id }),
    (db, { id }) => db.partnerStaff.create({ data: { id, partnerId: id, customerHash: id, label: 'Warehouse' } }),
  ),
  'admin.stores.team': onStore({}),
  'admin.stores.handOver': onStore(
    ({ stranger }) => ({ from: stranger.user.id, email: heirOf(stranger), reason: 'The store was sold.' }),
    (db, user) => createUser(db, { email: heirOf({ user }) }),
  ),
  'admin.stores.limits': onStore({}),
  'admin.stores.setLimit': onStore(() => ({ quota: 'products', amount: 700, reason: 'They have more.' })),
  'admin.stores.offers': onStore({}),
  'admin.stores.offerPlan': onStore(() => ({ planId: NEWCOMER_PLAN, from: 'now' })),
  'admin.stores.withdrawOffer': onStore(
    ({ stranger }) => ({ offerId: stranger.user.id }),
    (db, { id }) => giveOffer(db, id),
  ),
  'admin.users.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.users.read': {
    own: { input: ({ me }) => ({ userId: me.user.id }), outcomes: ADMIN },
    foreign: { input: ({ stranger }) => ({ userId: stranger.user.id }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.users.changeRole': onPerson({ from: 'customer', to: 'admin' }),
  'admin.users.suspend': onPerson({ from: 'open', reason: 'They sold stolen goods.' }),
  'admin.users.lift': onPerson({ from: 'suspended' }, { suspendedAt: new Date() }),
  'admin.users.signOut': onPerson({}),
  'admin.users.mailAgain': onPerson({}),
  'admin.users.close': onPerson({ from: 'open' }),
  'admin.users.keep': onPerson({ from: 'closing' }, { deletionRequestedAt: new Date() }),
  'admin.market.figures': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.market.products': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.market.people': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.market.searches': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.market.performance': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.market.daysFile': { own: { input: () => ({ period: 'month' }), outcomes: ADMIN } },
  'admin.desk.waiting': { own: { outcomes: ADMIN } },
  'admin.desk.display': { own: { outcomes: ADMIN } },
  'admin.desk.fold': { own: { input: () => ({ isFolded: true }), outcomes: ADMIN } },
  'admin.search.everything': { own: { input: () => ({ q: 'a' }), outcomes: ADMIN } },
  'admin.search.sale': ofAnyPartner(saleOf, (saleId) => ({ saleId })),
  'admin.search.click': {
    own: { input: () => ({ clickId: 'wc_01ARZ3NDEKTSV4RRFFQ69G5FAV' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.moderation.products': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeProduct': {
    own: {
      input: ({ me }) => ({ productId: me.user.id, revision: 1, seenTo: '', to: 'kept' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
    foreign: {
      // One of its own: what is taken down is there for nobody in the cells that follow.
      before: (db, { product, stranger }) => createProduct(db, { id: stranger.user.id, partnerId: product.partnerId }),
      input: ({ stranger }) => ({
        productId: stranger.user.id,
        revision: 1,
        seenTo: '',
        to: 'taken_down',
        reason: 'No',
      }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.moderation.pictures': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.seePictures': {
    own: {
      before: async (db, { product, stranger }) => {
        const { fileId } = await createPicture(db, product.id)
        return db.partnerMedia.create({
          data: { id: stranger.user.id, partnerId: product.partnerId, mediaType: 'logo', fileId },
        })
      },
      input: ({ stranger }) => ({ pictureIds: [stranger.user.id] }),
      outcomes: ADMIN,
    },
  },
  'admin.moderation.takePictureDown': {
    own: { input: () => ({ pictureId: newId(), reason: 'No' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.moderation.restorePicture': {
    own: { input: () => ({ pictureId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.moderation.sizeTables': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeSizeTable': {
    own: {
      input: () => ({ tableId: newId(), revision: 1, to: 'accepted' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.moderation.appeals': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeAppeal': {
    own: {
      input: () => ({ appealId: newId(), seen: '', outcome: 'upheld', reason: 'No' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.moderation.matches': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.moderation.judgeMatch': {
    own: {
      input: () => ({ productId: newId(), otherId: newId(), to: 'separated' }),
      outcomes: instead(ADMIN, 'CONFLICT'),
    },
  },
  'moderation.reported': { own: { input: ({ product }) => ({ productId: product.id }), outcomes: EVERYBODY } },
  'offers.list': {
    own: { input: ({ product }) => ({ productId: product.id }), outcomes: instead(EVERYBODY, 'NOT_FOUND') },
  },
  'offers.otherStores': { own: { input: ({ product }) => ({ productId: product.id }), outcomes: EVERYBODY } },
  'offers.match': {
    own: {
      input: ({ product }) => ({ productId: product.id, otherId: newId() }),
      outcomes: instead(EVERYBODY, 'NOT_FOUND'),
    },
  },
  'offers.report': {
    own: {
      input: ({ product }) => ({ productId: product.id, otherId: newId() }),
      outcomes: instead(EVERYBODY, 'NOT_FOUND'),
    },
  },
  'moderation.report': {
    own: { input: ({ product }) => ({ productId: product.id, kind: 'counterfeit' }), outcomes: EVERYBODY },
  },
  'moderation.decision': {
    own: { before: rejectedReviewOf('me'), input: ({ me }) => decisionOf(me), outcomes: SIGNED_IN },
    foreign: {
      before: rejectedReviewOf('stranger'),
      input: ({ stranger }) => decisionOf(stranger),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'moderation.appeal': {
    own: { before: rejectedReviewOf('me'), input: ({ me }) => appealOf(me), outcomes: SIGNED_IN },
    foreign: {
      before: rejectedReviewOf('stranger'),
      input: ({ stranger }) => appealOf(stranger),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'admin.site': { own: { outcomes: ADMIN } },
  'admin.disks': { own: { outcomes: ADMIN } },
  'admin.setSiteState': { own: { input: () => ({ state: 'live' }), outcomes: ADMIN } },
  'admin.setOfflineApp': { own: { input: () => ({ offlineApp: 'on' }), outcomes: ADMIN } },
  'admin.setLaunchAt': { own: { input: () => ({ launchAt: '2025-09-01T00:00' }), outcomes: ADMIN } },
  'admin.audit.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.audit.file': { own: { input: () => ({}), outcomes: ADMIN } },
  'admin.database.overview': { own: { outcomes: ADMIN } },
  'admin.database.backUpNow': {
    own: { before: (db) => db.backup.updateMany({ data: { finishedAt: new Date() } }), outcomes: ADMIN },
  },
  'admin.database.checkNow': {
    own: { before: (db) => db.integrityCheck.updateMany({ data: { finishedAt: new Date() } }), outcomes: ADMIN },
  },
  'admin.database.resetStatements': { own: { outcomes: ADMIN } },
  'admin.database.retryJob': {
    own: { input: () => ({ queue: 'mails', jobId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.outbox': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.outboxMail': {
    // One's own is not struck out.
    own: {
      before: (db, { me }) => db.mail.update({ where: { id: me.mailId }, data: { text: 'Your code is 482913.' } }),
      input: ({ me }) => ({ mailId: me.mailId }),
      shows: () => ['482913'],
      outcomes: ADMIN,
    },
    foreign: { input: ({ stranger }) => ({ mailId: stranger.mailId }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.retryMail': {
    own: { input: ({ me }) => ({ mailId: me.mailId }), outcomes: ADMIN },
    foreign: { input: ({ stranger }) => ({ mailId: stranger.mailId }), outcomes: ADMIN, isAboutAnybody: true },
  },
  'admin.connections.list': {
    own: {
      before: (db, { stranger }) => storeOf(db, stranger),
      input: () => ({}),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.connections.letters': {
    own: {
      before: (db, { stranger }) => storeOf(db, stranger),
      input: () => ({}),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.connections.counts': { own: { outcomes: ADMIN } },
  'admin.connections.retry': { own: { input: () => ({ eventId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') } },
  'admin.partners': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.promotions': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.judgePromotion': {
    own: {
      input: () => ({ promotionId: newId(), fileKey: newId(), to: 'approved' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.reviews': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.judgeReview': {
    own: { input: ({ me }) => judgement(me), before: judgedReviewOf('me'), outcomes: ADMIN },
    foreign: {
      input: ({ stranger }) => judgement(stranger),
      before: judgedReviewOf('stranger'),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.judgeFeedback': {
    own: { input: () => ({ feedbackId: newId(), to: 'closed' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.partner': {
    own: { before: giveWaitingPartners, input: ({ me }) => ({ partnerId: me.user.id }), outcomes: ADMIN },
    foreign: {
      before: giveWaitingPartners,
      input: ({ stranger }) => ({ partnerId: stranger.user.id }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'admin.orderFiles': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.orderFile': ofAnyPartner(storeThingsOf(), (fileId) => ({ fileId })),
  'admin.judgeOrderFile': ofAnyPartner(storeThingsOf('submitted'), (fileId) => ({ fileId, verdict: 'approve' })),
  'admin.retryOrderFile': ofAnyPartner(storeThingsOf('failed'), (fileId) => ({ fileId })),
  'admin.invoices': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.markInvoicePaid': ofAnyPartner(saleOf, (invoiceId) => ({ invoiceId, note: 'Transfer of today' })),
  'admin.money.plans': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.plan': { own: { input: () => ({ planId: STANDARD }), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.previewPlan': { own: { input: () => PLAN_DRAFT, outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.writePlan': { own: { input: () => PLAN_DRAFT, outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.activatePlan': {
    own: { input: () => ({ planId: newId(), from: '' }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.money.rates': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.previewRates': { own: { input: () => ({ text: ECB_FILE }), outcomes: ADMIN, isAboutAnybody: true } },
  // Somebody has entered another one meanwhile.
  'admin.money.enterRate': {
    own: {
      input: () => ({ currency: 'CHF', toBase: '1.1', asOf: '2026-01-01', source: 'By hand', last: newId() }),
      outcomes: instead(ADMIN, 'CONFLICT'),
    },
  },
  'admin.money.enterRates': {
    own: { input: () => ({ text: ECB_FILE, last: newId() }), outcomes: instead(ADMIN, 'CONFLICT') },
  },
  'admin.money.adjustments': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.propose': ofAnyPartner(saleOf, (partnerId) => ({
    ...{ partnerId, kind: 'manual', amount: '5.00', reason: 'A printed card.' },
  })),
  'admin.money.approve': ofAnyPartner(adjustmentOf, (adjustmentId) => ({ adjustmentId })),
  'admin.money.reject': ofAnyPartner(adjustmentOf, (adjustmentId) => ({ adjustmentId, reason: 'No.' })),
  'admin.money.withdraw': {
    // Whoever has proposed it and is no administrator any more can not.
    own: {
      before: async (db, { me: { user } }) =>
        adjustmentOf(db, { partner: await createPartner(db, { id: user.id }) }, user.id),
      input: ({ me }) => ({ adjustmentId: me.user.id }),
      outcomes: ADMIN,
    },
    refused: {
      before: async (db, { me }) => adjustmentOf(db, { partner: await createPartner(db, { id: me.user.id }) }),
      input: ({ me }) => ({ adjustmentId: me.user.id }),
      outcomes: instead(ADMIN, 'FORBIDDEN'),
    },
  },
  'admin.money.approvals': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.approveProposal': {
    own: { input: () => ({ approvalId: newId() }), outcomes: instead(ADMIN, 'NOT_FOUND') },
  },
  'admin.money.rejectProposal': {
    own: {
      before: (db, { me }) => approvalOf(db, me.user.id),
      input: ({ me }) => ({ approvalId: me.user.id }),
      outcomes: ADMIN,
    },
  },
  'admin.money.withdrawProposal': {
    own: {
      before: (db, { me }) => approvalOf(db, me.user.id, me.user.id),
      input: ({ me }) => ({ approvalId: me.user.id }),
      outcomes: ADMIN,
    },
    refused: {
      before: (db, { me }) => approvalOf(db, me.user.id),
      input: ({ me }) => ({ approvalId: me.user.id }),
      outcomes: instead(ADMIN, 'FORBIDDEN'),
    },
  },
  'admin.money.disputes': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.money.decideDispute': {
    own: {
      input: () => ({ disputeId: newId(), worth: '100 GBP', outcome: 'stands', decision: 'It is ours.' }),
      outcomes: instead(ADMIN, 'NOT_FOUND'),
    },
  },
  'admin.flags': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'admin.resolveFlag': ofAnyPartner(flagOf, (flagId) => ({
    flagId,
    worth: '',
    outcome: 'counts',
    resolution: 'All is well.',
  })),
  'admin.judgePartner': {
    own: { before: giveWaitingPartners, input: ({ me }) => approval(me), outcomes: ADMIN },
    foreign: {
      before: giveWaitingPartners,
      input: ({ stranger }) => approval(stranger),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },

  'auth.session': { own: { outcomes: EVERYBODY } },
  'auth.signIn': {
    own: { input: ({ me }) => ({ email: me.user.email, password: PASSWORD }), outcomes: LET_IN },
    foreign: {
      input: ({ stranger }) => ({ email: stranger.user.email, password: 'wrong' }),
      outcomes: all('UNAUTHORIZED'),
    },
  },
  'auth.signUpCustomer': {
    own: { input: () => ({ fullName: 'New', email: newAddress(), ...newPassword }), outcomes: EVERYBODY },
    foreign: {
      input: ({ stranger }) => ({ fullName: 'New', email: stranger.user.email, ...newPassword }),
      outcomes: EVERYBODY,
      isAboutAnybody: true,
    },
  },
  'auth.signUpPartner': {
    own: {
      input: () => ({ businessName: newAddress(), email: newAddress(), phone: '', ...newPassword }),
      outcomes: EVERYBODY,
    },
  },
  // Of this browser, which has signed up with nothing.
  'auth.waitingSignUp': { own: { outcomes: EVERYBODY } },
  'auth.mailSignUpAgain': { own: { outcomes: EVERYBODY } },
  'auth.readSignUpLink': {
    own: { input: ({ me }) => ({ token: me.tokens.sign_up }), outcomes: EVERYBODY },
    refused: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
  },
  'auth.finishSignUp': {
    own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.sign_up }), outcomes: all('FORBIDDEN') },
  },
  'auth.finishSignUpByCode': { own: { input: () => ({ code: '000000' }), outcomes: all('BAD_REQUEST') } },
  'auth.proveAgain': { own: { input: () => ({ currentPassword: PASSWORD }), outcomes: SIGNED_IN } },
  'auth.removeAfterReset': {
    own: { input: ({ me }) => ({ token: me.tokens.after_reset, provider: 'apple' }), outcomes: EVERYBODY },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.reset_password, provider: 'apple' }),
      outcomes: all('BAD_REQUEST'),
    },
  },
  'auth.signOut': { own: { outcomes: SIGNED_IN } },
  'auth.signOutEverywhere': { own: { outcomes: SIGNED_IN } },
  'auth.requestPasswordReset': { own: { input: ({ me }) => ({ email: me.user.email }), outcomes: EVERYBODY } },
  'auth.readResetLink': {
    own: { input: ({ me }) => ({ token: me.tokens.reset_password }), outcomes: EVERYBODY },
    refused: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
  },
  'auth.resetPassword': {
    own: { input: ({ me }) => ({ token: me.tokens.reset_password, ...newPassword }), outcomes: LET_IN },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.verify_email, ...newPassword }),
      outcomes: all('BAD_REQUEST'),
    },
  },
  'auth.requestMagicLink': { own: { input: ({ me }) => ({ email: me.user.email }), outcomes: EVERYBODY } },
  'auth.redeemMagicLink': {
    own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.magic_link }), outcomes: all('FORBIDDEN') },
  },
  'auth.redeemMagicCode': {
    own: { input: ({ me }) => ({ email: me.user.email, code: '000000' }), outcomes: all('BAD_REQUEST') },
  },
  'auth.requestEmailVerification': { own: { outcomes: SIGNED_IN } },
  'auth.readEmailLink': {
    own: { input: ({ me }) => ({ token: me.tokens.change_email, purpose: 'change_email' }), outcomes: SIGNED_IN },
    foreign: {
      input: ({ stranger }) => ({ token: stranger.tokens.change_email, purpose: 'change_email' }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
  'auth.verifyEmail': {
    own: { input: ({ me }) => ({ token: me.tokens.verify_email }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.verify_email }), outcomes: signedIn('BAD_REQUEST') },
    refused: {
      before: proofOfStrangersAddress,
      input: ({ me }) => ({ token: `former ${me.user.id}` }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
  'auth.requestEmailChange': {
    own: { input: () => ({ email: newAddress(), currentPassword: PASSWORD }), outcomes: SIGNED_IN },
  },
  'auth.confirmEmailChange': {
    own: { input: ({ me }) => ({ token: me.tokens.change_email }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ token: stranger.tokens.change_email }), outcomes: signedIn('BAD_REQUEST') },
  },
  'auth.changePassword': { own: { input: () => ({ currentPassword: PASSWORD, ...newPassword }), outcomes: SIGNED_IN } },
  'auth.unfinished': { own: { outcomes: EVERYBODY } },
  // Whose it is says a cookie that nobody has here.
  'auth.finishSignIn': {
    own: { before: giveSecondFactors, input: () => ({ code: CODE.mine }), outcomes: all('UNAUTHORIZED') },
  },
  'auth.secondFactor': { own: { before: giveSecondFactors, outcomes: SIGNED_IN } },
  'auth.startSecondFactor': {
    own: { ...byOwnCode, outcomes: partners('ok', ADMIN) },
    foreign: { ...byStrangersCode, outcomes: partners('BAD_REQUEST', admin('BAD_REQUEST')) },
  },
  'auth.confirmSecondFactor': {
    own: {
      before: giveSecondFactors,
      input: () => ({ code: codeAt(TOTP_SECRET, new Date()) }),
      outcomes: partners('ok', ADMIN),
    },
    // What another session waits for.
    foreign: {
      before: async (db, scene) => giveSecondFactors(db, { ...scene, visit: { ...scene.visit, cookies: new Map() } }),
      input: () => ({ code: codeAt(TOTP_SECRET, new Date()) }),
      outcomes: partners('BAD_REQUEST', admin('BAD_REQUEST')),
    },
  },
  'auth.renewRecoveryCodes': { own: byOwnCode, foreign: byStrangersCode },
  // An administrator may not be without one.
  'auth.removeSecondFactor': {
    own: { ...byOwnCode, outcomes: { ...SIGNED_IN, admin: 'FORBIDDEN' } },
    foreign: { ...byStrangersCode, outcomes: { ...signedIn('BAD_REQUEST'), admin: 'FORBIDDEN' } },
  },
  'auth.sessions': { own: { outcomes: SIGNED_IN } },
  'auth.revokeSession': {
    own: { input: ({ me }) => ({ id: me.sessionId }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ id: stranger.sessionId }), outcomes: signedIn('NOT_FOUND') },
  },
  'auth.refresh': { own: { outcomes: SIGNED_IN } },
  'auth.providers': { own: { outcomes: EVERYBODY } },
  'auth.connections': { own: { outcomes: SIGNED_IN, hides: () => ['apple'] } },
  // Apple is not configured here.
  'auth.startOAuth': { own: { input: () => ({ provider: 'apple' }), outcomes: all('BAD_REQUEST') } },
  'auth.connectProvider': { own: { input: () => ({ provider: 'apple' }), outcomes: signedIn('BAD_REQUEST') } },
  'auth.finishOAuth': { own: { input: () => ({ params: { code: 'x', state: 'x' } }), outcomes: all('UNAUTHORIZED') } },
  'auth.disconnectProvider': {
    own: { input: () => ({ provider: 'google' }), outcomes: SIGNED_IN },
    foreign: { input: () => ({ provider: 'apple' }), outcomes: signedIn('NOT_FOUND') },
    refused: {
      before: (db, { me }) => db.password.delete({ where: { userId: me.user.id } }),
      input: () => ({ provider: 'google' }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },

  'analytics.sales': { own: { input: () => ({ period: 'month' }), outcomes: MEMBERS } },
  'analytics.overview': { own: { input: () => ({ period: 'week' }), outcomes: MEMBERS } },
  'analytics.daysFile': { own: { outcomes: MEMBERS } },

  'catalogue.get': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'catalogue.complements': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'catalogue.related': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'catalogue.trending': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'catalogue.partnerRows': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'catalogue.strips': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'catalogue.figures': { own: { outcomes: EVERYBODY } },

  // By the link in a mail: whoever holds it is let in.
  'connections.own': {
    own: {
      before: async (db, scene) => {
        const { partner } = scene.stranger
        await bothStores(db, scene)
        if (!partner) return
        await importOf({ status: 'read' })(db, scene.stranger)
        await db.productImport.update({ where: { id: partner.id }, data: { source: 'store', message: ELSEWHERE } })
      },
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  'connections.health': {
    own: {
      before: healthOfBoth,
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE, 'Orders that name our clicks arrive', 'Nothing was told', 'silent_store'],
    },
    // One has no store: there is nothing to be told.
    foreign: {
      before: (db, { stranger }) => storeOf(db, stranger),
      outcomes: MEMBERS,
      hides: () => ['Your link keeps our ids'],
    },
  },
  'connections.productLink': aboutProduct(MEMBERS, ownGoods),
  'connections.lossMap': {
    // The stranger's store says that it sold by a click that was not for it.
    own: {
      before: async (db, { me, stranger }) => {
        if (!me.partner || !stranger.partner) return
        const { id: clickId } = await createClick(db, await createProduct(db, { partnerId: me.partner.id }))
        await saleOf(db, stranger)
        await db.conversion.update({ where: { id: stranger.partner.id }, data: { clickId } })
      },
      outcomes: MEMBERS,
      hides: anyOf('orders'),
    },
    foreign: {
      before: async (db, { stranger: { partner } }) =>
        partner && createClick(db, await createProduct(db, { partnerId: partner.id })),
      outcomes: MEMBERS,
      hides: anyOf('clicks'),
    },
  },
  'connections.deadLetters': {
    own: { before: bothStores, outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] },
  },
  // One store is connected already.
  'connections.connect': ofOwnStore(instead(OWNERS, 'CONFLICT'), {
    mode: 'token',
    storeUrl: 'velvet',
    accessToken: 'shpat_1',
    apiSecret: 'secret',
  }),
  // Its API does not answer.
  'connections.reconnect': ofOwnStore(instead(OWNERS, 'BAD_REQUEST'), {
    ...{ mode: 'token', accessToken: 'shpat_1', apiSecret: 'secret' },
  }),
  'connections.rotateSecret': ofOwnStore(OWNERS, { newSecret: 'secret' }),
  'connections.disconnect': ofOwnStore(OWNERS),
  'connections.compare': ofOwnStore(EDITORS),
  'connections.testLink': {
    // The stranger has just done so, which is no reason to wait. What is not approved is not listed.
    own: {
      before: async (db, { me, stranger }) => {
        await linkOf(db, me)
        await linkTestOf(db, stranger)
      },
      outcomes: { ...EDITORS, pendingPartner: 'CONFLICT' },
    },
    // There is no link of one's own.
    foreign: { before: (db, { stranger }) => linkOf(db, stranger), outcomes: instead(EDITORS, 'CONFLICT') },
  },
  'connections.retry': {
    own: { before: bothStores, input: ({ me }) => ({ eventId: idOf(me) }), outcomes: EDITORS },
    foreign: {
      before: bothStores,
      input: ({ stranger }) => ({ eventId: idOf(stranger) }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },

  'imports.list': {
    own: {
      before: (db, { stranger }) => importOf({ status: 'read' })(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'imports.get': aboutImport({ status: 'read' }, MEMBERS),
  'imports.findings': aboutImport({ status: 'read' }, MEMBERS, { kind: 'created', page: 1 }),
  'imports.findingsFile': aboutImport({ status: 'read' }, MEMBERS),
  'imports.begin': {
    // As many of the stranger's wait as may.
    own: {
      before: (db, { stranger: { partner } }) =>
        times(10, partner, (id, partnerId) =>
          db.productImport.create({ data: { id, partnerId, source: 'file', fileName: 'a.csv', status: 'read' } }),
        ),
      input: () => ({ fileName: 'a.csv', byteSize: 10 }),
      outcomes: EDITORS,
    },
  },
  'imports.map': aboutImport({ status: 'unmapped', layout: LAYOUT }, EDITORS, {
    mapping: { handle: 0, name: 1, price: 2 },
  }),
  'imports.readAgain': aboutImport({ status: 'unmapped', layout: LAYOUT }, EDITORS, {
    chosen: { separator: ';' },
  }),
  'imports.accept': {
    ...aboutImport({ status: 'read' }, EDITORS, { gone: 'keep' }),
    // What the stranger's store and feed bring stays where it is.
    beside: {
      before: async (db, { me, stranger }) => {
        await importOf({ status: 'read' })(db, me)
        await storeOf(db, stranger)
        await feedOf(db, stranger)
        await db.productFeed.updateMany({ where: { partnerId: idOf(stranger) }, data: { isActive: true } })
      },
      input: ({ me }) => ({ importId: idOf(me), gone: 'archive' }),
      outcomes: EDITORS,
    },
    // A feed of one's own says nothing of the stranger's import.
    refused: {
      before: async (db, { me, stranger }) => {
        await importOf({ status: 'read' })(db, stranger)
        await feedOf(db, me)
        await db.productFeed.updateMany({ where: { partnerId: idOf(me) }, data: { isActive: true } })
      },
      input: ({ stranger }) => ({ importId: idOf(stranger), gone: 'archive' }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'imports.cancel': aboutImport({ status: 'read' }, EDITORS),
  'imports.undo': aboutImport({ status: 'applied' }, EDITORS),
  'imports.export': { own: { input: () => ({ format: 'wtf', status: 'all' }), outcomes: MEMBERS } },
  'imports.pictureFailures': {
    own: {
      before: (db, { stranger }) => missingPictureOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [hiddenName(stranger)],
    },
  },
  'imports.countPictureFailures': {
    own: {
      before: (db, { stranger }) => missingPictureOf(db, stranger),
      outcomes: MEMBERS,
      hides: anyOf('missing'),
    },
  },
  'imports.retryPictures': { own: { outcomes: EDITORS } },
  'imports.feeds': {
    own: {
      before: (db, { stranger }) => feedOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'imports.addFeed': {
    // The stranger reads the same.
    own: {
      before: (db, { stranger }) => feedOf(db, stranger),
      input: () => ({ url: 'https://shop.example/products.csv', everyHours: 24, gone: 'keep' }),
      outcomes: EDITORS,
    },
  },
  'imports.readFeed': aboutFeed(),
  'imports.pauseFeed': aboutFeed(),
  'imports.removeFeed': aboutFeed(),

  'insights.funnel': { own: { input: () => ({ period: 'year' }), outcomes: MEMBERS } },
  'insights.funnelFile': { own: { input: () => ({ by: 'search' }), outcomes: MEMBERS } },
  'insights.unmetSearches': { own: { outcomes: MEMBERS } },
  'insights.prices': {
    own: { outcomes: MEMBERS },
    foreign: { before: soldOutOfStranger, hides: ({ stranger }) => [hiddenName(stranger)], outcomes: MEMBERS },
  },
  'insights.missedWishes': {
    own: { outcomes: MEMBERS },
    foreign: {
      before: soldOutOfStranger,
      hides: ({ stranger }) => [hiddenName(stranger)],
      // Only the most wished are named, and the stranger's is one of many.
      shows: () => ['"products":0'],
      outcomes: MEMBERS,
    },
  },
  'invitations.open': {
    own: { input: ({ me }) => ({ token: me.invitation.token, email: me.user.email }), outcomes: EVERYBODY },
    foreign: {
      input: ({ me, stranger }) => ({ token: me.invitation.token, email: stranger.user.email }),
      outcomes: all('FORBIDDEN'),
    },
    refused: { input: ({ me }) => ({ token: 'unknown', email: me.user.email }), outcomes: all('FORBIDDEN') },
  },
  'invitations.admission': { own: { before: holds('me'), outcomes: EVERYBODY } },
  'invitations.joiningAccount': {
    own: { outcomes: EVERYBODY },
    // Others have a password.
    beside: {
      before: (db, { me }) => db.password.deleteMany({ where: { userId: me.user.id } }),
      hides: () => ['"hasPassword":true'],
      outcomes: EVERYBODY,
    },
  },
  'invitations.proveAddress': {
    own: { before: holds('me'), input: () => ({ email: newAddress() }), outcomes: EVERYBODY },
    // Its owner is mailed, and nothing else happens.
    foreign: {
      before: holds('me'),
      input: ({ stranger }) => ({ email: stranger.user.email }),
      outcomes: EVERYBODY,
    },
    refused: { input: () => ({ email: newAddress() }), outcomes: all('FORBIDDEN') },
  },
  // A partner has joined already, and is told so.
  'invitations.join': {
    own: { before: holds('me'), input: joining, outcomes: { ...SIGNED_IN, admin: 'FORBIDDEN', ...COLLEAGUES } },
    // Whoever holds the link uses it up, and is not approved by it.
    foreign: {
      before: holds('stranger'),
      input: joining,
      outcomes: { ...SIGNED_IN, admin: 'FORBIDDEN', ...COLLEAGUES },
      isAboutAnybody: true,
    },
    refused: {
      input: joining,
      outcomes: { ...partners('ok', NOBODY), ...COLLEAGUES },
    },
  },
  'invitations.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'invitations.recent': { own: { outcomes: ADMIN, isAboutAnybody: true } },
  'invitations.link': byAnAdmin,
  'invitations.invite': {
    own: {
      input: () => ({ email: newAddress(), businessName: 'New', contactPerson: 'New' }),
      outcomes: ADMIN,
    },
    // It has been invited already.
    refused: {
      input: ({ stranger }) => ({ email: stranger.user.email, businessName: 'New', contactPerson: 'New' }),
      outcomes: admin('CONFLICT'),
    },
  },
  'invitations.inviteMany': {
    own: { input: () => ({ list: `${newAddress()}, New, New` }), outcomes: ADMIN },
    foreign: {
      input: ({ stranger }) => ({ list: `${stranger.user.email}, New, New` }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'invitations.resend': {
    ...byAnAdmin,
    // An administrator's own address cannot be invited.
    own: { before: nameInvitations, input: ownInvitation, outcomes: { ...ADMIN, admin: 'CONFLICT' } },
  },
  'invitations.revoke': byAnAdmin,

  'outbound.deadEnd': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'outbound.recentClicks': {
    own: { outcomes: SIGNED_IN },
    foreign: {
      before: (db, { stranger }) => createClick(db, stranger.product, { userId: stranger.user.id }),
      hides: ({ stranger }) => [stranger.product.id],
      outcomes: SIGNED_IN,
    },
  },

  'partner.acceptPlan': {
    own: {
      input: () => ({ planId: NEWCOMER_PLAN, termsVersion: TERMS_VERSION, agreedToTerms: true }),
      outcomes: OWNERS,
    },
    // What the stranger has agreed to, nobody else has.
    beside: {
      before: async (db, { stranger: { partner } }) =>
        partner &&
        db.partnerAgreement.create({
          data: {
            ...{ partnerId: partner.id, planId: NEWCOMER_PLAN, termsVersion: 'of others' },
            acceptedAt: new Date('2035-01-01'),
          },
        }),
      input: () => ({ planId: NEWCOMER_PLAN, termsVersion: 'of others', agreedToTerms: true }),
      outcomes: instead(OWNERS, 'CONFLICT'),
    },
  },
  'partner.answerOffer': {
    own: {
      before: (db, { me }) => giveOwnOffer(db, me),
      input: ({ me }) => ({ answer: 'decline', offerId: idOf(me) }),
      outcomes: OWNERS,
    },
    foreign: {
      before: (db, { stranger }) => giveOwnOffer(db, stranger),
      input: ({ stranger }) => ({ answer: 'decline', offerId: idOf(stranger) }),
      outcomes: instead(OWNERS, 'NOT_FOUND'),
    },
  },
  // Of a website that is there another would be asked.
  'partner.detectPlatform': { own: { input: () => ({ websiteUrl: 'localhost' }), outcomes: all('BAD_REQUEST') } },
  'partner.nameWebsite': {
    own: {
      before: (db, { me }) => db.partner.updateMany({ where: { ownerId: me.user.id }, data: { websiteUrl: null } }),
      input: () => ({ websiteUrl: `https://named-${++counter}.example` }),
      outcomes: OWNERS,
    },
  },
  'partner.hosts': {
    own: {
      before: (db, { me, stranger }) =>
        db.hostClaim.createMany({
          data: [me, stranger].flatMap(({ partner }) =>
            partner ? [{ partnerId: partner.id, host: `claimed-${partner.id}.example` }] : [],
          ),
          skipDuplicates: true,
        }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [`claimed-${stranger.partner?.id}.example`],
    },
  },
  'partner.claimHost': { own: { input: () => ({ host: `claimed-${++counter}.example` }), outcomes: OWNERS } },
  // Of a host that is claimed a name server would be asked.
  'partner.checkHost': {
    own: { input: () => ({ host: 'nobodys.example' }), outcomes: instead(OWNERS, 'NOT_FOUND') },
    foreign: {
      before: (db, { stranger: { partner } }) =>
        db.hostClaim.createMany({
          data: partner ? [{ partnerId: partner.id, host: `claimed-${partner.id}.example` }] : [],
          skipDuplicates: true,
        }),
      input: ({ stranger }) => ({ host: `claimed-${stranger.partner?.id}.example` }),
      outcomes: instead(OWNERS, 'NOT_FOUND'),
    },
  },
  'partner.dropHostClaim': { own: { input: () => ({ host: 'nobodys.example' }), outcomes: OWNERS } },
  // In whatever state it is.
  'partner.own': {
    own: { outcomes: partners('ok', NOBODY), shows: ({ me }) => (me.partner ? [me.partner.businessName] : []) },
  },
  'partner.usage': { own: { outcomes: MEMBERS } },
  'partner.featuredStores': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'partner.getStore': { own: { input: ({ product }) => ({ partnerId: product.partnerId }), outcomes: EVERYBODY } },

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
  // What is foreign is not counted.
  'products.deletionFacts': {
    own: { input: ({ me }) => ({ ids: [idOf(me)] }), outcomes: MEMBERS },
    foreign: {
      input: ({ stranger }) => ({ ids: [stranger.product.id] }),
      outcomes: MEMBERS,
      hides: anyOf('products'),
    },
    // Left for while it was the stranger's.
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
    // Goes on with what one has done elsewhere, and with what somebody else has done here.
    beside: {
      before: async (db, { me, stranger }) => {
        await ownProductOf(db, me)
        await actOf(db, stranger, { actorId: me.user.id })
      },
      input: ({ me, stranger }) => ({
        ...{ ids: [idOf(me)], actId: idOf(stranger) },
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
    // What was before something that is not theirs is nothing.
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
  'partnerSettings.get': { own: { outcomes: MEMBERS } },
  'partnerSettings.updateProfile': {
    own: {
      input: () => ({
        businessName: `Renamed ${++counter}`,
        email: newAddress(),
        phone: '0123456789',
        timeZone: 'Europe/Berlin',
      }),
      outcomes: OWNERS,
    },
    foreign: {
      input: ({ stranger }) => ({
        businessName: stranger.partner?.businessName ?? `Renamed ${++counter}`,
        email: `brand-${stranger.user.email}`,
        phone: '0123456789',
        timeZone: 'Europe/Berlin',
      }),
      outcomes: instead(OWNERS, 'CONFLICT'),
    },
  },
  'partnerSettings.updatePolicies': {
    own: { input: () => ({ shippingPolicy: 'Two days.', returnsPolicy: '' }), outcomes: OWNERS },
  },
  'partnerSettings.updateTracking': {
    own: {
      input: () => ({ utmSource: 'WTF', utmMedium: 'affiliate', utmCampaign: 'autumn', sendsRef: false }),
      outcomes: OWNERS,
    },
  },
  'partnerSettings.pause': {
    own: { input: () => ({ from: null, until: null }), outcomes: OWNERS },
  },
  'partnerSettings.resume': { own: { outcomes: OWNERS } },
  'partnerSettings.notices': { own: { outcomes: MEMBERS } },
  'partnerSettings.updateNotices': { own: { input: () => STORE_NOTICES, outcomes: MEMBERS } },
  'partnerSettings.updateDisplay': {
    own: {
      input: () => ({ theme: 'light', showCharts: true, autoRefresh: false, refreshInterval: 60 }),
      outcomes: MEMBERS,
    },
  },
  'partnerSettings.fold': { own: { input: () => ({ isFolded: true }), outcomes: MEMBERS } },
  'partnerSettings.hideColumn': {
    own: { input: () => ({ column: 'products.Views', isHidden: true }), outcomes: MEMBERS },
  },
  'partnerSettings.recentSignIns': { own: { outcomes: MEMBERS } },
  'partnerSettings.stopMail': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
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
    // The stranger has planned one for the same time.
    beside: {
      before: async (db, { me, stranger }) => {
        const productId = await goodsOf(db, me)
        if (productId && stranger.partner)
          await db.priceSchedule.create({
            data: {
              ...{ partnerId: stranger.partner.id, productId, percentOff: 20, currency: 'USD' },
              startsAt: new Date(plannedPrice.startsAt),
            },
          })
      },
      input: ({ me }) => ({ ...ownGoods(me), ...plannedPrice }),
      outcomes: EDITORS,
    },
  },
  // Of a foreign product there is nothing to be seen.
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

  // An act that has changed nothing.
  'products.deleteForGood': {
    own: {
      before: async (db, { stranger: { partner } }) =>
        partner && createProduct(db, { partnerId: partner.id, status: 'archived', deletedAt: new Date() }),
      outcomes: EDITORS,
      // What the stranger has deleted is not among what is left.
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

  'promotions.live': { own: { outcomes: EVERYBODY } },
  'promotions.list': {
    own: {
      before: (db, { stranger }) => promotionOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
      // Only so many are read, and the stranger's is one of many.
      shows: () => ['[]'],
    },
  },
  'promotions.add': {
    own: {
      before: (db, { me }) => promotionOf(db, me),
      input: ({ me }) => ({ ...newPromotion, uploadId: idOf(me) }),
      outcomes: EDITORS,
    },
    foreign: {
      before: (db, { stranger }) => promotionOf(db, stranger),
      input: ({ stranger }) => ({ ...newPromotion, uploadId: idOf(stranger) }),
      outcomes: instead(EDITORS, 'BAD_REQUEST'),
    },
  },
  'promotions.replace': {
    own: {
      before: (db, { me }) => promotionOf(db, me),
      input: ({ me }) => ({ promotionId: idOf(me), uploadId: idOf(me), altText: 'A hat' }),
      outcomes: EDITORS,
    },
    foreign: {
      before: (db, { stranger }) => promotionOf(db, stranger),
      input: ({ stranger }) => ({ promotionId: idOf(stranger), uploadId: idOf(stranger), altText: 'A hat' }),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'promotions.switch': promotionRow({ isActive: false }),
  'promotions.move': promotionRow({ to: 'earlier' }),
  'promotions.remove': promotionRow(),
  'promotions.restore': promotionRow({}, { deletedAt: new Date('2026-01-01') }),

  'search.products': { own: { input: ({ product }) => ({ partnerId: product.partnerId }), outcomes: EVERYBODY } },
  'search.suggest': { own: { input: () => ({ q: 'dress' }), outcomes: EVERYBODY } },
  'search.brands': { own: { input: () => ({}), outcomes: EVERYBODY } },
  'search.menu': { own: { outcomes: EVERYBODY } },
  'search.examples': { own: { outcomes: EVERYBODY } },
  'search.popular': { own: { outcomes: EVERYBODY } },
  'search.ranking': { own: { outcomes: EVERYBODY } },

  'sizeTables.list': {
    own: {
      before: (db, { stranger }) => sizeTableOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [stranger.user.id],
    },
    // The stranger sells the same kind of the same brand too, and has the size table that is missing here.
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

  'site.earlyAccess': { own: { outcomes: EVERYBODY } },
  'site.endBypass': { own: { outcomes: EVERYBODY } },

  'storeFeedback.mine': {
    own: {
      before: (db, { stranger, product }) =>
        createStoreFeedback(db, {
          ...{ partnerId: product.partnerId, userId: stranger.user.id },
          ...{ customerEmail: stranger.user.email, comment: `Write to ${stranger.user.email}` },
        }),
      input: toStore,
      outcomes: SIGNED_IN,
    },
  },
  'storeFeedback.send': {
    own: { input: (scene) => ({ ...toStore(scene), ...words }), outcomes: SIGNED_IN },
    refused: {
      input: (scene) => ({ ...toOwnStore(scene), ...words }),
      outcomes: { ...signedIn('NOT_FOUND'), approvedPartner: 'FORBIDDEN', ...COLLEAGUES },
    },
  },
  'storefront.customization': { own: { outcomes: MEMBERS } },
  'storefront.export': { own: { outcomes: MEMBERS } },
  'storefront.changeText': {
    own: { input: () => ({ revision: 0, name: 'ethos', text: 'We mend.' }), outcomes: EDITORS },
  },
  'storefront.changePicture': {
    own: { input: () => ({ act: 'keep', revision: 0, kind: 'logo' }), outcomes: EDITORS },
  },
  'storefront.publish': { own: { before: draftOf, input: () => ({ revision: 0 }), outcomes: EDITORS } },
  'storefront.revert': { own: { before: draftOf, input: () => ({ revision: 0 }), outcomes: EDITORS } },
  'storefront.restore': {
    own: {
      before: (db, scene) => draftOf(db, scene, new Date()),
      input: () => ({ revision: 0 }),
      outcomes: EDITORS,
    },
  },
  'storefront.startPreview': { own: { outcomes: MEMBERS } },
  'storefront.preview': {
    own: { input: ({ product }) => ({ partnerId: product.partnerId, token: null }), outcomes: EVERYBODY },
  },

  'storeKeys.list': besideThings,
  'storeKeys.create': {
    own: { input: () => ({ name: 'Server', kind: 'bearer' }), outcomes: APPROVED_OWNER },
    // The stranger may have no more.
    beside: {
      before: (db, { stranger: { partner } }) =>
        times(MOST_KEYS, partner, (id, partnerId) =>
          db.storeKey.create({
            data: {
              ...{ id, partnerId, kind: 'bearer', name: 'Server', hint: 'wtf_abcd' },
              keyHash: Uint8Array.from(Buffer.from(id)),
            },
          }),
        ),
      input: () => ({ name: 'Server', kind: 'bearer' }),
      outcomes: APPROVED_OWNER,
    },
  },
  'storeKeys.confirm': aboutStoreThing('keyId', OWNERS),
  'storeKeys.revoke': aboutStoreThing('keyId', OWNERS),
  'discountCodes.list': besideThings,
  'discountCodes.add': { own: { input: () => ({ code: 'WTF10' }), outcomes: OWNERS } },
  'discountCodes.retire': aboutStoreThing('code', OWNERS),
  'conversionFiles.list': besideThings,
  'conversionFiles.get': aboutStoreThing('fileId', MEMBERS),
  'conversionFiles.read': {
    own: {
      input: () => ({
        text: 'order_id,ordered_at,currency,title,quantity,price\n1,2026-09-10T12:00:00Z,USD,Coat,1,9\n',
      }),
      // The stranger has read as many as a day has.
      before: (db, { stranger: { partner } }) =>
        times(50, partner, (id, partnerId) => createOrderFile(db, partnerId, { id })),
      outcomes: EDITORS,
    },
  },
  'conversionFiles.submit': {
    ...aboutStoreThing('fileId', EDITORS),
    // As many of the stranger's wait as may.
    beside: {
      before: async (db, { me, stranger: { partner } }) => {
        await storeThingsOf()(db, me)
        await times(5, partner, (id, partnerId) => createOrderFile(db, partnerId, { id, status: 'submitted' }))
      },
      input: ({ me }) => ({ fileId: idOf(me) }),
      outcomes: EDITORS,
    },
  },
  'conversionFiles.takeBack': aboutStoreThing('fileId', EDITORS, 'submitted'),
  'conversionFiles.discard': aboutStoreThing('fileId', EDITORS),
  'feedback.figures': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      input: () => ({}),
      outcomes: MEMBERS,
      hides: () => ['"hasAny":true', ...anyOf('urgent')(), ...anyOf('feedback')(), ...anyOf('waitingInAll')()],
    },
  },
  'feedback.list': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      input: () => ({}),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'feedback.urgent': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'feedback.waiting': {
    own: {
      before: (db, { stranger }) => wordsOf(db, stranger),
      outcomes: MEMBERS,
      hides: () => [...anyOf('urgent')(), ...anyOf('reviews')()],
    },
  },
  'feedback.get': {
    ...aboutWords(MEMBERS, (id) => ({ kind: 'review', id })),
    beside: aboutWords(MEMBERS, (id) => ({ kind: 'feedback', id })).foreign,
  },
  'feedback.file': { own: { input: () => ({}), outcomes: MEMBERS } },
  'feedback.respond': aboutWords(EDITORS, (id) => ({ kind: 'feedback', id, response: 'Thank you.' })),
  'feedback.withdraw': aboutWords(EDITORS, (id) => ({ reviewId: id })),
  'feedback.setStatus': aboutWords(EDITORS, (id) => ({ feedbackId: id, status: 'closed' })),
  'feedback.flag': aboutWords(EDITORS, (id) => ({ kind: 'review', id, reason: 'Not ours' })),
  'feedback.unflag': aboutWords(EDITORS, (id) => ({ kind: 'review', id })),
  // By the link in a mail.
  'feedback.stopRequests': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'sales.list': {
    own: { before: saleOfStranger, input: () => ({}), outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] },
    // By words that are looked up sale by sale.
    beside: {
      before: saleOfStranger,
      input: () => ({ q: '#1' }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
    },
  },
  'sales.file': { own: { input: () => ({}), outcomes: MEMBERS } },
  'sales.get': {
    ...aboutSale('saleId', MEMBERS),
    // By a click for the stranger's store; and by one for one's own, of a product that has become the stranger's. An entry of theirs has the number of one's own.
    beside: {
      before: async (db, { me, stranger }) => {
        if (!me.partner || !stranger.partner) return
        const [mine, theirs] = [me.partner.id, stranger.partner.id]
        await saleOf(db, me)
        await saleOf(db, stranger)
        const product = await createProduct(db, { partnerId: theirs, name: ELSEWHERE })
        const { id: clickId } = await createClick(db, { id: product.id, partnerId: mine })
        await db.conversion.update({ where: { id: mine }, data: { clickId } })
        await entryOf(db, mine, { conversionId: mine, reason: 'Own' })
        await entryOf(db, theirs)
        await db.invoiceEntry.create({ data: { partnerId: theirs, seq: 1, invoiceId: theirs } })
      },
      input: ({ me }) => ({ saleId: idOf(me) }),
      outcomes: MEMBERS,
      hides: ({ stranger }) => [ELSEWHERE, idOf(stranger)],
      shows: () => ['"invoice":null'],
    },
    refused: {
      before: async (db, { me, stranger }) => {
        if (!me.partner || !stranger.partner) return
        await saleOf(db, me)
        const product = await createProduct(db, { partnerId: stranger.partner.id })
        const { id: clickId } = await createClick(db, product, { destinationUrl: ELSEWHERE })
        await db.conversion.update({ where: { id: me.partner.id }, data: { clickId } })
      },
      input: ({ me }) => ({ saleId: idOf(me) }),
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  'sales.confirm': aboutSale('saleId', OWNERS),
  'sales.held': {
    own: {
      // Only so many are listed: among the orders of everybody one's own would be too late.
      before: async (db, { me, stranger }) => {
        await heldOf(db, stranger)
        await heldOf(db, me)
      },
      outcomes: MEMBERS,
      hides: ({ stranger }) => [idOf(stranger)],
      shows: ({ me }) => [idOf(me)],
    },
  },
  'sales.confirmHeld': aboutHeld,
  'sales.refuseHeld': aboutHeld,
  'sales.ledger': { own: { outcomes: MEMBERS } },
  'sales.writtenEntries': {
    own: {
      before: async (db, { stranger: { partner } }) => partner && entryOf(db, partner.id),
      outcomes: MEMBERS,
      hides: () => [ELSEWHERE],
    },
  },
  // Nothing is owed for this one yet.
  'sales.dispute': {
    own: {
      input: ({ me }) => ({ saleId: idOf(me), reason: 'Not ours' }),
      before: (db, { me }) => saleOf(db, me),
      outcomes: instead(EDITORS, 'CONFLICT'),
    },
    foreign: {
      input: ({ stranger }) => ({ saleId: idOf(stranger), reason: 'Not ours' }),
      before: (db, { stranger }) => saleOf(db, stranger),
      outcomes: instead(EDITORS, 'NOT_FOUND'),
    },
  },
  'fitting.canAdvise': { own: { input: ownProduct, outcomes: EVERYBODY } },
  'fitting.product': { own: { input: ({ product }) => ({ productId: product.id }), outcomes: EVERYBODY } },
  'fitting.garmentChoices': { own: { outcomes: EVERYBODY } },
  // Nobody has told us of such a brand.
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
  'fitting.own': {
    own: {
      before: (db, { stranger }) => keepSizesOf(db, stranger),
      outcomes: SIGNED_IN,
      hides: () => ['1234'],
    },
  },
  'fitting.keepOwn': { own: { input: () => ({ measures: { chest: 960 }, garments: [] }), outcomes: SIGNED_IN } },
  'fitting.forgetOwn': { own: { before: (db, { stranger }) => keepSizesOf(db, stranger), outcomes: SIGNED_IN } },

  'reviews.list': {
    own: { input: ({ me }) => ({ ...REVIEWS_SHOWN, productId: me.product.id }), outcomes: EVERYBODY },
    // It waits, so that nobody sees it.
    foreign: { input: ({ stranger }) => ({ ...REVIEWS_SHOWN, productId: stranger.product.id }), outcomes: EVERYBODY },
  },
  'reviews.standing': { own: { input: ownProduct, outcomes: SIGNED_IN } },
  'reviews.reviewable': {
    own: { input: ({ me, product }) => ({ productIds: [me.product.id, product.id] }), outcomes: SIGNED_IN },
    // Left for by the stranger alone.
    foreign: {
      before: (db, { stranger: { product, user } }) =>
        createClick(db, product, { userId: user.id, clickedAt: new Date(Date.now() - 90_000_000) }),
      input: ({ stranger }) => ({ productIds: [stranger.product.id] }),
      outcomes: SIGNED_IN,
      hides: ({ stranger }) => [stranger.product.id],
    },
    // The stranger has written of the same product.
    beside: {
      before: async (db, { me, stranger, product }) => {
        await createClick(db, product, { userId: me.user.id, clickedAt: new Date(Date.now() - 90_000_000) })
        await createReview(db, { productId: product.id, partnerId: product.partnerId, userId: stranger.user.id })
      },
      input: ({ product }) => ({ productIds: [product.id] }),
      outcomes: SIGNED_IN,
      // Partners and administrators write of nothing.
      shows: ({ me, product }) => (me.user.role === 'customer' ? [product.id] : []),
    },
  },
  'reviews.own': {
    own: { input: () => ({ page: 1 }), outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] },
  },
  'reviews.write': {
    own: {
      before: (db, { me, product }) =>
        createClick(db, product, { userId: me.user.id, clickedAt: new Date(Date.now() - 90_000_000) }),
      input: ({ product }) => ({ ...newReview, productId: product.id }),
      outcomes: { ...NOBODY, customer: 'ok' },
    },
    // Of a store for which somebody else works.
    beside: {
      before: async (db, { me }) => {
        const { id: partnerId } = await createPartner(db)
        const { id: userId } = await createUser(db, { role: 'partner' })
        await db.partnerMember.create({ data: { userId, partnerId, role: 'editor' } })
        const product = await createProduct(db, { id: me.user.id, partnerId })
        await createClick(db, product, { userId: me.user.id, clickedAt: new Date(Date.now() - 90_000_000) })
      },
      input: ({ me }) => ({ ...newReview, productId: me.user.id }),
      outcomes: { ...NOBODY, customer: 'ok' },
    },
    foreign: {
      // Left for by the stranger alone.
      input: ({ stranger }) => ({ ...newReview, productId: stranger.product.id }),
      outcomes: NOBODY,
    },
  },
  'reviews.remove': {
    own: { before: (db, { me }) => nameReview(db, me), input: ({ me }) => reviewOf(me), outcomes: SIGNED_IN },
    foreign: {
      before: (db, { stranger }) => nameReview(db, stranger),
      input: ({ stranger }) => reviewOf(stranger),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'reviews.vote': {
    own: {
      before: (db, { stranger }) => nameReview(db, stranger, 'approved'),
      input: ({ stranger }) => ({ ...reviewOf(stranger), isHelpful: true }),
      outcomes: SIGNED_IN,
      isAboutAnybody: true,
    },
    foreign: {
      before: (db, { stranger }) => nameReview(db, stranger),
      input: ({ stranger }) => ({ ...reviewOf(stranger), isHelpful: true }),
      outcomes: signedIn('NOT_FOUND'),
    },
    refused: {
      before: (db, { me }) => nameReview(db, me, 'approved'),
      input: ({ me }) => ({ ...reviewOf(me), isHelpful: true }),
      outcomes: signedIn('FORBIDDEN'),
    },
  },

  'sales.invoices': {
    own: { before: saleOfStranger, outcomes: MEMBERS, hides: ({ stranger }) => [idOf(stranger)] },
  },
  'sales.invoice': {
    ...aboutSale('invoiceId', MEMBERS),
    // It has no entries, so that none is the last one: not even one without a number.
    beside: {
      before: async (db, { me, stranger: { partner } }) => {
        await saleOf(db, me)
        if (partner) await entryOf(db, partner.id, { seq: 0 })
      },
      input: ({ me }) => ({ invoiceId: idOf(me) }),
      outcomes: MEMBERS,
      hides: () => ['"lastEntry":{'],
    },
  },

  'stores.list': { own: { input: () => ({ view: 'all', favourites: true }), outcomes: EVERYBODY } },
  // Both keep the same store.
  'stores.favourite': { own: { input: keptStore, outcomes: SIGNED_IN } },
  'stores.unfavourite': { own: { input: keptStore, outcomes: SIGNED_IN } },

  'support.openTicket': {
    own: { input: () => ticket, outcomes: EVERYBODY },
    // Signed in, the account's own address counts; a visitor may type any, and its owner is told.
    foreign: {
      input: ({ stranger }) => ({ ...ticket, email: stranger.user.email }),
      outcomes: EVERYBODY,
      isAboutAnybody: true,
    },
  },
  'support.sendMessage': {
    own: { input: () => message, outcomes: EVERYBODY },
    foreign: {
      input: ({ stranger }) => ({ ...message, email: stranger.user.email }),
      outcomes: EVERYBODY,
      isAboutAnybody: true,
    },
  },
  'support.mine': { own: { outcomes: SIGNED_IN } },
  'support.tickets': { own: { input: () => ({ state: 'all' }), outcomes: ADMIN, isAboutAnybody: true } },
  'support.ticket': {
    own: { input: ownTicket, outcomes: ADMIN },
    foreign: { input: strangersTicket, outcomes: ADMIN, isAboutAnybody: true },
  },
  'support.answer': {
    own: { input: (scene) => ({ ...ownTicket(scene), text: 'Hello' }), outcomes: ADMIN },
    foreign: {
      input: (scene) => ({ ...strangersTicket(scene), text: 'Hello' }),
      outcomes: ADMIN,
      isAboutAnybody: true,
    },
  },
  'support.close': {
    own: { input: ownTicket, outcomes: ADMIN },
    foreign: { input: strangersTicket, outcomes: ADMIN, isAboutAnybody: true },
  },
  'support.reopen': {
    own: { input: ownTicket, outcomes: ADMIN },
    foreign: { input: strangersTicket, outcomes: ADMIN, isAboutAnybody: true },
  },

  'waitlist.join': {
    own: { input: () => ({ email: newAddress() }), outcomes: EVERYBODY },
    foreign: { input: ({ stranger }) => ({ email: stranger.user.email }), outcomes: all('CONFLICT') },
  },
  'waitlist.confirm': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'waitlist.unsubscribe': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'waitlist.list': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },
  'waitlist.export': { own: { input: () => ({}), outcomes: ADMIN, isAboutAnybody: true } },

  'taste.pool': { own: { outcomes: EVERYBODY, isAboutAnybody: true } },
  'team.list': { own: { outcomes: MEMBERS } },
  'team.invite': {
    own: { input: () => ({ email: newAddress(), role: 'editor' }), outcomes: OWNERS },
    // Nothing is told of an address outside the team: its owner is mailed.
    foreign: {
      input: ({ stranger }) => ({ email: stranger.user.email, role: 'viewer' }),
      outcomes: OWNERS,
      isAboutAnybody: true,
    },
  },
  'team.resend': byTheTeamsOwner,
  'team.revoke': byTheTeamsOwner,
  'team.changeRole': ofAColleague({ role: 'viewer' }),
  'team.remove': ofAColleague(),
  'team.handOver': ofAColleague(),
  // Owners cannot, and others have nothing to leave.
  'team.leave': {
    own: {
      outcomes: {
        ...partners('CONFLICT', signedIn('NOT_FOUND')),
        partnersEditor: 'ok',
        partnersViewer: 'ok',
      },
    },
  },
  // By the link in a mail.
  'team.openInvitation': { own: { input: () => ({ token: 'unknown' }), outcomes: all('NOT_FOUND') } },
  'team.invitation': { own: { outcomes: EVERYBODY } },
  'team.endedInvitation': { own: { input: () => ({ token: 'unknown' }), outcomes: EVERYBODY } },
  'team.join': {
    own: {
      before: (db, scene) => holdTeamInvitation(db, scene, scene.me.user.email),
      outcomes: { ...partners('FORBIDDEN', SIGNED_IN), admin: 'FORBIDDEN' },
    },
    // Of a link that was sent to somebody else.
    foreign: {
      before: (db, scene) => holdTeamInvitation(db, scene, scene.stranger.user.email),
      outcomes: signedIn('FORBIDDEN'),
    },
    refused: { outcomes: signedIn('NOT_FOUND') },
  },

  'newIn.list': {
    own: { before: saveBoth, outcomes: SIGNED_IN, hides: () => [SAVED.strangers], shows: () => [SAVED.mine] },
    // What the stranger has just removed, and could bring back.
    foreign: {
      before: (db, { stranger }) => saveOf(stranger, db, { removedAt: new Date() }),
      outcomes: SIGNED_IN,
      hides: () => [SAVED.strangers],
    },
  },
  'newIn.unseen': { own: { outcomes: SIGNED_IN } },
  'newIn.get': searchRow(),
  'newIn.preview': {
    own: { before: saveBoth, input: () => ({ list: SAVED_LIST }), outcomes: SIGNED_IN },
    // The stranger has saved the same list: nothing of it is the viewer's.
    foreign: {
      before: (db, { stranger }) => saveOf(stranger, db, { list: listOf(stranger) }),
      input: ({ stranger }) => ({ list: listOf(stranger) }),
      outcomes: SIGNED_IN,
    },
    refused: { input: () => ({ list: '/wishlist' }), outcomes: signedIn('NOT_FOUND') },
  },
  'newIn.save': {
    own: { before: saveBoth, input: () => ({ list: SAVED_LIST, name: 'Mine', mails: 'off' }), outcomes: SIGNED_IN },
    // A list that only the stranger has saved is new for the viewer.
    foreign: {
      before: (db, { stranger }) => saveOf(stranger, db, { list: listOf(stranger) }),
      input: ({ stranger }) => ({ list: listOf(stranger), name: 'Mine', mails: 'off' }),
      outcomes: SIGNED_IN,
    },
    refused: { input: () => ({ list: '/wishlist', mails: 'off' }), outcomes: signedIn('NOT_FOUND') },
  },
  'newIn.change': searchRow({ name: 'Changed', mails: 'weekly', isPaused: true }),
  'newIn.renewFeed': searchRow(),
  'newIn.remove': searchRow(),
  'newIn.bringBack': searchRow(),
  // Of the stranger's nothing is marked.
  'newIn.markSeen': {
    own: { ...savedOf('me', { until: new Date().toISOString() }), outcomes: SIGNED_IN },
    foreign: { ...savedOf('stranger', { until: new Date().toISOString() }), outcomes: SIGNED_IN },
  },
  'newIn.devices': {
    own: {
      before: async (db, { me, stranger }) => {
        await tellIn(db, stranger)
        await tellIn(db, me)
      },
      outcomes: SIGNED_IN,
      hides: ({ stranger }) => [`At ${stranger.user.id}`],
      shows: ({ me }) => [`At ${me.user.id}`],
    },
  },
  'newIn.tellDevice': {
    own: { input: () => subscribed(), outcomes: SIGNED_IN },
    refused: { input: () => ({ ...subscribed(), endpoint: 'https://127.0.0.1/' }), outcomes: signedIn('BAD_REQUEST') },
  },
  // Without a device of this session nothing is renewed.
  'newIn.renewDevice': { own: { input: () => subscribed(), outcomes: SIGNED_IN, hides: () => ['true'] } },
  'newIn.forgetDevice': {
    own: {
      before: (db, { me }) => tellIn(db, me),
      input: ({ me }) => ({ deviceId: me.user.id }),
      outcomes: SIGNED_IN,
    },
    foreign: {
      before: (db, { stranger }) => tellIn(db, stranger),
      input: ({ stranger }) => ({ deviceId: stranger.user.id }),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'newIn.leaving': { own: { input: () => ({ token: 'unknown' }), outcomes: EVERYBODY } },
  'newIn.unsubscribe': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },

  'wishlist.ids': { own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] } },
  'wishlist.lookbook': { own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] } },
  'wishlist.list': {
    own: { input: () => ({ page: 1 }), outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] },
    // The stranger has removed something later.
    beside: {
      before: async (db, { me, stranger }) => {
        const removedAt = new Date(Date.now() + 3600_000)
        await db.removedWish.updateMany({ where: { userId: me.user.id }, data: { removedAt } })
        await db.removedWish.updateMany({
          where: { userId: stranger.user.id },
          data: { removedAt: new Date(removedAt.getTime() + 1) },
        })
      },
      input: () => ({ page: 1 }),
      outcomes: SIGNED_IN,
      shows: ({ me }) => [me.batchId],
    },
  },
  'wishlist.item': {
    own: { input: ({ me }) => ({ itemId: me.itemId }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ itemId: stranger.itemId }), outcomes: signedIn('NOT_FOUND') },
  },
  'wishlist.update': {
    own: { input: ({ me }) => ({ itemId: me.itemId, note: 'Mine' }), outcomes: SIGNED_IN },
    foreign: {
      input: ({ stranger }) => ({ itemId: stranger.itemId, note: 'Mine' }),
      outcomes: signedIn('NOT_FOUND'),
    },
  },
  'wishlist.bulkAdd': {
    own: { input: ({ product }) => ({ productIds: [product.id] }), outcomes: SIGNED_IN },
    // That it is on the stranger's keeps it off nobody else's.
    foreign: {
      input: ({ stranger }) => ({ productIds: [stranger.product.id] }),
      outcomes: SIGNED_IN,
      shows: () => ['"added":1'],
    },
  },
  'wishlist.bulkRemove': {
    own: { input: ({ me }) => ({ itemIds: [me.itemId] }), outcomes: SIGNED_IN },
    foreign: { input: ({ stranger }) => ({ itemIds: [stranger.itemId] }), outcomes: SIGNED_IN },
  },
  'wishlist.clear': { own: { outcomes: SIGNED_IN } },
  'wishlist.undoRemoval': {
    own: { input: ({ me }) => ({ batchId: me.batchId }), outcomes: SIGNED_IN },
    // One has the product again; the stranger has not.
    foreign: {
      before: (db, { me, product }) => createWishes(db, me.user.id, [product.id]),
      input: ({ stranger }) => ({ batchId: stranger.batchId }),
      outcomes: signedIn('NOT_FOUND'),
    },
    // The stranger has it again; one has not.
    beside: {
      before: (db, { stranger, product }) => createWishes(db, stranger.user.id, [product.id]),
      input: ({ me }) => ({ batchId: me.batchId }),
      outcomes: SIGNED_IN,
    },
  },
  'wishlist.events': {
    own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id, stranger.product.name] },
  },
  'wishlist.unseen': { own: { outcomes: SIGNED_IN } },
  'wishlist.markEventsSeen': { own: { input: () => ({ until: new Date().toISOString() }), outcomes: SIGNED_IN } },
  'wishlist.settings': { own: { outcomes: SIGNED_IN } },
  'wishlist.updateSettings': {
    own: {
      input: () => ({ timeZone: 'Asia/Tokyo', quietFrom: 0, quietUntil: 6, dropPercent: 20 }),
      outcomes: SIGNED_IN,
    },
    refused: {
      input: () => ({ timeZone: 'Atlantis/Capital', quietFrom: 0, quietUntil: 6, dropPercent: 20 }),
      outcomes: signedIn('BAD_REQUEST'),
    },
  },
  'wishlist.unsubscribe': { own: { input: () => ({ token: 'unknown' }), outcomes: all('BAD_REQUEST') } },
  'wishlist.add': {
    own: { input: ownProduct, outcomes: SIGNED_IN },
    foreign: { input: wishedByStranger, outcomes: SIGNED_IN },
  },
  'wishlist.remove': {
    own: { input: ({ me }) => ({ productId: me.product.id }), outcomes: SIGNED_IN },
    foreign: { input: wishedByStranger, outcomes: SIGNED_IN },
  },
  'wishlist.toggle': {
    own: { input: ownProduct, outcomes: SIGNED_IN },
    foreign: { input: wishedByStranger, outcomes: SIGNED_IN },
  },

  'wishlist.export': {
    own: { input: () => ({ format: 'json' }), outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] },
  },
  'wishlist.import': {
    own: { input: ({ product }) => fileOf(product.id), outcomes: SIGNED_IN },
    // A file names products, not whose wish it was.
    foreign: { input: ({ stranger }) => fileOf(stranger.product.id), outcomes: SIGNED_IN },
  },
  'wishlist.share': { own: { before: shareBoth, outcomes: SIGNED_IN, hides: () => [SHARED.strangers.title] } },
  'wishlist.startSharing': {
    own: { before: shareBoth, input: () => ({ title: 'Changed' }), outcomes: SIGNED_IN },
  },
  'wishlist.stopSharing': { own: { before: shareBoth, outcomes: SIGNED_IN } },
  // Whoever has the link may read it, but not whose it is.
  'wishlist.shared': {
    own: { before: shareBoth, input: sharedByMe, outcomes: EVERYBODY, hides: ({ stranger }) => [stranger.product.id] },
    foreign: { before: shareBoth, input: sharedByStranger, outcomes: EVERYBODY },
    refused: { input: () => ({ token: 'unknown' }), outcomes: all('NOT_FOUND') },
  },
  'wishlist.copyShared': {
    own: { before: shareBoth, input: sharedByMe, outcomes: signedIn('BAD_REQUEST') },
    foreign: { before: shareBoth, input: sharedByStranger, outcomes: SIGNED_IN },
    refused: { input: () => ({ token: 'unknown' }), outcomes: signedIn('NOT_FOUND') },
  },
  'wishlist.analytics': { own: { outcomes: SIGNED_IN, hides: ({ stranger }) => [stranger.product.id] } },
  // The stranger's product is one of the shop like any other.
  'wishlist.recommendations': { own: { outcomes: SIGNED_IN } },
}
