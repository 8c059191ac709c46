import { beforeAll, beforeEach, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { newId } from '#server/platform/ids.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createPartner, createPartnerAsk, createPicture, createProduct, createViewer } from '#tests/factories.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { listReviews } from './list-reviews.service.ts'
import { listReviewsInput } from './reviews.schema.ts'
import { voteReview } from './vote-review.service.ts'

const here = useTestDatabase()
let product: { id: string; partnerId: string }
beforeAll(() => configureAuth({ limits: 'off' }))
beforeEach(async () => {
  const { id: partnerId } = await createPartner(here.db)
  product = await createProduct(here.db, { partnerId })
})

const list = (given: object = {}, viewer: Viewer | null = null) =>
  listReviews({ db: here.db, viewer }, listReviewsInput.parse({ productId: product.id, ...given }))
const titles = async (given: object) => (await list(given)).reviews.map(({ title }) => title)
const vote = (viewer: Viewer, reviewId: string, isHelpful = true) =>
  voteReview({ db: here.db, visit: createVisit(), viewer }, { reviewId, isHelpful })

test('lists approved reviews only, sorted and filtered, with totals over all approved reviews', async () => {
  const { db } = here
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  await createApprovedReview(db, product, { title: 'a', rating: 5, createdAt: at(1), helpfulVotes: 1 })
  await createApprovedReview(db, product, { title: 'b', rating: 1, createdAt: at(3), helpfulVotes: 7 })
  await createApprovedReview(db, product, { title: 'c', rating: 4, createdAt: at(2) })
  for (const status of ['pending', 'rejected', 'spam'] as const)
    await createApprovedReview(db, product, { title: status, rating: 2, status })
  await createApprovedReview(db, await createProduct(db, { partnerId: product.partnerId }), { title: 'of another' })
  expect(await list({ stars: '4' })).toMatchObject({
    count: 3,
    averageRating: 10 / 3,
    found: 1,
    page: 1,
    totalPages: 1,
    reviews: [{ title: 'c' }],
    distribution: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: [0, 1, 0, 0, 1, 1][stars] })),
  })
  expect(await titles({})).toEqual(['b', 'c', 'a'])
  expect(await titles({ sort: 'highest' })).toEqual(['a', 'c', 'b'])
  expect(await titles({ sort: 'lowest' })).toEqual(['b', 'c', 'a'])
  expect(await titles({ sort: 'helpful' })).toEqual(['b', 'a', 'c'])
  expect(await titles({ sort: 'junk', stars: '9', page: '-1' })).toEqual(['b', 'c', 'a'])
  expect(await titles({ stars: 2 })).toEqual([])
})

test('counts fit ratings in all approved reviews, regardless of the filter', async () => {
  const { db } = here
  for (const fit of ['ran_small', 'ran_small', 'true_to_size', null] as const)
    await createApprovedReview(db, product, { rating: 5, fit })
  await createApprovedReview(db, product, { fit: 'ran_large', status: 'pending' })
  expect((await list({ stars: 1 })).fits).toEqual({ small: 2, asExpected: 1, large: 0 })
  expect((await list({})).reviews.filter(({ fit }) => fit === 'ran_small')).toHaveLength(2)
})

test('shows ten reviews a page, and the last page for any later page', async () => {
  for (let n = 0; n < 12; n++) await createApprovedReview(here.db, product)
  expect((await list()).reviews).toHaveLength(10)
  for (const page of ['2', '3', '1000']) expect(await list({ page })).toMatchObject({ page: 2, totalPages: 2 })
  expect((await list({ page: '2' })).reviews).toHaveLength(2)
})

test('shows the first name and initial, but neither email address nor user ID', async () => {
  const { db } = here
  const writer = await createViewer(db, { email: 'secret.address@example.test' })
  const review = await createApprovedReview(db, product, {
    userId: writer.userId,
    customerName: 'Ada  Byron lovelace',
    customerEmail: writer.email,
    response: 'Thank you',
    responseDate: new Date(),
  })
  const { fileId } = await createPicture(db, product.id)
  await db.reviewPicture.create({ data: { reviewId: review.id, place: 2, fileId: fileId! } })
  await createApprovedReview(db, product, { customerName: 'Former customer', createdAt: new Date('2020-01-01') })
  const shown = await list()
  expect(shown.reviews).toMatchObject([
    {
      author: 'Ada L.',
      response: 'Thank you',
      isOwn: false,
      pictures: [{ width: 1200, alt: 'Picture 1 of 1 by Ada L.' }],
    },
    { author: 'Former customer' },
  ])
  expect(JSON.stringify(shown)).not.toMatch(/secret|Byron|lovelace/)
  expect(JSON.stringify(shown)).not.toContain(writer.userId)
  expect((await list({}, writer)).reviews.map(({ isOwn }) => isOwn)).toEqual([true, false])
})

test.each(['', 'junk', '\u0000', newId()])('is empty for the product %j', async (productId) => {
  expect(await list({ productId })).toMatchObject({ count: 0, averageRating: null, reviews: [] })
})

test('is empty for an unlisted product', async () => {
  await createApprovedReview(here.db, product)
  await here.db.product.update({ where: { id: product.id }, data: { status: 'archived' } })
  expect(await list()).toMatchObject({ count: 0, averageRating: null, reviews: [] })
})

test('counts one vote for each account, lets it be withdrawn, and keeps the total correct', async () => {
  const { db } = here
  const { id } = await createApprovedReview(db, product)
  const voters = await Promise.all(Array.from({ length: 8 }, () => createViewer(db)))
  // Everyone votes twice, all at once.
  await Promise.all([...voters, ...voters].map((viewer) => vote(viewer, id)))
  const numbers = async () => [
    (await db.productReview.findUniqueOrThrow({ where: { id } })).helpfulVotes,
    await db.reviewVote.count({ where: { reviewId: id } }),
  ]
  expect(await numbers()).toEqual([8, 8])
  expect((await list({}, voters[0]!)).reviews).toMatchObject([{ helpfulVotes: 8, isHelpfulToViewer: true }])
  await Promise.all([vote(voters[0]!, id, false), vote(voters[0]!, id, false), vote(voters[1]!, id, false)])
  expect(await numbers()).toEqual([6, 6])
  expect((await list({}, voters[0]!)).reviews).toMatchObject([{ isHelpfulToViewer: false }])
})

test("rejects votes for your own reviews, your own store's reviews and unpublished reviews", async () => {
  const { db } = here
  const writer = await createViewer(db)
  const owner = await createPartnerAsk(db)
  const ofStore = await createProduct(db, { partnerId: owner.partner.id })
  const refused = (viewer: Viewer, reviewId: string) =>
    vote(viewer, reviewId).then(
      () => 'ok',
      ({ code }) => code as string,
    )
  expect(await refused(writer, (await createApprovedReview(db, product, { userId: writer.userId })).id)).toBe(
    'forbidden',
  )
  expect(await refused(owner.viewer, (await createApprovedReview(db, ofStore)).id)).toBe('forbidden')
  expect(await refused(writer, (await createApprovedReview(db, product, { status: 'pending' })).id)).toBe('not_found')
  for (const id of ['', 'junk', newId()]) expect(await refused(writer, id)).toBe('not_found')
})

test('allows sixty votes an hour', async () => {
  const { id } = await createApprovedReview(here.db, product)
  const viewer = await createViewer(here.db)
  configureAuth({ limits: USUAL_LIMITS })
  try {
    for (let n = 0; n < 60; n++) await vote(viewer, id, n % 2 === 0)
    await expect(vote(viewer, id)).rejects.toMatchObject({ code: 'too_many' })
  } finally {
    configureAuth({ limits: 'off' })
  }
})
