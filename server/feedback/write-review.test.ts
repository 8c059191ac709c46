import fs from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { collectUnused } from '#server/uploads/collect-unused.ts'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { newId } from '#server/platform/ids.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { REVIEW_PICTURE } from '#server/uploads/uploads.values.ts'
import { createClick, createPartner, createProduct, createReview, createUser, createViewer } from '#tests/factories.ts'
import { createReviewer, createSaleOf, hoursAgo } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { listReviewable } from './list-reviewable.service.ts'
import { listOwnReviews, getReviewState, removeReview } from './own-reviews.service.ts'
import { REVIEW_LIMITS } from './reviews-values.schema.ts'
import { writeReviewInput } from './reviews.schema.ts'
import { verifyReviews } from './verify-reviews.ts'
import { writeReview } from './write-review.service.ts'

const here = useTestDatabase()
let product: { id: string; partnerId: string }
beforeAll(() => configureAuth({ limits: 'off' }))
beforeEach(async () => {
  const { id: partnerId } = await createPartner(here.db)
  product = await createProduct(here.db, { partnerId })
})

const COMMENT = 'Warm, heavy and a little long in the sleeve.'
const ask = (viewer: Viewer) => ({ db: here.db, visit: createVisit(), dataDir: here.dataDir, viewer })
const write = (viewer: Viewer, given: object = {}) =>
  writeReview(ask(viewer), writeReviewInput.parse({ productId: product.id, rating: '4', comment: COMMENT, ...given }))
const reviewOf = ({ userId }: Viewer) =>
  here.db.productReview.findFirstOrThrow({ where: { userId }, include: { pictures: true } })
const problemsOf = (given: object) =>
  writeReviewInput
    .safeParse(cleanTexts({ productId: product.id, rating: 5, comment: COMMENT, ...given }))
    .error?.issues.map(({ path: [field], message }) => [field, message])
const photo = (colour: string) =>
  sharp({ create: { width: 60, height: 80, channels: 3, background: colour } })
    .withExif({ IFD0: { Artist: 'Ada of the exif' } })
    .jpeg()
    .toBuffer()

test('accepts a review a day after the click, as pending and unverified, under the profile name', async () => {
  const { viewer, click } = await createReviewer(here.db, product, { fullName: 'Ada Byron' })
  expect(await write(viewer, { title: ' A  coat ' })).toEqual({ outcome: 'written' })
  expect(await reviewOf(viewer)).toMatchObject({
    rating: 4,
    title: 'A coat',
    comment: COMMENT,
    status: 'pending',
    revision: 1,
    editedAt: null,
    customerName: 'Ada Byron',
    customerEmail: viewer.email,
    clickId: click.id,
    verifiedPurchase: false,
  })
  expect(await listOwnReviews(ask(viewer), { page: 1 })).toMatchObject({
    total: 1,
    reviews: [{ status: 'pending', author: 'Ada B.', card: { id: product.id } }],
  })
})

test('updates and requeues the existing review, and ignores the same text sent twice', async () => {
  const { viewer } = await createReviewer(here.db, product)
  await write(viewer)
  const { id } = await reviewOf(viewer)
  await here.db.productReview.update({
    where: { id },
    data: { status: 'rejected', judgedAt: new Date(), judgedById: newId(), judgeReason: 'Names somebody' },
  })
  expect(await write(viewer)).toEqual({ outcome: 'unchanged' })
  expect(await reviewOf(viewer)).toMatchObject({ status: 'rejected', revision: 1 })
  expect(await write(viewer, { rating: 2 })).toEqual({ outcome: 'changed' })
  expect(await reviewOf(viewer)).toMatchObject({
    id,
    rating: 2,
    status: 'pending',
    revision: 2,
    editedAt: expect.any(Date),
    judgedAt: null,
    judgedById: null,
    judgeReason: '',
  })
})

test('accepts, changes and removes fit and size, and requeues each change', async () => {
  const { viewer } = await createReviewer(here.db, product)
  await write(viewer)
  expect(await reviewOf(viewer)).toMatchObject({ fit: null, sizeBought: null })
  expect(await write(viewer, { fit: 'ran_small', sizeBought: ' M ' })).toEqual({ outcome: 'changed' })
  expect(await reviewOf(viewer)).toMatchObject({ fit: 'ran_small', sizeBought: 'M', status: 'pending' })
  expect(await write(viewer, { fit: 'ran_small', sizeBought: 'M' })).toEqual({ outcome: 'unchanged' })
  await write(viewer, { fit: '' })
  expect(await reviewOf(viewer)).toMatchObject({ fit: null, sizeBought: null })
  expect(problemsOf({ fit: 'snug' })).toEqual([['fit', 'Please choose how it fitted']])
})

test('creates one review from simultaneous submissions', async () => {
  const { viewer } = await createReviewer(here.db, product)
  const outcomes = await Promise.allSettled([write(viewer), write(viewer), write(viewer, { rating: 1 })])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'conflict' })
  expect(await here.db.productReview.count({ where: { productId: product.id } })).toBe(1)
})

test.each([
  ['left for the store 23 hours ago', 23, {}, /Come back tomorrow/],
  ['never left for the store', null, {}, /Press 'Shop at Partner Store'/],
  ['is a robot', 48, { isValid: false, invalidReason: 'bot' }, /Press 'Shop at Partner Store'/],
  ['only preloaded', 48, { isValid: false, invalidReason: 'prefetch' }, /Press 'Shop at Partner Store'/],
])('rejects a shopper who %s, and explains the next steps', async (_, hours, given, message) => {
  const viewer = await createViewer(here.db)
  if (hours !== null)
    await createClick(here.db, product, { userId: viewer.userId, clickedAt: hoursAgo(hours), ...given })
  // Clicks on another product, and by another user.
  const other = await createProduct(here.db, { partnerId: product.partnerId })
  await createClick(here.db, other, { userId: viewer.userId, clickedAt: hoursAgo(48) })
  await createClick(here.db, product, { userId: newId(), clickedAt: hoursAgo(48) })
  await expect(write(viewer)).rejects.toMatchObject({ code: 'forbidden', message: expect.stringMatching(message) })
  expect(await getReviewState(ask(viewer), { productId: product.id })).toMatchObject({
    refusal: expect.stringMatching(message),
    review: null,
    from: hours === 23 ? expect.any(Date) : null,
  })
})

test('lists the products that can be reviewed now, consistent with the check of each single product', async () => {
  const another = (given: object = {}) => createProduct(here.db, { partnerId: product.partnerId, ...given })
  const { viewer } = await createReviewer(here.db, product)
  const leave = async (left: { id: string; partnerId: string }, hours = 30, given: object = {}) => {
    await createClick(here.db, left, { userId: viewer.userId, clickedAt: hoursAgo(hours), ...given })
    return left.id
  }
  const ofOwnStore = await createPartner(here.db, { contactEmail: viewer.email.toUpperCase() })
  const closed = await createPartner(here.db, { verificationStatus: 'suspended' })
  const twice = await another()
  await leave(twice, 2)
  const written = await another()
  await createReview(here.db, { productId: written.id, partnerId: written.partnerId, userId: viewer.userId })
  const productIds = [
    product.id,
    await leave(twice, 48, { isValid: false, invalidReason: 'duplicate' }),
    await leave(written),
    await leave(await another(), 23),
    await leave(await another(), 30, { isValid: false, invalidReason: 'bot' }),
    await leave(await another({ status: 'draft' })),
    await leave(await createProduct(here.db, { partnerId: closed.id })),
    await leave(await createProduct(here.db, { partnerId: ofOwnStore.id })),
    (await another()).id,
    'junk',
    '',
    newId(),
  ]
  const one = async (productId: string) => {
    const { review, refusal } = await getReviewState(ask(viewer), { productId })
    return review === null && refusal === null
  }
  const each = await Promise.all(productIds.map((id) => one(id).catch(() => false)))
  const expected = productIds.filter((_, at) => each[at])
  expect(expected).toEqual([product.id, twice.id])
  expect((await listReviewable(ask(viewer), { productIds })).toSorted()).toEqual(expected.toSorted())
  for (const role of ['admin', 'partner'] as const)
    expect(await listReviewable(ask({ ...viewer, role }), { productIds })).toEqual([])
})

test('accepts a click that was a duplicate or over the rate limit', async () => {
  for (const invalidReason of ['duplicate', 'rate']) {
    const viewer = await createViewer(here.db)
    const left = { userId: viewer.userId, clickedAt: hoursAgo(30), isValid: false, invalidReason }
    await createClick(here.db, product, left)
    expect(await write(viewer)).toEqual({ outcome: 'written' })
  }
})

test("rejects reviews by the store's own team, other stores' teams and administrators", async () => {
  const { db } = here
  const refusalFor = async (viewer: Viewer) => {
    await createClick(db, product, { userId: viewer.userId, clickedAt: hoursAgo(30) })
    return write(viewer).then(
      () => 'none',
      ({ code, message }) => `${code}: ${message}`,
    )
  }
  const owner = await createViewer(db, { role: 'partner' })
  await db.partner.update({ where: { id: product.partnerId }, data: { ownerId: owner.userId } })
  const colleague = await createUser(db, { role: 'partner' })
  await db.partnerMember.create({ data: { userId: colleague.id, partnerId: product.partnerId, role: 'viewer' } })
  const contact = await createViewer(db)
  await db.partner.update({ where: { id: product.partnerId }, data: { contactEmail: contact.email } })
  for (const viewer of [owner, { ...owner, userId: colleague.id, email: colleague.email }, contact])
    expect(await refusalFor(viewer)).toMatch(/^forbidden: You are on the team of the store/)
  expect(await refusalFor(await createViewer(db, { role: 'partner' }))).toMatch(
    /^forbidden: Only shoppers can write reviews/,
  )
  expect(await refusalFor(await createViewer(db, { role: 'admin' }))).toMatch(/^forbidden: Administrators/)
  expect(await db.productReview.count({ where: { productId: product.id } })).toBe(0)
})

test('returns not found for an unlisted or unknown product', async () => {
  const { viewer } = await createReviewer(here.db, product)
  for (const productId of ['', 'junk', '\u0000', newId()])
    await expect(write(viewer, { productId })).rejects.toMatchObject({ code: 'not_found' })
  await here.db.product.update({ where: { id: product.id }, data: { status: 'draft' } })
  await expect(write(viewer)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getReviewState(ask(viewer), { productId: product.id })).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  [{ rating: '' }, 'rating', 'Please choose one to five stars'],
  [{ rating: '6' }, 'rating', 'Please choose one to five stars'],
  [{ rating: 4.5 }, 'rating', 'Please choose one to five stars'],
  [{ rating: undefined }, 'rating', 'Please choose one to five stars'],
  [{ comment: 'Too short' }, 'comment', 'Please write at least 10 characters about the product'],
  [{ comment: ` a${' \n'.repeat(50)}b ` }, 'comment', 'Please write at least 10 characters about the product'],
  [{ comment: '\u3164\u200b\u2800'.repeat(20) }, 'comment', 'Please write at least 10 characters about the product'],
  [{ comment: 'x'.repeat(5_001) }, 'comment', 'Please use at most 5,000 characters'],
  [{ comment: 'x'.repeat(100_000) }, 'comment', 'Please use at most 5,000 characters'],
  [{ title: 'x'.repeat(121) }, 'title', 'Please use at most 120 characters'],
  [{ picture2: { 0: 1 } }, 'picture2', 'Please choose a picture'],
  [{ picture2: new Uint8Array(REVIEW_LIMITS.pictureBytes + 1) }, 'picture2', REVIEW_PICTURE.tooLarge],
])('%j is refused with an explanation, at its field', (given, field, message) => {
  expect(problemsOf(given)).toEqual([[field, message]])
})

test('keeps HTML as text, and removes characters that hide or reverse text', () => {
  const clean = (comment: string) => writeReviewInput.parse(cleanTexts({ productId: '', rating: 5, comment })).comment
  const html = '<img src=x onerror=alert(1)> & <b>bold</b>'
  expect(clean(html)).toBe(html)
  expect(clean('Nice \u202etaoc\u202c, \u2066really\u2069\u200b\ufeff!\u0000\u0007')).toBe('Nice taoc, really!')
  expect(clean(`One${'\n'.repeat(40)}two\r\nthree`)).toBe('One\n\ntwo\nthree')
  expect(clean(`Z${'\u0301'.repeat(500)}algo, as they call it`).length).toBeLessThan(40)
  // Persian text and family emoji need joiners.
  const honest = 'می\u200cخواهم این کت را، 👨\u200d👩\u200d👧 هم'
  expect(clean(honest)).toBe(honest)
  expect(clean(clean(html))).toBe(html)
})

test('re-encodes images, keeps them with the review, and deletes them with it', async () => {
  const { db, dataDir } = here
  const { viewer } = await createReviewer(db, product)
  const [red, blue] = [await photo('#aa0000'), await photo('#0000aa')]
  await write(viewer, { picture1: new Uint8Array(red), picture3: new Uint8Array(blue) })
  const first = await reviewOf(viewer)
  expect(first.pictures.map(({ place }) => place)).toEqual([1, 3])
  const files = await db.mediaFile.findMany({ where: { id: { in: first.pictures.map(({ fileId }) => fileId) } } })
  for (const { sha256 } of files) {
    const folder = path.join(dataDir, 'media')
    const names = (await fs.readdir(folder, { recursive: true })).filter((name) => name.includes(sha256.slice(0, 24)))
    const original = await fs.readFile(path.join(folder, names[0]!))
    expect(original.includes('Ada of the exif')).toBe(false)
  }
  expect(await fs.readdir(path.join(dataDir, 'uploads'))).toEqual([])

  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  await collectUnused(db, dataDir, inTwoDays)
  expect(await db.mediaFile.count({ where: { id: { in: files.map(({ id }) => id) } } })).toBe(2)
  // Removing and replacing images counts as a change, even with the same text.
  await write(viewer, { remove1: 'on', picture3: new Uint8Array(red) })
  const second = await reviewOf(viewer)
  expect(second).toMatchObject({ revision: 2, pictures: [{ place: 3, fileId: first.pictures[0]!.fileId }] })
  await removeReview(ask(viewer), { reviewId: second.id })
  await collectUnused(db, dataDir, inTwoDays)
  expect(await db.mediaFile.count({ where: { id: { in: files.map(({ id }) => id) } } })).toBe(0)
})

test('refuses a file that is not an image at its field, and saves nothing', async () => {
  const { viewer } = await createReviewer(here.db, product)
  for (const [bytes, n] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 1],
    ['%PDF-1.7', 2],
    [(await photo('#00aa00')).subarray(0, 200), 3],
  ] as const)
    await expect(write(viewer, { [`picture${n}`]: new Uint8Array(Buffer.from(bytes)) })).rejects.toMatchObject({
      code: 'bad_input',
      field: `picture${n}`,
      message: REVIEW_PICTURE.wrongType,
    })
  expect(await here.db.productReview.count({ where: { productId: product.id } })).toBe(0)
})

test("does not find another user's review", async () => {
  const { viewer } = await createReviewer(here.db, product)
  await write(viewer)
  const { id: reviewId } = await reviewOf(viewer)
  const stranger = await createViewer(here.db)
  for (const id of [reviewId, 'junk', newId()])
    await expect(removeReview(ask(stranger), { reviewId: id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await listOwnReviews(ask(stranger), { page: 1 })).toMatchObject({ total: 0, reviews: [] })
  expect((await getReviewState(ask(stranger), { productId: product.id })).review).toBeNull()
  await removeReview(ask(viewer), { reviewId })
  expect(await here.db.productReview.count({ where: { id: reviewId } })).toBe(0)
})

test("verifies a purchase by a counted sale of the product from the shopper's own click", async () => {
  const { db } = here
  const bought = async (saleOf: (clickId: string) => Promise<unknown>) => {
    const { viewer, click } = await createReviewer(db, product)
    await saleOf(click.id)
    await write(viewer)
    return reviewOf(viewer)
  }
  const other = await createProduct(db, { partnerId: product.partnerId })
  expect((await bought((id) => createSaleOf(db, product, id))).verifiedPurchase).toBe(true)
  for (const status of ['tracked', 'cancelled'] as const)
    expect((await bought((id) => createSaleOf(db, product, id, { status }))).verifiedPurchase).toBe(false)
  expect((await bought((id) => createSaleOf(db, other, id))).verifiedPurchase).toBe(false)
  expect((await bought((id) => createSaleOf(db, product, id, { isTest: true }))).verifiedPurchase).toBe(false)
})

describe('purchase verification against fabricated orders', () => {
  const taxed = (includedTaxMinor: number, priceMinor = 5_000) => ({
    includedTaxMinor,
    netMinor: priceMinor - includedTaxMinor,
  })
  const isVerified = async (
    given: Parameters<typeof createSaleOf>[3],
    of: { productMinor?: number; clickMinor?: number } = {},
  ) => {
    const { db } = here
    const { productMinor = 5_000, clickMinor = 5_000 } = of
    const { viewer, click } = await createReviewer(db, product)
    await db.outboundClick.update({ where: { id: click.id }, data: { priceMinor: clickMinor } })
    await db.product.update({ where: { id: product.id }, data: { priceMinor: productMinor } })
    const sale = await createSaleOf(db, product, click.id, given)
    await write(viewer)
    return { sale, viewer, isVerified: (await reviewOf(viewer)).verifiedPurchase }
  }
  test.each([
    ['one cent', { priceMinor: 1 }, {}, false],
    ['less than half of the price that was shown', { priceMinor: 2_499 }, {}, false],
    ['half of the price that was shown', { priceMinor: 2_500 }, {}, true],
    ['the same price in another currency', { priceMinor: 3_817, currency: 'GBP' }, {}, true],
    ['the same number of cents in a weaker currency', { priceMinor: 3_000, currency: 'CAD' }, {}, false],
    ['a price removed by a discount', { line: { discountMinor: 4_999 } }, {}, false],
    ['a fully refunded price', { line: { refundedMinor: 4_999 } }, {}, false],
    ['a fully refunded order', { netMinor: 0 }, {}, false],
    ['a line that is nearly all tax', { netMinor: 1, taxMinor: 4_999, line: taxed(4_999) }, {}, false],
    [
      'the same line beside an ordinary one',
      { commissionableMinor: 5_001, netMinor: 5_001, taxMinor: 4_999, line: taxed(4_999) },
      {},
      false,
    ],
    [
      'a price that includes 28% tax',
      { netMinor: 1_954, taxMinor: 546, priceMinor: 2_500, line: taxed(546, 2_500) },
      {},
      true,
    ],
    ['three at the price of one', { priceMinor: 1_667, line: { quantity: 3 } }, {}, false],
    ['a price of one cent only at the time of the click', { priceMinor: 1 }, { clickMinor: 1 }, false],
    ['a sale price that has ended', { priceMinor: 2_500 }, { clickMinor: 2_500 }, true],
    ['an order that a file matched', { matchLevel: 'M' as const }, {}, false],
    ['an order that the partner confirmed', { matchLevel: 'U' as const }, {}, false],
    ['an order on hold', { status: 'hold' as const }, {}, false],
  ])('%s (%j, %j) is verified: %s', async (_, given, of, expected) => {
    expect((await isVerified(given, of)).isVerified).toBe(expected)
  })
  test("excludes a sale flagged as the store's own, until the flag is resolved", async () => {
    const { sale, viewer, isVerified: before } = await isVerified({})
    expect(before).toBe(true)
    const { db } = here
    const flagged = { partnerId: product.partnerId, conversionId: sale.id, kind: 'own_staff' }
    const { id } = await db.conversionFlag.create({ data: flagged })
    await verifyReviews(db)
    expect((await reviewOf(viewer)).verifiedPurchase).toBe(false)
    await db.conversionFlag.update({ where: { id }, data: { resolvedAt: new Date() } })
    await verifyReviews(db)
    expect((await reviewOf(viewer)).verifiedPurchase).toBe(true)
  })
})

test('verifies a review after a later sale, reverses that on cancellation, and changes nothing else', async () => {
  const { db } = here
  const { viewer, click } = await createReviewer(db, product)
  // The store received the ID of the first of two clicks.
  const again = await createReviewer(db, product)
  await db.outboundClick.update({
    where: { id: again.click.id },
    data: { isValid: false, invalidReason: 'duplicate', duplicateOf: click.id },
  })
  await write(viewer)
  await write(again.viewer)
  expect(await verifyReviews(db)).toBe(0)
  const sale = await createSaleOf(db, product, click.id)
  expect(await verifyReviews(db)).toBe(2)
  expect(await reviewOf(viewer)).toMatchObject({ verifiedPurchase: true, status: 'pending', revision: 1 })
  expect(await verifyReviews(db)).toBe(0)
  await db.conversion.update({ where: { id: sale.id }, data: { status: 'cancelled' } })
  expect(await verifyReviews(db)).toBe(2)
  expect((await reviewOf(viewer)).verifiedPurchase).toBe(false)
})

test('allows twenty reviews an hour', async () => {
  configureAuth({ limits: USUAL_LIMITS })
  try {
    const { viewer } = await createReviewer(here.db, product)
    for (let n = 0; n < 20; n++) await write(viewer, { rating: (n % 5) + 1 })
    await expect(write(viewer)).rejects.toMatchObject({ code: 'too_many' })
  } finally {
    configureAuth({ limits: 'off' })
  }
})
