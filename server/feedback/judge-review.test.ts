import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import {
  createPartnerAsk,
  createProduct,
  createReview,
  createStoreFeedback,
  createUser,
  createViewer,
} from '#tests/factories.ts'
import { createReviewer } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { judgeFeedback } from './judge-feedback.service.ts'
import { judgeReview } from './judge-review.service.ts'
import { removeReview } from './own-reviews.service.ts'
import { judgeReviewInput, reviewQueueQuery, type JudgeReviewInput } from './review-queue.schema.ts'
import { listReviewsToJudge } from './review-queue.service.ts'
import { writeReviewInput } from './reviews.schema.ts'
import { writeReview } from './write-review.service.ts'

const database = useTestDatabase()
let store: Awaited<ReturnType<typeof createPartnerAsk>>
let place: { partnerId: string; productId: string }

beforeEach(async () => {
  await database.db.productReview.deleteMany()
  await database.db.partnerFeedback.deleteMany()
  await database.db.mail.deleteMany()
  store = await createPartnerAsk(database.db)
  const { id } = await createProduct(database.db, { partnerId: store.partner.id, name: 'Wool coat' })
  place = { partnerId: store.partner.id, productId: id }
})

const admin = async () => ({
  db: database.db,
  visit: createVisit(),
  viewer: await createViewer(database.db, { role: 'admin' }),
})
type Verdict = JudgeReviewInput['to']
/** Decides on the current version of a review. */
async function judge(reviewId: string, to: Verdict, given: Partial<JudgeReviewInput> = {}) {
  const { revision, judgedAt } = await database.db.productReview.findUniqueOrThrow({ where: { id: reviewId } })
  const reason = to === 'rejected' ? { reason: 'It is about another store.' } : {}
  const input = { reviewId, revision, judgedAt: judgedAt?.toISOString() ?? '', to, ...reason, ...given }
  return judgeReview(await admin(), judgeReviewInput.parse(input))
}
const read = (id: string) => database.db.productReview.findUniqueOrThrow({ where: { id } })
const mails = async () =>
  (await database.db.mail.findMany({ orderBy: [{ createdAt: 'asc' }, { kind: 'asc' }] })).map(
    ({ kind, toAddress }) => `${kind} to ${toAddress === store.viewer.email ? 'the store' : 'the writer'}`,
  )
const flagged = { flaggedAt: new Date(), flagReason: 'A rival wrote it.' }
const queue = async (query: object = {}) => listReviewsToJudge(database.db, reviewQueueQuery.parse(query))

describe('a moderation decision', () => {
  test('to approve publishes the review, and notifies the author and the store', async () => {
    const writer = await createUser(database.db, { fullName: 'Ada Bergström' })
    const { id } = await createReview(database.db, {
      ...place,
      userId: writer.id,
      customerName: 'Ada Bergström',
      title: 'Warm',
      comment: 'As warm as it looks.',
    })
    expect(await judge(id, 'approved')).toEqual({ isWriterTold: true })
    expect(await read(id)).toMatchObject({ status: 'approved', judgeReason: '', judgedAt: expect.any(Date) })
    expect((await mails()).toSorted()).toEqual(['review_approved to the writer', 'review_published to the store'])
    const told = await database.db.mail.findFirstOrThrow({ where: { kind: 'review_published' } })
    expect(told.text).toContain('Ada B. gave Wool coat 4 out of 5 stars')
    expect(told.text).toContain('As warm as it looks.')
    expect(told.text).not.toMatch(/Bergström|person\d/)
    expect(told.unsubscribeUrl).toContain('/partners/unsubscribe?token=')
    expect(await database.db.auditEntry.findFirst({ where: { subjectId: id } })).toMatchObject({
      action: 'review_approved',
      data: { from: 'pending', revision: 1, productId: place.productId },
    })
  })

  test('to reject includes a reason, and notifies only the author', async () => {
    const { id } = await createReview(database.db, place)
    await judge(id, 'rejected')
    expect(await read(id)).toMatchObject({ status: 'rejected', judgeReason: 'It is about another store.' })
    expect(await mails()).toEqual(['review_rejected to the writer'])
    expect((await database.db.mail.findFirstOrThrow()).text).toContain('It is about another store.')
    expect(
      judgeReviewInput.safeParse({ reviewId: id, revision: 1, judgedAt: '', to: 'rejected', reason: ' ' }).success,
    ).toBe(false)
  })

  test('to mark as spam notifies nobody', async () => {
    const { id } = await createReview(database.db, place)
    expect(await judge(id, 'spam')).toEqual({ isWriterTold: false })
    expect([(await read(id)).status, await mails()]).toEqual(['spam', []])
  })

  test('can be reversed, which takes down an approved review', async () => {
    const { id } = await createReview(database.db, place)
    await judge(id, 'approved')
    await judge(id, 'rejected')
    expect((await read(id)).status).toBe('rejected')
    const mail = await database.db.mail.findFirstOrThrow({ where: { kind: 'review_rejected' } })
    expect(mail.text).toContain('We have taken your review down')
    await judge(id, 'approved')
    expect(await read(id)).toMatchObject({ status: 'approved', judgeReason: '' })
  })

  test('is rejected if the review has been edited in the meantime', async () => {
    const { id } = await createReview(database.db, place)
    await database.db.productReview.update({ where: { id }, data: { revision: 2, comment: 'Buy at cheap.shop!' } })
    await expect(judge(id, 'approved', { revision: 1 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('edited this review'),
    })
    expect([(await read(id)).status, await mails()]).toEqual(['pending', []])
  })

  test('about an unknown review is rejected as not found', async () => {
    const { id } = await createReview(database.db, place)
    await database.db.productReview.delete({ where: { id } })
    for (const reviewId of [id, newId(), place.productId])
      await expect(
        judgeReview(await admin(), { reviewId, revision: 1, judgedAt: '', to: 'approved' }),
      ).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})

test('rejects the second of two simultaneous decisions, unless they are the same', async () => {
  const { id } = await createReview(database.db, place)
  const settled = await Promise.allSettled([judge(id, 'approved'), judge(id, 'spam')])
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(settled.find((each) => each.status === 'rejected')?.reason).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Another administrator has already decided'),
  })
  // Repeating a decision is not a conflict, and sends its emails only once.
  const again = await createReview(database.db, place)
  await database.db.mail.deleteMany()
  await Promise.all([judge(again.id, 'approved'), judge(again.id, 'approved')])
  expect((await mails()).toSorted()).toEqual(['review_approved to the writer', 'review_published to the store'])
})

describe('sends no email', () => {
  test.each([
    ['to the writer with a deleted account', { userId: null }, {}],
    ['to the writer with a closed account', {}, { deletionRequestedAt: new Date() }],
    ['to an unverified address', {}, { emailVerifiedAt: null }],
  ])('%s', async (_, review, account) => {
    const writer = await createUser(database.db, account)
    const { id } = await createReview(database.db, { ...place, userId: writer.id, ...review })
    expect(await judge(id, 'rejected')).toEqual({ isWriterTold: false })
    expect(await mails()).toEqual([])
  })
  test('to a store that has turned it off', async () => {
    await database.db.dashboardPreferences.create({ data: { userId: store.viewer.userId, emailReviews: false } })
    await judge((await createReview(database.db, place)).id, 'approved')
    expect(await mails()).toEqual(['review_approved to the writer'])
  })
})

describe('a flag', () => {
  test.each([
    ['approved', 'approved', ['review_flag_answered to the store'], 'it stays'],
    [
      'rejected',
      'rejected',
      ['review_flag_answered to the store', 'review_rejected to the writer'],
      'It is no longer shown',
    ],
    ['spam', 'spam', ['review_flag_answered to the store'], 'It is no longer shown'],
  ] as const)('is resolved by the decision %s, and the store is notified', async (to, status, expected, words) => {
    const { id } = await createReview(database.db, { ...place, status: 'approved', ...flagged })
    await judge(id, to)
    expect(await read(id)).toMatchObject({ status, flaggedAt: null, flagReason: '' })
    expect((await mails()).toSorted()).toEqual(expected)
    const told = await database.db.mail.findFirstOrThrow({ where: { kind: 'review_flag_answered' } })
    expect(told.text).toContain(words)
    expect((await database.db.auditEntry.findFirstOrThrow({ where: { subjectId: id } })).data).toMatchObject({
      flagged: 'A rival wrote it.',
    })
  })

  test('on feedback is decided once, to close it or return it to the store', async () => {
    const one = await createStoreFeedback(database.db, { ...flagged, partnerId: store.partner.id })
    const other = await createStoreFeedback(database.db, { ...flagged, partnerId: store.partner.id })
    const desk = await admin()
    await judgeFeedback(desk, { feedbackId: one.id, to: 'closed' })
    await judgeFeedback(desk, { feedbackId: other.id, to: 'given_back' })
    const states = await database.db.partnerFeedback.findMany({ orderBy: { id: 'asc' } })
    expect(states).toMatchObject([
      { status: 'closed', flaggedAt: null, resolvedBy: desk.viewer.userId, resolvedAt: expect.any(Date) },
      { status: 'pending', flaggedAt: null, resolvedAt: null },
    ])
    expect(await mails()).toEqual(['feedback_flag_answered to the store', 'feedback_flag_answered to the store'])
    await expect(judgeFeedback(desk, { feedbackId: one.id, to: 'given_back' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(judgeFeedback(desk, { feedbackId: newId(), to: 'closed' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await database.db.auditEntry.count({ where: { subjectId: { in: [one.id, other.id] } } })).toBe(2)
  })
})

describe('the moderation queue', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute))

  test('lists pending reviews, oldest first, 12 a page, with counts', async () => {
    for (let minute = 0; minute < 13; minute++)
      await createReview(database.db, { ...place, title: `${minute}`, createdAt: at(minute) })
    await createReview(database.db, { ...place, status: 'approved', title: 'old', createdAt: at(0) })
    await createReview(database.db, { ...place, status: 'approved', title: 'new', createdAt: at(1), ...flagged })
    await createStoreFeedback(database.db, { ...flagged, partnerId: store.partner.id })
    await createStoreFeedback(database.db, { partnerId: store.partner.id })
    const first = await queue()
    expect(first.items.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, at) => `${at}`))
    expect(first).toMatchObject({
      counts: { pending: 13, flagged: 2, approved: 2, rejected: 0, spam: 0 },
      page: 1,
      totalPages: 2,
    })
    expect((await queue({ page: 99 })).items.map(({ title }) => title)).toEqual(['12'])
    expect((await queue({ state: 'approved' })).items.map(({ title }) => title)).toEqual(['new', 'old'])
  })

  test('lists flagged reviews and feedback, the earliest flag first', async () => {
    const { partnerId } = place
    await createReview(database.db, { ...place, status: 'approved', title: 'second', ...flagged, flaggedAt: at(2) })
    await createStoreFeedback(database.db, { partnerId, title: 'first', ...flagged, flaggedAt: at(1) })
    await createStoreFeedback(database.db, { partnerId, title: 'third', ...flagged, flaggedAt: at(3) })
    const { items } = await queue({ state: 'flagged' })
    expect(items.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'feedback first',
      'review second',
      'feedback third',
    ])
  })

  test("shows only the author's short name, account age and number of reviews", async () => {
    const writer = await createUser(database.db, { createdAt: new Date('2026-01-02') })
    await createReview(database.db, {
      ...place,
      userId: writer.id,
      customerName: 'Ada Bergström',
      customerEmail: writer.email,
    })
    await createReview(database.db, { ...place, userId: null, customerName: 'Former customer' })
    const { items } = await queue()
    expect(items.map((item) => item.writer)).toEqual([
      { name: 'Ada B.', account: { since: new Date('2026-01-02'), reviews: 1, isClosed: false } },
      { name: 'Former customer', account: null },
    ])
    expect(JSON.stringify(items)).not.toContain(writer.email)
    expect(JSON.stringify(items)).not.toContain('Bergström')
  })
})

describe('a previous rejection', () => {
  const product = () => ({ id: place.productId, partnerId: place.partnerId })
  const write = async (viewer: Awaited<ReturnType<typeof createViewer>>, comment: string, given: object = {}) => {
    const ask = { db: database.db, visit: createVisit(), dataDir: database.dataDir, viewer }
    await writeReview(ask, writeReviewInput.parse({ productId: place.productId, rating: 1, comment, ...given }))
    return database.db.productReview.findFirstOrThrow({ where: { userId: viewer.userId } })
  }
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
  const refusals = async () =>
    (await queue()).items.map((item) =>
      item.kind === 'review'
        ? item.suspicions.filter(({ kind }) => kind === 'refused').map(({ detail }) => detail)
        : [],
    )

  test('is shown with the edited review, and with a new one after a deletion', async () => {
    const { viewer } = await createReviewer(database.db, product())
    const first = await write(viewer, 'Nothing but insults in here.')
    expect(await refusals()).toEqual([[]])
    await judge(first.id, 'rejected')
    const changed = await write(viewer, 'Other insults are in here.')
    expect(await refusals()).toEqual([[`Previously rejected: It is about another store. (${today})`]])
    await removeReview({ db: database.db, viewer }, { reviewId: changed.id })
    const second = await write(viewer, 'A clean start, as it looks.')
    expect(second.id).not.toBe(first.id)
    expect(await refusals()).toEqual([[`Previously rejected: It is about another store. (${today})`]])
    await judge(second.id, 'spam')
    await removeReview({ db: database.db, viewer }, { reviewId: second.id })
    await write(viewer, 'Once more, and harmless.')
    expect(await refusals()).toEqual([[`Previously marked as spam (${today}, and once earlier)`]])
  })

  test('is not shown for other authors, or once an administrator has reversed it', async () => {
    const [one, other] = [await createReviewer(database.db, product()), await createReviewer(database.db, product())]
    const { id } = await write(one.viewer, 'Nothing but insults in here.')
    await judge(id, 'rejected')
    await judge(id, 'approved')
    await write(one.viewer, 'The same, put more politely.')
    const { id: refused } = await write(other.viewer, 'Somebody else, and rejected.')
    await judge(refused, 'rejected')
    expect(await refusals()).toEqual([[]])
    // An attempt to delete another person's review changes nothing.
    await expect(removeReview({ db: database.db, viewer: one.viewer }, { reviewId: refused })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect([
      await database.db.reviewRefusal.count({ where: { userId: other.viewer.userId } }),
      (await read(refused)).status,
    ]).toEqual([0, 'rejected'])
  })
})
