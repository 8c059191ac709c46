import { beforeEach, expect, test } from 'vitest'
import { createClick, createPartnerAsk, createProduct, createReview, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findSuspicions } from './suspicion.ts'

const database = useTestDatabase()
let store: Awaited<ReturnType<typeof createPartnerAsk>>
let domain: string
let place: { partnerId: string; productId: string }

beforeEach(async () => {
  await database.db.productReview.deleteMany()
  store = await createPartnerAsk(database.db)
  const { host } = await database.db.partnerDomain.findFirstOrThrow({ where: { partnerId: store.partner.id } })
  domain = host
  const { id } = await createProduct(database.db, { partnerId: store.partner.id, name: 'Wool coat' })
  place = { partnerId: store.partner.id, productId: id }
})

const LONG_AGO = new Date('2020-01-01')
/** Writes a review with an account that is years old. */
const write = async (given: object = {}, account: object = {}) => {
  const writer = await createUser(database.db, { createdAt: LONG_AGO, ...account })
  return createReview(database.db, { ...place, userId: writer.id, ...given })
}
const found = async (...reviews: Array<Awaited<ReturnType<typeof write>>>) => {
  const suspicions = await findSuspicions(database.db, reviews)
  return reviews.map(({ id }) => suspicions.get(id)?.map(({ kind, detail }) => `${kind}: ${detail}`))
}
const TEXT = 'A lovely coat, warm and well cut, and it came within two days.'
const when = { createdAt: new Date('2026-11-03T12:00:00Z') }

test('finds nothing suspicious in an honest review, and accepts an empty list', async () => {
  expect(await found(await write({ comment: TEXT }))).toEqual([[]])
  expect(await findSuspicions(database.db, [])).toEqual(new Map())
})

test('finds the same text in a review by another author at another store', async () => {
  const elsewhere = (await createPartnerAsk(database.db)).partner.id
  const { id: productId } = await createProduct(database.db, { partnerId: elsewhere, name: 'Felt hat' })
  await createReview(database.db, {
    partnerId: elsewhere,
    productId,
    comment: TEXT.toUpperCase().replaceAll(',', ' !'),
    ...when,
    customerName: 'Jo Miller',
    status: 'spam',
  })
  const copy = await write({ comment: TEXT, createdAt: new Date() })
  expect(await found(copy)).toEqual([
    ['same_words: The same words as a review of Felt hat by Jo M., 3 November 2026, spam'],
  ])
  const near = await write({ comment: TEXT.replace('two', 'three') })
  const [[...others] = []] = await found(near)
  expect(others).toHaveLength(2)
  for (const other of others) expect(other).toMatch(/^same_words: Nearly the same words \(\d\d%\) as a review of/)
})

test('finds identical text even after hundreds of newer reviews', async () => {
  const writer = await createUser(database.db)
  const rows = Array.from({ length: 300 }, (_, number) => ({
    ...place,
    rating: 4,
    comment: `Number ${number} is not at all like the others`,
    customerName: 'A B',
    customerEmail: '',
    createdAt: new Date(Date.UTC(2026, 10, 4) + number * 86_400_000),
  }))
  await write({ comment: TEXT, ...when })
  await database.db.productReview.createMany({ data: rows })
  const copy = await createReview(database.db, {
    ...place,
    userId: writer.id,
    comment: `${TEXT}!!`,
    createdAt: new Date('2026-11-03T13:00:00Z'),
  })
  expect((await found(copy))[0]).toContain(
    'same_words: The same words as a review of Wool coat by Ada E., 3 November 2026, pending',
  )
})

test('reports the same text by the same author', async () => {
  const { id: productId } = await createProduct(database.db, { partnerId: place.partnerId, name: 'Felt hat' })
  const first = await write({ comment: TEXT, ...when })
  const second = await createReview(database.db, { ...place, productId, userId: first.userId, comment: TEXT })
  expect((await found(second))[0]).toEqual([
    'same_words: The same words as a review of Wool coat by the same writer, 3 November 2026, pending',
  ])
})

test('finds bursts of reviews, and reviews from new accounts', async () => {
  for (let number = 0; number < 4; number++)
    await write({ createdAt: new Date(when.createdAt.getTime() + number * 60_000) })
  const alone = await write({ createdAt: new Date('2026-11-05T12:00:00Z') })
  const fifth = await write({ createdAt: new Date('2026-11-03T12:20:00Z') })
  expect(await found(alone, fifth)).toEqual([[], ['burst: 5 reviews of this product within an hour']])
  const young = []
  for (let number = 0; number < 3; number++)
    young.push(
      await write(
        { createdAt: new Date(Date.UTC(2026, 10, 9, 6 + number)) },
        { createdAt: new Date('2026-11-09T01:00:00Z') },
      ),
    )
  expect((await found(...young))[0]).toEqual([
    'burst: 3 reviews of this store within a day by accounts less than a day old',
    'new_account: The account was less than a day old when this was written',
  ])
})

test("finds reviews by the store's own team", async () => {
  const { businessName } = await database.db.partner.findUniqueOrThrow({ where: { id: place.partnerId } })
  const colleague = await createUser(database.db, { createdAt: LONG_AGO })
  await database.db.partnerMember.create({ data: { userId: colleague.id, partnerId: place.partnerId, role: 'viewer' } })
  const byOwner = await createReview(database.db, { ...place, userId: store.viewer.userId })
  await database.db.user.update({ where: { id: store.viewer.userId }, data: { createdAt: LONG_AGO } })
  const byColleague = await createReview(database.db, { ...place, userId: colleague.id })
  const fromTheirHouse = await write({}, { email: `jo@mail.${domain}` })
  const nobodys = await createReview(database.db, { ...place, userId: null })
  expect(await found(byOwner, byColleague, fromTheirHouse, nobodys)).toEqual([
    [`own_staff: The author is on the team of ${businessName}`],
    [`own_staff: The author is on the team of ${businessName}`],
    [`own_staff: The author’s email address is at mail.${domain}, which belongs to ${businessName}`],
    [],
  ])
})

test("finds an author who used the same browser as the store's team", async () => {
  const { businessName } = await database.db.partner.findUniqueOrThrow({ where: { id: place.partnerId } })
  const product = { id: place.productId, partnerId: place.partnerId }
  const { userId } = store.viewer
  await createClick(database.db, product, { userId, visitorId: 'theirs', ipHash: 'house' })
  const same = await createClick(database.db, product, { visitorId: 'theirs' })
  const near = await createClick(database.db, product, { ipHash: 'house' })
  const far = await createClick(database.db, product, { ipHash: 'elsewhere' })
  expect(
    await found(await write({ clickId: same.id }), await write({ clickId: near.id }), await write({ clickId: far.id })),
  ).toEqual([
    [`same_browser: The author’s browser was also used by someone from ${businessName}`],
    [
      `same_browser: The author visited the store from the same IP address as someone from ${businessName} on the same day`,
    ],
    [],
  ])
})
