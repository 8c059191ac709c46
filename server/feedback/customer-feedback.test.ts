import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanTexts } from '#server/platform/clean-text.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { createPartnerAsk, createProduct, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import {
  customerFeedbackQuery,
  feedbackFilter,
  feedbackItemInput,
  flagInput,
  respondInput,
} from './customer-feedback.schema.ts'
import { exportFeedback } from './export-feedback.service.ts'
import { countWaitingReviews, getFeedbackFigures } from './feedback-figures.service.ts'
import { flag, unflag } from './flag.service.ts'
import { getCustomerFeedback, listCustomerFeedback, listUrgentFeedback } from './list-feedback.service.ts'
import { listReviews } from './list-reviews.service.ts'
import { respond, setFeedbackStatus, withdrawResponse } from './respond.service.ts'
import { listReviewsInput } from './reviews.schema.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-23T15:30:00Z')
const DAY = 86_400_000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)
const query = (given: Record<string, unknown> = {}) => customerFeedbackQuery.parse(given)

async function createStore() {
  const ask = await createPartnerAsk(database.db)
  const product = await createProduct(database.db, { partnerId: ask.partner.id, name: 'Linen dress' })
  const visit = createVisit()
  const review = (given: Partial<Prisma.ProductReviewUncheckedCreateInput> = {}) =>
    database.db.productReview.create({
      data: {
        partnerId: ask.partner.id,
        productId: product.id,
        rating: 4,
        status: 'approved',
        createdAt: ago(1),
        title: 'Lovely',
        comment: 'Falls well.',
        customerName: 'Maya Okonkwo',
        customerEmail: 'maya@example.test',
        ...given,
      },
    })
  const feedback = (given: Partial<Prisma.PartnerFeedbackUncheckedCreateInput> = {}) =>
    database.db.partnerFeedback.create({
      data: {
        partnerId: ask.partner.id,
        rating: 2,
        title: 'Late',
        comment: 'Ten days.',
        createdAt: ago(1),
        customerName: 'Maya Okonkwo',
        customerEmail: 'maya@example.test',
        ...given,
      },
    })
  return { ask: { ...ask, visit }, product, review, feedback }
}
type Store = Awaited<ReturnType<typeof createStore>>

/** Answers a review, by default its first revision. */
const answer = (kind: 'review' | 'feedback', id: string, response: string, more: object = {}) =>
  respondInput.parse(cleanTexts({ kind, id, response, ...(kind === 'review' && { revision: '1' }), ...more }))
const mailsTo = (toAddress: string) =>
  database.db.mail.findMany({ where: { toAddress }, orderBy: { createdAt: 'asc' } })
const NOT_THERE = { code: 'not_found', message: expect.stringMatching(/no longer (published|exists)/) }

describe('the feedback figures', () => {
  const aReview = fc.record({
    rating: fc.integer({ min: 1, max: 5 }),
    status: fc.constantFrom(
      'approved' as const,
      'approved' as const,
      'pending' as const,
      'rejected' as const,
      'spam' as const,
    ),
    isAnswered: fc.boolean(),
    daysAgo: fc.double({ min: 0.001, max: 70, noNaN: true }),
    product: fc.integer({ min: 0, max: 6 }),
    isForeign: fc.boolean(),
  })
  const aFeedback = fc.record({
    daysAgo: fc.double({ min: 0.001, max: 70, noNaN: true }),
    priority: fc.constantFrom('low' as const, 'medium' as const, 'high' as const, 'urgent' as const),
    status: fc.constantFrom('pending' as const, 'investigating' as const, 'resolved' as const, 'closed' as const),
  })

  test('match a recount of any history', async () => {
    const stores = [await createStore(), await createStore()] as const
    const goods = await Promise.all(
      stores.map(({ ask }) =>
        Promise.all(Array.from({ length: 7 }, () => createProduct(database.db, { partnerId: ask.partner.id }))),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(aReview, { maxLength: 40 }),
        fc.array(aFeedback, { maxLength: 12 }),
        fc.constantFrom('day' as const, 'week' as const, 'month' as const),
        async (reviews, feedback, period) => {
          await database.db.productReview.deleteMany({})
          await database.db.partnerFeedback.deleteMany({})
          await database.db.productReview.createMany({
            data: reviews.map(({ rating, status, isAnswered, daysAgo, product, isForeign }) => ({
              rating,
              status,
              createdAt: ago(daysAgo),
              response: isAnswered ? 'Thanks' : null,
              partnerId: stores[Number(isForeign)]!.ask.partner.id,
              customerName: 'A',
              customerEmail: '',
              productId: goods[Number(isForeign)]![product]!.id,
            })),
          })
          await database.db.partnerFeedback.createMany({
            data: feedback.map(({ daysAgo, priority, status }) => ({
              partnerId: stores[0].ask.partner.id,
              rating: 3,
              customerName: 'A',
              customerEmail: '',
              priority,
              status,
              createdAt: ago(daysAgo),
            })),
          })
          const own = reviews.filter(({ status, isForeign }) => status === 'approved' && !isForeign)
          // A calendar month before 23 November is 31 days.
          const days = { day: 1, week: 7, month: 31 }[period]
          const within = own.filter(({ daysAgo }) => ago(daysAgo) >= ago(days))
          const count = within.length
          const mean = (of: typeof own) =>
            of.length === 0
              ? null
              : Math.round((of.reduce((sum, { rating }) => sum + rating, 0) / of.length) * 100) / 100
          const answered = within.filter(({ isAnswered }) => isAnswered).length
          const good = within.filter(({ rating }) => rating >= 4).length
          const bad = within.filter(({ rating }) => rating <= 3).length
          const told = feedback.filter(({ daysAgo }) => ago(daysAgo) >= ago(days)).length
          const figures = await getFeedbackFigures(stores[0].ask, { period }, NOW)
          expect(figures.reviews).toMatchObject({ count, answered, waiting: count - answered })
          expect(figures.reviews.averageRating).toEqual(mean(within) === null ? null : expect.closeTo(mean(within)!, 1))
          expect(figures.reviews.responseRate).toEqual(count ? expect.closeTo((answered / count) * 100, 0) : null)
          expect(figures.reviews.netPromoterScore).toEqual(
            count ? expect.closeTo(((good - bad) / count) * 100, 0) : null,
          )
          expect(figures.all).toMatchObject({ count: count + told, feedback: told })
          expect(figures.distribution).toEqual(
            [5, 4, 3, 2, 1].map((rating) => ({
              rating,
              count: within.filter((each) => each.rating === rating).length,
            })),
          )
          expect(figures.trend.map(({ day, count: ofDay }) => [day, ofDay])).toEqual(
            [6, 5, 4, 3, 2, 1, 0].map((back) => {
              const day = ago(back).toISOString().slice(0, 10)
              return [day, own.filter(({ daysAgo }) => ago(daysAgo).toISOString().startsWith(day)).length]
            }),
          )
          const perProduct = goods[0]!
            .map((_, index) => within.filter(({ product }) => product === index).length)
            .filter((of) => of > 0)
            .toSorted((a, b) => b - a)
          expect(figures.top.map(({ reviews: of }) => of)).toEqual(perProduct.slice(0, 5))
          expect(figures).toMatchObject({
            hasAny: own.length + feedback.length > 0,
            waitingInAll: own.filter(({ isAnswered }) => !isAnswered).length,
            urgent: feedback.filter(
              ({ priority, status }) =>
                ['high', 'urgent'].includes(priority) && ['pending', 'investigating'].includes(status),
            ).length,
          })
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)

  test('are empty without data', async () => {
    const { ask, review } = await createStore()
    await review({ status: 'pending' })
    const { hasAny, reviews, all, top } = await getFeedbackFigures(ask, { period: 'year' }, NOW)
    expect({ hasAny, reviews, all, top }).toEqual({
      hasAny: false,
      reviews: { count: 0, averageRating: null, answered: 0, waiting: 0, responseRate: null, netPromoterScore: null },
      all: { count: 0, feedback: 0, growth: null },
      top: [],
    })
  })
})

describe('the feedback list', () => {
  test("shows only this partner's published reviews, filtered by words, product and stars", async () => {
    const { ask, review, product } = await createStore()
    const other = await createStore()
    await other.review()
    await review({ status: 'pending' })
    const plain = await review({ rating: 2, title: 'Too short', comment: '100% linen_', response: 'Sorry' })
    const list = (given: Record<string, unknown>) => listCustomerFeedback(ask, query(given))
    const found = await list({})
    expect(found.reviews).toMatchObject([
      { id: plain.id, author: 'Maya O.', productId: product.id, productName: 'Linen dress', pictures: [] },
    ])
    expect(JSON.stringify(found)).not.toMatch(/Okonkwo|example\.test/)
    for (const given of [
      { q: 'SHORT' },
      { q: 'linen dr' },
      { q: '100% linen_' },
      { rating: '2' },
      { answer: 'answered' },
    ])
      expect([given, (await list(given)).found]).toEqual([given, 1])
    for (const given of [{ q: 'Okonkwo' }, { q: '%' + 'x' }, { q: 'l_nen' }, { rating: '5' }, { answer: 'waiting' }])
      expect([given, (await list(given)).found]).toEqual([given, 0])
    expect((await list({ rating: 'many', page: '-3', tab: 'x', period: 'century' })).found).toBe(1)
  })

  test('shows 25 rows a page, and the last page for any later page', async () => {
    const { ask, product, feedback } = await createStore()
    await database.db.productReview.createMany({
      data: Array.from({ length: 27 }, (_, at) => ({
        partnerId: ask.partner.id,
        productId: product.id,
        rating: 4,
        status: 'approved' as const,
        customerName: 'A',
        customerEmail: '',
        createdAt: ago(1),
        title: `Number ${at}`,
      })),
    })
    await feedback()
    const first = await listCustomerFeedback(ask, query())
    const last = await listCustomerFeedback(ask, query({ page: 99 }))
    expect([first.reviews.length, last.reviews.length, last.page, last.totalPages]).toEqual([25, 2, 2, 2])
    expect(new Set([...first.reviews, ...last.reviews].map(({ id }) => id)).size).toBe(27)
    expect(first.counts).toEqual({ reviews: 27, feedback: 1 })
  })

  test('filters urgent feedback: unresolved with high or urgent priority, newest first', async () => {
    const { ask, feedback } = await createStore()
    const other = await createStore()
    await other.feedback({ priority: 'urgent' })
    const old = await feedback({ priority: 'high', status: 'investigating', createdAt: ago(9) })
    const fresh = await feedback({ priority: 'urgent' })
    await feedback({ priority: 'urgent', status: 'closed' })
    await feedback({ priority: 'urgent', status: 'resolved' })
    await feedback({ priority: 'medium' })
    expect((await listUrgentFeedback(ask)).map(({ id }) => id)).toEqual([fresh.id, old.id])
    const { feedback: found } = await listCustomerFeedback(ask, query({ tab: 'feedback', status: 'urgent' }))
    expect(found.map(({ id }) => id)).toEqual([fresh.id, old.id])
    expect(found[0]).toMatchObject({ kind: 'feedback', author: 'Maya O.', status: 'pending', orderId: null })
  })
})

describe('a response', () => {
  test('to a review is published below it, emailed to its author once, and can be edited and withdrawn', async () => {
    const { ask, review } = await createStore()
    const writer = await createUser(database.db, { fullName: 'Maya Okonkwo' })
    const { id } = await review({ userId: writer.id, customerEmail: 'old@example.test' })
    expect(await respond(ask, answer('review', id, ' Thank you,\u202e Maya.\r\nWear it well. '))).toEqual({
      isMailed: true,
    })
    expect(await database.db.productReview.findUnique({ where: { id } })).toMatchObject({
      response: 'Thank you, Maya.\nWear it well.',
      responseById: ask.viewer.userId,
      status: 'approved',
    })
    const [mail, ...others] = await mailsTo(writer.email)
    expect([mail?.kind, others]).toEqual(['review_answered', []])
    expect(mail?.text).toContain('Wear it well.')
    expect(mail?.text).toContain(`/brand/${ask.partner.id}/feedback`)
    expect(mail?.text).toContain(`/product/`)
    expect(mail?.text).not.toContain(ask.viewer.email)
    expect(await mailsTo('old@example.test')).toEqual([])

    await respond(ask, answer('review', id, 'Thank you very much.'))
    await withdrawResponse(ask, { reviewId: id })
    await withdrawResponse(ask, { reviewId: id })
    expect((await getCustomerFeedback(ask, { kind: 'review', id })).response).toBeNull()
    expect(await respond(ask, answer('review', id, 'Once more.'))).toEqual({ isMailed: false })
    expect(await mailsTo(writer.email)).toHaveLength(1)
  })

  test('to feedback resolves it, and sends one email even if it is submitted twice at once', async () => {
    const { ask, feedback } = await createStore()
    const writer = await createUser(database.db)
    const { id } = await feedback({ userId: writer.id, priority: 'urgent' })
    const input = answer('feedback', id, 'A new one is on its way.')
    const results = await Promise.all([respond(ask, input, NOW), respond(ask, input, NOW), respond(ask, input, NOW)])
    expect(results.filter(({ isMailed }) => isMailed)).toHaveLength(1)
    expect((await mailsTo(writer.email)).map(({ kind }) => kind)).toEqual(['feedback_answered'])
    expect(await database.db.partnerFeedback.findUnique({ where: { id } })).toMatchObject({
      status: 'resolved',
      resolvedAt: NOW,
      resolvedBy: ask.viewer.userId,
      responseDate: NOW,
    })
    await setFeedbackStatus(ask, { feedbackId: id, status: 'investigating' })
    expect(await database.db.partnerFeedback.findUnique({ where: { id } })).toMatchObject({
      status: 'investigating',
      resolvedAt: null,
      resolvedBy: null,
    })
    await setFeedbackStatus(ask, { feedbackId: id, status: 'closed' })
    expect(await listUrgentFeedback(ask)).toEqual([])
  })

  test.each([
    ['is deleted', null],
    ['is being closed', { deletionRequestedAt: NOW }],
    ['has not verified its address', { emailVerifiedAt: null }],
  ])('is not emailed if the account %s', async (_, account) => {
    const { ask, review, feedback } = await createStore()
    const before = await database.db.mail.count()
    const userId = account && (await createUser(database.db, account)).id
    for (const [kind, { id }] of [
      ['review', await review({ userId })],
      ['feedback', await feedback({ userId })],
    ] as const)
      expect(await respond(ask, answer(kind, id, 'Thank you.'))).toEqual({ isMailed: false })
    expect(await database.db.mail.count()).toBe(before)
  })

  test('to a review that was edited later shows a notice, until the response is changed or confirmed', async () => {
    const { ask, review, product } = await createStore()
    const { id } = await review({ response: 'Thank you.', responseDate: ago(3), editedAt: ago(4) })
    const isOld = async () => {
      const shown = await listReviews(
        { db: database.db, viewer: null },
        listReviewsInput.parse({ productId: product.id }),
      )
      const own = await getCustomerFeedback(ask, { kind: 'review', id })
      return [shown.reviews[0]?.isEditedAfterAnswer, 'isEditedAfterAnswer' in own && own.isEditedAfterAnswer]
    }
    const edit = (editedAt: Date) => database.db.productReview.update({ where: { id }, data: { editedAt } })
    const changes = () => database.db.productChange.count({ where: { kind: 'pages' } })
    expect(await isOld()).toEqual([false, false])
    await edit(ago(2))
    expect(await isOld()).toEqual([true, true])
    // Sending the same response confirms it for the edited review, and updates cached pages.
    const before = await changes()
    expect(await respond(ask, answer('review', id, 'Thank you.'), ago(1))).toEqual({ isMailed: false })
    expect(await isOld()).toEqual([false, false])
    expect(await changes()).toBe(before + 1)
    await respond(ask, answer('review', id, 'Thank you.'), NOW)
    expect(await changes()).toBe(before + 1)
    await edit(ago(0.5))
    await respond(ask, answer('review', id, 'We are sorry to hear that.'), NOW)
    expect(await isOld()).toEqual([false, false])
    await edit(ago(-1))
    await withdrawResponse(ask, { reviewId: id })
    expect(await isOld()).toEqual([false, false])
  })

  test("replaces a colleague's response only after it has been seen", async () => {
    const { ask, review } = await createStore()
    const { id } = await review()
    await respond(ask, answer('review', id, 'From Edda.'), NOW)
    await expect(respond(ask, answer('review', id, 'From Paula.', { seen: '' }))).rejects.toMatchObject({
      code: 'conflict',
      field: 'response',
    })
    // Sending the same answer twice is not a conflict.
    await respond(ask, answer('review', id, 'From Edda.', { seen: '' }))
    await respond(ask, answer('review', id, 'From Paula.', { seen: NOW.toISOString() }))
    expect((await getCustomerFeedback(ask, { kind: 'review', id })).response).toBe('From Paula.')
  })

  test('to a review that was edited after the page was opened is rejected', async () => {
    const { ask, review } = await createStore()
    const { id } = await review({ revision: 2, editedAt: ago(1) })
    for (const revision of ['1', '3', 'junk', undefined])
      await expect(respond(ask, answer('review', id, 'Thank you.', { revision }))).rejects.toMatchObject({
        code: 'conflict',
        field: 'response',
        message: expect.stringContaining('has edited this review'),
      })
    expect(await getCustomerFeedback(ask, { kind: 'review', id })).toMatchObject({ response: null, revision: 2 })
    await respond(ask, answer('review', id, 'Thank you.', { revision: '2' }))
    expect((await getCustomerFeedback(ask, { kind: 'review', id })).response).toBe('Thank you.')
  })

  test.each([
    ['nothing', ''],
    ['whitespace', ' \n\t'],
    ['invisible characters', '\u200b\u2066'],
    ['2,001 characters', 'x'.repeat(2_001)],
  ])('consisting of %s is rejected', (_, response) =>
    expect(respondInput.safeParse(cleanTexts({ kind: 'review', id: crypto.randomUUID(), response })).success).toBe(
      false,
    ),
  )
})

describe('a flag', () => {
  test('asks for our review, keeps its time when the reason changes, and does not hide the item', async () => {
    const { ask, review, feedback } = await createStore()
    for (const [kind, { id }] of [
      ['review', await review()],
      ['feedback', await feedback()],
    ] as const) {
      await flag(ask, flagInput.parse({ kind, id, reason: 'Not our product' }), NOW)
      await flag(ask, flagInput.parse({ kind, id, reason: 'Names a person' }), ago(-1))
      expect(await getCustomerFeedback(ask, { kind, id })).toMatchObject({
        flaggedAt: NOW,
        flagReason: 'Names a person',
      })
      await unflag(ask, { kind, id })
      await unflag(ask, { kind, id })
      expect(await getCustomerFeedback(ask, { kind, id })).toMatchObject({ flaggedAt: null, flagReason: '' })
    }
    expect((await listCustomerFeedback(ask, query())).found).toBe(1)
  })
})

test("refuses actions on another partner's, unpublished or deleted feedback", async () => {
  const mine = await createStore()
  const other = await createStore()
  const ids: Array<['review' | 'feedback', string]> = [
    ['review', (await other.review()).id],
    ['feedback', (await other.feedback()).id],
    ['review', (await mine.review({ status: 'pending' })).id],
    ['review', (await mine.review({ status: 'spam' })).id],
    ['review', crypto.randomUUID()],
    ['feedback', crypto.randomUUID()],
  ]
  const everything = async () =>
    JSON.stringify([
      await database.db.productReview.findMany({ orderBy: { id: 'asc' } }),
      await database.db.partnerFeedback.findMany({ orderBy: { id: 'asc' } }),
    ])
  const before = await everything()
  for (const [kind, id] of ids) {
    const item = feedbackItemInput.parse({ kind, id })
    const acts: Array<(store: Store) => Promise<unknown>> = [
      ({ ask }) => getCustomerFeedback(ask, item),
      ({ ask }) => respond(ask, answer(kind, id, 'Thank you.')),
      ({ ask }) => flag(ask, { ...item, reason: 'No' }),
      ({ ask }) => unflag(ask, item),
      ({ ask }) =>
        kind === 'review'
          ? withdrawResponse(ask, { reviewId: id })
          : setFeedbackStatus(ask, { feedbackId: id, status: 'closed' }),
    ]
    for (const act of acts) await expect(act(mine)).rejects.toMatchObject(NOT_THERE)
  }
  expect(await everything()).toBe(before)
})

describe('the feedback export', () => {
  const read = async ({ ask }: Store, given: object = {}) => {
    let text = ''
    for await (const part of exportFeedback(ask, feedbackFilter.parse(given))) text += part
    return parse(text, { bom: true, columns: true }) as Array<Record<string, string>>
  }

  test('contains every row that matches the filter, no email addresses and no formulas', async () => {
    const store = await createStore()
    const { ask, product, review, feedback } = store
    await database.db.productReview.createMany({
      data: Array.from({ length: 1_200 }, (_, at) => ({
        partnerId: ask.partner.id,
        productId: product.id,
        rating: 3,
        status: 'approved' as const,
        // Many rows have the same time, across batch boundaries.
        customerName: 'Maya Okonkwo',
        customerEmail: 'maya@example.test',
        createdAt: ago(1 + (at % 2)),
        title: `Number ${at}`,
      })),
    })
    await review({ rating: 5, title: '=1+1', comment: '@SUM(A1)', response: '-2', responseDate: NOW })
    await review({ status: 'pending', title: 'Hidden' })
    await (await createStore()).review({ title: 'Foreign' })
    const rows = await read(store)
    expect(rows).toHaveLength(1_201)
    expect(new Set(rows.map(({ Title }) => Title)).size).toBe(1_201)
    expect(JSON.stringify(rows)).not.toMatch(/Okonkwo|example\.test|Hidden|Foreign/)
    expect(await read(store, { rating: 5 })).toEqual([
      expect.objectContaining({
        Product: 'Linen dress',
        Stars: '5',
        Title: "'=1+1",
        Review: "'@SUM(A1)",
        Response: "'-2",
        By: 'Maya O.',
        'Answered (UTC)': NOW.toISOString(),
      }),
    ])
    await feedback({ orderId: '#1001', priority: 'high' })
    expect(await read(store, { tab: 'feedback', q: '#1001' })).toMatchObject([
      { Order: '#1001', Priority: 'high', Status: 'pending', Category: 'overall', By: 'Maya O.' },
    ])
  })
})

test('counts reviews and urgent feedback awaiting a reply', async () => {
  const { ask, review, feedback } = await createStore()
  await review()
  await review({ response: 'Thanks' })
  await review({ status: 'pending' })
  await feedback({ priority: 'high' })
  await feedback()
  expect(await countWaitingReviews(ask)).toEqual({ reviews: 1, urgent: 1 })
})
