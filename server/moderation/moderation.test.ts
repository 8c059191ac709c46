import { beforeEach, describe, expect, test } from 'vitest'
import { getProduct } from '#server/catalogue/get-product.ts'
import { flag } from '#server/feedback/flag.service.ts'
import { judgeReview } from '#server/feedback/judge-review.service.ts'
import { getDeadEnd } from '#server/outbound/dead-end.service.ts'
import { judgePartner } from '#server/partners/judge-partner.service.ts'
import { newId } from '#server/platform/ids.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { changeProducts } from '#server/products/change-products.service.ts'
import { duplicateProduct } from '#server/products/duplicate-product.service.ts'
import { getOwnProduct } from '#server/products/edit-product.service.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { newAct } from '#server/products/product-acts.ts'
import { getProductOwner } from '#server/products/product-owner.ts'
import { purgeProducts } from '#server/products/purge-products.ts'
import { saveProducts } from '#server/products/save-products.ts'
import { writePrices } from '#server/products/write-prices.ts'
import { listProductEntries } from '#server/site/sitemap.service.ts'
import { judgePromotion } from '#server/storefront/judge-promotion.service.ts'
import { restorePicture, takePictureDown } from '#server/storefront/store-pictures.service.ts'
import { addToWishlist } from '#server/wishlist/wishlist.service.ts'
import {
  createPartner,
  createPartnerAsk,
  createPicture,
  createProduct,
  createReview,
  createUser,
  createViewer,
} from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { listAppeals } from './appeal-queue.service.ts'
import { appealsQuery } from './appeals.schema.ts'
import { findDecision } from './decisions.ts'
import { judgeAppeal } from './judge-appeal.service.ts'
import { judgeProduct } from './judge-product.service.ts'
import type { AppealKind } from './moderation-values.schema.ts'
import { judgeProductInput, productQueueQuery, reportProductInput } from './product-flags.schema.ts'
import { listFlaggedProducts } from './product-queue.service.ts'
import { raiseAppeal, getDecision } from './raise-appeal.service.ts'
import { raiseFlags } from './raise-flags.ts'
import { reportProduct } from './report-product.service.ts'

const database = useTestDatabase()
const visit = createVisit()
let store: Awaited<ReturnType<typeof createPartnerAsk>>
let product: Awaited<ReturnType<typeof createProduct>>

beforeEach(async () => {
  const { db } = database
  await db.productFlag.deleteMany()
  await db.appeal.deleteMany()
  await db.mail.deleteMany()
  store = await createPartnerAsk(db)
  product = await createProduct(db, { partnerId: store.partner.id, name: 'Wool coat' })
  home = `198.51.100.${++homes}`
})

const asAdmin = async () => ({ db: database.db, visit, viewer: await createViewer(database.db, { role: 'admin' }) })
// Each test has its own IP address, because attempts are limited per address.
let home = ''
let homes = 0
const report = (viewer: Viewer | null, given: object = {}, address = home) =>
  reportProduct(
    { db: database.db, visit: createVisit({ address }), viewer },
    reportProductInput.parse({ productId: product.id, kind: 'counterfeit', words: 'The seam is wrong.', ...given }),
  )
const queue = (state = 'waiting') => listFlaggedProducts(database.db, productQueueQuery.parse({ state }))
/** Decides on the current revision of the product. */
async function judge(to: 'kept' | 'taken_down' | 'restored', seenTo = '', ask?: Awaited<ReturnType<typeof asAdmin>>) {
  const { revision } = await database.db.product.findUniqueOrThrow({ where: { id: product.id } })
  const reason = to === 'taken_down' ? { reason: 'It is a copy of a coat of Moss.' } : {}
  return judgeProduct(
    ask ?? (await asAdmin()),
    judgeProductInput.parse({ productId: product.id, revision, seenTo, to, ...reason }),
  )
}
const mails = async () => {
  const rows = await database.db.mail.findMany({ orderBy: { kind: 'asc' } })
  return rows.map(({ kind, toAddress }) => `${kind} to ${toAddress === store.viewer.email ? 'the store' : 'another'}`)
}

describe('a report', () => {
  test('counts once per user, who can change it, and once per IP address for signed-out visitors', async () => {
    const ada = await createViewer(database.db)
    expect(await report(ada)).toEqual({ isAnswered: true })
    await Promise.all([report(ada, { kind: 'other', words: 'Look' }), report(ada, { kind: 'other', words: 'Look' })])
    expect(await report(null)).toEqual({ isAnswered: false })
    await Promise.all([report(null), report(null)])
    await report(null, {}, '203.0.113.9')
    const [found] = (await queue()).products
    expect(found?.flags.map(({ kind, isSignedIn }) => [kind, isSignedIn])).toEqual([
      ['other', true],
      ['counterfeit', false],
      ['counterfeit', false],
    ])
    expect((await queue()).counts).toEqual({ waiting: 1, taken_down: expect.any(Number) })
  })
  test('requires a listed product and a reason of limited length', async () => {
    await database.db.product.update({ where: { id: product.id }, data: { status: 'draft' } })
    await expect(report(null)).rejects.toMatchObject({ code: 'not_found' })
    const input = { productId: product.id, kind: 'other' }
    for (const words of ['', ' ', 'x'.repeat(2_001)])
      expect(reportProductInput.safeParse({ ...input, words }).success).toBe(false)
  })
})

describe('a reported product', () => {
  /** Returns the places where shoppers can find the product. */
  async function seen() {
    const { db } = database
    const viewer = await createViewer(db)
    const answers = await Promise.allSettled([
      getProduct(db, product.id),
      getDeadEnd(db, product.id),
      addToWishlist({ db, viewer }, product.id),
    ])
    const inSitemap = (await listProductEntries(db, 1)).some((entry) => JSON.stringify(entry).includes(product.id))
    return [...answers.map(({ status }) => status === 'fulfilled'), inSitemap]
  }
  test('is listed nowhere from a takedown until it is restored, and its store and reporters are notified', async () => {
    const ada = await createViewer(database.db)
    await report(ada)
    expect(await seen()).toEqual([true, true, true, true])
    await judge('taken_down')
    expect(await seen()).toEqual([false, false, false, false])
    expect(await mails()).toEqual(['product_taken_down to the store', 'report_answered to another'])
    const told = await database.db.mail.findFirstOrThrow({ where: { kind: 'product_taken_down' } })
    expect(told.text).toContain('It is a copy of a coat of Moss.')
    expect(told.text).toContain(`/appeal/product/${product.id}`)
    expect((await getOwnProduct(store, { productId: product.id })).takenDown).toMatchObject({
      reason: 'It is a copy of a coat of Moss.',
    })
    expect((await queue()).products).toEqual([])
    expect((await queue('taken_down')).products).toContainEqual(expect.objectContaining({ id: product.id }))
    await judge('restored')
    expect(await seen()).toEqual([true, true, true, true])
    expect(await mails()).toContain('product_restored to the store')
    expect(
      (await database.db.auditEntry.findMany({ where: { subjectId: product.id }, orderBy: { id: 'asc' } })).map(
        ({ action }) => action,
      ),
    ).toEqual(['product_taken_down', 'product_restored'])
  })
  test('stays down after a takedown, whatever its store sends, deletes or copies', async () => {
    const { db } = database
    await judge('taken_down')
    const again: IncomingProduct = {
      handle: product.handle,
      name: 'Coat of wool',
      type: '',
      productCategory: '',
      status: 'active',
      gender: '',
      variants: [
        {
          size: null,
          colourName: null,
          options: {},
          sku: null,
          gtin: null,
          priceMinor: 5_000,
          originalPriceMinor: null,
          stock: 3,
        },
      ],
      isIncomplete: false,
    }
    const act = newAct({
      partnerId: store.partner.id,
      kind: 'sync',
      actor: { kind: 'store', userId: null, name: 'Feed' },
    })
    const owner = await getProductOwner(db, store.partner.id)
    expect(await saveProducts(db, [again], owner, { act, isSync: true })).toMatchObject({ updated: 1, refused: [] })
    await changeProducts(store, { ids: [product.id], change: { kind: 'status', status: 'active' } })
    expect(await seen()).toEqual([false, false, false, false])
    await expect(duplicateProduct(store, { productId: product.id })).rejects.toMatchObject({ code: 'conflict' })
    await changeProducts(store, { ids: [product.id], change: { kind: 'delete' } })
    await purgeProducts(db, new Date(Date.now() + 40 * 86_400_000))
    await saveProducts(db, [again], owner, { act: { ...act, id: crypto.randomUUID() }, isSync: true })
    expect(await seen()).toEqual([false, false, false, false])
  })
  test('accepts one decision, about the version that the administrator saw', async () => {
    await report(null)
    const admins = [await asAdmin(), await asAdmin()]
    const settled = await Promise.allSettled(admins.map((ask) => judge('taken_down', '', ask)))
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(judge('kept')).rejects.toMatchObject({ code: 'conflict' })
    await judge('restored')
    await expect(
      judgeProduct(await asAdmin(), { productId: product.id, revision: 99, seenTo: '', to: 'kept', reason: '' }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('has changed this product') })
  })
  test('stays in the queue after a decision to keep it if there are later reports', async () => {
    await report(null)
    const seenTo = (await queue()).products[0]!.flags[0]!.raisedAt.toISOString()
    await report(await createViewer(database.db))
    await database.db.productFlag.updateMany({
      where: { reporterId: { not: null } },
      data: { raisedAt: new Date(Date.now() + 60_000) },
    })
    await judge('kept', seenTo)
    expect((await queue()).products[0]?.flags).toHaveLength(1)
    // An administrator who has seen no report cannot close any.
    await expect(judge('kept', '')).rejects.toMatchObject({ code: 'conflict' })
    expect((await queue()).products[0]?.flags).toHaveLength(1)
    await expect(judge('kept', seenTo)).rejects.toMatchObject({ code: 'conflict' })
    expect(await database.db.productFlag.count({ where: { reporterHash: { not: null } } })).toBe(0)
  })
})

test('only one of two administrators takes down a store image, and the audit log has its previous state', async () => {
  const { db } = database
  const { fileId } = await createPicture(db, product.id)
  const { id: pictureId } = await db.partnerMedia.create({
    data: { partnerId: store.partner.id, mediaType: 'logo', isActive: true, fileId },
  })
  const down = async () => takePictureDown(await asAdmin(), { pictureId, reason: 'It is of Moss.' })
  const both = await Promise.allSettled([down(), down()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await restorePicture(await asAdmin(), pictureId)
  const noted = await db.auditEntry.findMany({
    where: { subjectId: store.partner.id, action: { startsWith: 'picture_' } },
    orderBy: { at: 'asc' },
  })
  expect(noted.map(({ data }) => data)).toMatchObject([
    { before: { isTakenDown: false }, after: { isTakenDown: true } },
    { before: { isTakenDown: true }, after: { isTakenDown: false } },
  ])
  expect(await mails()).toEqual(['picture_restored to the store', 'picture_taken_down to the store'])
})

test("rules flag a collapsed price, another partner's brand and missing images, once each", async () => {
  const { db } = database
  await db.product.updateMany({ data: { status: 'draft' } })
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const other = await createPartner(db, { businessName: `Moss ${product.handle}` })
  const make = async (given: Partial<Parameters<typeof createProduct>[1]>, hasPicture = true) => {
    const made = await createProduct(db, { partnerId: store.partner.id, createdAt: daysAgo(8), ...given })
    if (hasPicture) await createPicture(db, made.id)
    return made
  }
  const cheap = await make({ variants: [{ priceMinor: 500 }] })
  const reduced = await make({ variants: [{ priceMinor: 2_500 }] })
  for (const { id, variants } of [cheap, reduced])
    for (const [days, priceMinor] of [
      [10, 5_000],
      [0.5, variants[0]!.priceMinor],
    ] as const)
      await db.priceChange.create({
        data: {
          productId: id,
          variantId: variants[0]!.id,
          currency: 'USD',
          priceMinor,
          originalPriceMinor: null,
          changedAt: daysAgo(days),
        },
      })
  // A product whose price drops several times within a day.
  const lured = await make({ variants: [{ priceMinor: 500 }] })
  const times = [10_000, 5_000, 2_000, 1_900, 500].map(
    (priceMinor, at) => [priceMinor, daysAgo(0.5 - at / 100)] as const,
  )
  for (const [priceMinor, at] of times)
    await db.$transaction((tx) =>
      writePrices(
        tx,
        [
          {
            id: newId(),
            productId: lured.id,
            variantId: lured.variants[0]!.id,
            currency: 'USD',
            priceMinor,
            originalPriceMinor: null,
          },
        ],
        at,
      ),
    )
  const foreign = await make({ brandName: other.businessName })
  const bare = await make({}, false)
  await make({ createdAt: daysAgo(1) }, false)
  expect(await raiseFlags(db, now)).toBe(4)
  expect(await raiseFlags(db, now)).toBe(0)
  const flags = await db.productFlag.findMany({ orderBy: [{ kind: 'asc' }, { productId: 'asc' }] })
  expect(flags.map(({ productId, kind, words }) => [productId, kind, words])).toEqual([
    [cheap.id, 'price_collapsed', 'It fell by 90% within 30 days'],
    [lured.id, 'price_collapsed', 'It fell by 95% within 30 days'],
    [foreign.id, 'foreign_brand', `Its brand, ${other.businessName}, is the name of another partner`],
    [bare.id, 'no_picture', ''],
  ])
  await createPicture(db, bare.id)
  expect(await raiseFlags(db, now)).toBe(0)
  expect(await db.productFlag.findFirst({ where: { productId: bare.id } })).toMatchObject({ outcome: 'lapsed' })
})

describe('an appeal', () => {
  const reason = 'We looked again.'
  const appeal = async (kind: AppealKind, subjectId: string, viewer: Viewer = store.viewer) => {
    const decision = await findDecision(database.db, kind, subjectId)
    return raiseAppeal(
      { db: database.db, visit, viewer },
      { kind, subjectId, decisionAt: decision?.at.toISOString() ?? new Date(0).toISOString(), words: 'It is ours.' },
    )
  }
  const waiting = async (ask?: Awaited<ReturnType<typeof asAdmin>>) =>
    (await listAppeals(ask ?? (await asAdmin()), appealsQuery.parse({}))).appeals
  const answer = async (outcome: 'upheld' | 'overturned') => {
    const [one] = await waiting()
    return judgeAppeal(await asAdmin(), { appealId: one!.id, seen: one!.now?.seen ?? '', outcome, reason })
  }

  test('about a product is submitted once, by its store, and lists the product again if it succeeds', async () => {
    const first = await asAdmin()
    await judge('taken_down', '', first)
    for (const stranger of [await createViewer(database.db), (await createPartnerAsk(database.db)).viewer])
      await expect(appeal('product', product.id, stranger)).rejects.toMatchObject({ code: 'not_found' })
    const sent = await Promise.allSettled([appeal('product', product.id), appeal('product', product.id)])
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await waiting(first))[0]).toMatchObject({ isOwn: true, decisionReason: 'It is a copy of a coat of Moss.' })
    expect((await waiting())[0]).toMatchObject({ isOwn: false, subject: 'the product Wool coat', words: 'It is ours.' })
    const [{ id: appealId, now } = { id: '', now: null }] = await waiting()
    const seen = now?.seen ?? ''
    const both = await Promise.allSettled(
      [await asAdmin(), await asAdmin()].map((ask) =>
        judgeAppeal(ask, { appealId, seen, outcome: 'overturned', reason }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await getProduct(database.db, product.id)).name).toBe('Wool coat')
    expect(await mails()).toEqual([
      'appeal_answered to the store',
      'product_restored to the store',
      'product_taken_down to the store',
    ])
  })
  test('is final if the decision is upheld, but a new decision can be appealed', async () => {
    await judge('taken_down')
    await appeal('product', product.id)
    expect(await answer('upheld')).toEqual({ outcome: 'upheld' })
    await expect(appeal('product', product.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(
      (await getDecision({ db: database.db, viewer: store.viewer }, { kind: 'product', subjectId: product.id })).appeal,
    ).toMatchObject({ outcome: 'upheld', reason })
    await judge('restored')
    await judge('taken_down')
    await appeal('product', product.id)
    await judge('restored')
    expect(await answer('overturned')).toEqual({ outcome: 'lapsed' })
  })
  test('about a rejected promotion approves it if it succeeds', async () => {
    const { fileId } = await createPicture(database.db, product.id)
    const { id } = await database.db.partnerMedia.create({
      data: {
        partnerId: store.partner.id,
        mediaType: 'promotional_image',
        fileId,
        altText: 'A coat',
        review: 'pending',
      },
    })
    await judgePromotion(await asAdmin(), { promotionId: id, fileKey: fileId!, to: 'rejected', reason: 'Too dark' })
    await appeal('promotion', id)
    await answer('overturned')
    expect(await database.db.partnerMedia.findUnique({ where: { id } })).toMatchObject({ review: 'approved' })
    expect(await mails()).toContain('promotion_approved to the store')
  })
  test("about a partner's suspension can be submitted only by its owner, even while suspended", async () => {
    const partnerId = store.partner.id
    await judgePartner(await asAdmin(), { partnerId, from: 'approved', to: 'suspended', reason: 'Unpaid' })
    const colleague = await createUser(database.db, { role: 'partner' })
    const editor = {
      ...store.viewer,
      userId: colleague.id,
      partner: { id: partnerId, role: 'editor', status: 'suspended' },
    } as Viewer
    await expect(appeal('partner', partnerId, editor)).rejects.toMatchObject({ code: 'not_found' })
    await appeal('partner', partnerId)
    expect((await waiting())[0]).toMatchObject({ decisionReason: 'Unpaid', decisionBy: expect.any(String) })
    await answer('overturned')
    expect(await database.db.partner.findUnique({ where: { id: partnerId } })).toMatchObject({
      verificationStatus: 'approved',
    })
  })
  test('cannot succeed if the product has changed since the page was loaded', async () => {
    const { db } = database
    await judge('taken_down')
    await appeal('product', product.id)
    const [shown] = await waiting()
    await db.product.update({ where: { id: product.id }, data: { description: 'A copy.', revision: { increment: 1 } } })
    const overturn = async (seen: string) =>
      judgeAppeal(await asAdmin(), { appealId: shown!.id, seen, outcome: 'overturned', reason })
    await expect(overturn(shown!.now!.seen)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed since you opened this page'),
    })
    expect(await db.product.findUnique({ where: { id: product.id } })).toMatchObject({ takenDownAt: expect.any(Date) })
    const [again] = await waiting()
    expect(again?.now?.words).toBe('A copy.')
    expect(await overturn(again!.now!.seen)).toEqual({ outcome: 'overturned' })
  })
  test('cannot succeed after the website has changed, and verifies no host', async () => {
    const { db } = database
    const partnerId = store.partner.id
    await judgePartner(await asAdmin(), { partnerId, from: 'approved', to: 'suspended', reason: 'Unpaid' })
    await appeal('partner', partnerId)
    const [shown] = await waiting()
    await db.partner.update({ where: { id: partnerId }, data: { websiteUrl: 'https://victim.example' } })
    await expect(
      judgeAppeal(await asAdmin(), { appealId: shown!.id, seen: shown!.now!.seen, outcome: 'overturned', reason }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await db.partnerDomain.count({ where: { host: 'victim.example' } })).toBe(0)
    expect((await waiting())[0]?.now?.words).toBe('Website: https://victim.example')
  })
  test('about a review can be submitted by its writer, and about a rejected flag by the store', async () => {
    const { db } = database
    const writer = await createViewer(db)
    const { id: reviewId } = await createReview(db, {
      partnerId: store.partner.id,
      productId: product.id,
      userId: writer.userId,
    })
    await judgeReview(await asAdmin(), { reviewId, revision: 1, judgedAt: '', to: 'rejected', reason: 'Rude' })
    await expect(appeal('review', reviewId)).rejects.toMatchObject({ code: 'not_found' })
    await appeal('review', reviewId, writer)
    await answer('overturned')
    const approved = await db.productReview.findUniqueOrThrow({ where: { id: reviewId } })
    expect(approved.status).toBe('approved')
    await flag(store, { kind: 'review', id: reviewId, reason: 'A rival' })
    const judgedAt = approved.judgedAt!.toISOString()
    await judgeReview(await asAdmin(), { reviewId, revision: 1, judgedAt, to: 'approved' })
    await expect(flag(store, { kind: 'review', id: reviewId, reason: 'Again' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await appeal('review_flag', reviewId)
    await answer('overturned')
    expect(await db.productReview.findUnique({ where: { id: reviewId } })).toMatchObject({
      status: 'rejected',
      judgeReason: reason,
    })
  })
})
