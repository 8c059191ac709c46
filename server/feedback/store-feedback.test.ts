import { beforeEach, describe, expect, test } from 'vitest'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { stopStoreMail } from '#server/partners/settings/preferences.service.ts'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createPartnerAsk, createStoreFeedback, createUser, createViewer } from '#tests/factories.ts'
import { createPushDevice, noticesOf } from '#tests/setup/push-device.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { sendFeedbackInput } from './store-feedback.schema.ts'
import { listOwnFeedback, sendFeedback } from './store-feedback.service.ts'

const database = useTestDatabase()
let store: Awaited<ReturnType<typeof createPartnerAsk>>
let shopper: Awaited<ReturnType<typeof createViewer>>

beforeEach(async () => {
  configureAuth({ limits: USUAL_LIMITS })
  await database.db.mail.deleteMany()
  store = await createPartnerAsk(database.db)
  shopper = await createViewer(database.db, { fullName: 'Ada Bergström' })
})

const COMMENT = 'It came a week too late.'
const parse = (given: object = {}) =>
  sendFeedbackInput.safeParse(
    cleanTexts({
      partnerId: store.partner.id,
      category: 'shipping',
      rating: '2',
      comment: COMMENT,
      ...given,
    }),
  )
const send = (given: object = {}, viewer = shopper) =>
  sendFeedback({ db: database.db, visit: createVisit(), viewer }, parse(given).data!)
const sent = () => database.db.partnerFeedback.findMany({ where: { partnerId: store.partner.id } })

test("stores a message with the profile name, and emails the store without the sender's address", async () => {
  const { businessName } = await send({ title: ' Late ', orderId: '#1001' })
  expect(await sent()).toMatchObject([
    {
      category: 'shipping',
      rating: 2,
      title: 'Late',
      comment: COMMENT,
      orderId: '#1001',
      priority: 'high',
      status: 'pending',
      customerName: 'Ada Bergström',
      customerEmail: shopper.email,
    },
  ])
  const mail = await database.db.mail.findFirstOrThrow()
  expect(mail).toMatchObject({ kind: 'feedback_received', toAddress: store.viewer.email })
  expect(mail.subject).toBe(`${businessName}: a message from a shopper`)
  expect(mail.text).toContain('Ada B. wrote about shipping and gave 2 out of 5 stars.')
  expect(mail.text).toContain(COMMENT)
  expect(`${mail.text} ${mail.html}`).not.toMatch(new RegExp(`Bergström|${shopper.email}`))
})

test('sends push notifications to people who enabled them, without the message', async () => {
  const { userId } = store.viewer
  await createPushDevice(database.db, userId)
  await send()
  expect(await noticesOf(database.db, userId)).toEqual([])
  await database.db.dashboardPreferences.create({ data: { userId, pushReviews: true } })
  const { businessName } = await send({ comment: `${COMMENT} Again.` })
  expect(await noticesOf(database.db, userId)).toEqual([
    { title: `New message for ${businessName}`, body: '', path: '/brand/dashboard/feedback', tag: 'store-reviews' },
  ])
})

test.each([
  [1, 'urgent'],
  [2, 'high'],
  [3, 'medium'],
  [4, 'low'],
  [5, 'low'],
])('gives feedback with %i stars %s priority', async (rating, priority) => {
  await send({ rating })
  expect(await sent()).toMatchObject([{ rating, priority }])
})

test('rejects values that the form does not offer, and removes formatting characters', () => {
  for (const given of [{ rating: 0 }, { rating: 6 }, { rating: '' }, { rating: 2.5 }, { category: 'other' }])
    expect(parse(given).success).toBe(false)
  for (const comment of ['', 'Too short', '         .          ', 'x'.repeat(5_001)])
    expect(parse({ comment }).error?.issues[0]?.path).toEqual(['comment'])
  expect(parse({ comment: 'x'.repeat(5_000) }).success).toBe(true)
  expect(
    parse({ comment: '\u202eIt came\u0000 late\u2066, and wet.\r\nTwice.', title: '\u202aOh\nno', rating: '5' }).data,
  ).toEqual({
    partnerId: store.partner.id,
    category: 'shipping',
    rating: 5,
    orderId: '',
    comment: 'It came  late, and wet.\nTwice.',
    title: 'Oh no',
  })
})

describe('refuses feedback', () => {
  test('to a store that is pending, suspended or paused', async () => {
    const visit = createVisit()
    for (const given of [
      { verificationStatus: 'suspended' as const },
      { verificationStatus: 'pending' as const },
      { isPaused: true },
    ]) {
      const { id } = await createPartner(database.db, given)
      await expect(send({ partnerId: id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(listOwnFeedback({ db: database.db, viewer: shopper }, { partnerId: id })).rejects.toMatchObject({
        code: 'not_found',
      })
    }
    for (const partnerId of [newId(), 'junk', shopper.userId])
      await expect(
        sendFeedback({ db: database.db, visit, viewer: shopper }, { ...parse().data!, partnerId }),
      ).rejects.toMatchObject({ code: 'not_found' })
  })

  test("from the store's owner, a colleague or anyone with one of the store's email addresses", async () => {
    const colleague = await createViewer(database.db)
    await database.db.partnerMember.create({
      data: { userId: colleague.userId, partnerId: store.partner.id, role: 'viewer' },
    })
    const named = await createViewer(database.db, { email: 'orders@velvet.example' })
    const contact = await createViewer(database.db, { email: 'hello@velvet.example' })
    await database.db.partner.update({
      where: { id: store.partner.id },
      data: { email: 'Orders@Velvet.example', contactEmail: 'hello@velvet.example' },
    })
    for (const viewer of [store.viewer, colleague, named, contact]) {
      await expect(send({}, viewer)).rejects.toMatchObject({ code: 'forbidden' })
      expect(await listOwnFeedback({ db: database.db, viewer }, { partnerId: store.partner.id })).toMatchObject({
        obstacle: 'own store',
      })
    }
    expect(await sent()).toEqual([])
  })

  test('from an unverified address', async () => {
    const viewer = await createViewer(database.db, { emailVerifiedAt: null })
    await expect(send({}, viewer)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('with the same text as another one that day, even at the same time', async () => {
    const settled = await Promise.allSettled([send(), send(), send()])
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(send()).rejects.toMatchObject({ code: 'conflict' })
    expect(await sent()).toHaveLength(1)
  })

  test('more than five times a day', async () => {
    for (let number = 0; number < 5; number++) await send({ comment: `${COMMENT} ${number}` })
    await expect(send({ comment: `${COMMENT} 6` })).rejects.toMatchObject({ code: 'too_many' })
    expect(await sent()).toHaveLength(5)
  })
})

test("emails the store's team according to their settings", async () => {
  await database.db.dashboardPreferences.create({ data: { userId: store.viewer.userId, emailReviews: false } })
  const colleague = await createUser(database.db, { role: 'partner' })
  await database.db.partnerMember.create({
    data: { userId: colleague.id, partnerId: store.partner.id, role: 'editor' },
  })
  await send({ rating: 1 })
  const told = await database.db.mail.findMany()
  expect(told).toMatchObject([{ toAddress: colleague.email }])
  expect(told[0]?.subject).toContain('an urgent message')
  // The link in the footer is enough to unsubscribe.
  await stopStoreMail(database.db, new URL(told[0]!.unsubscribeUrl!).searchParams.get('token')!)
  await send({ rating: 1, comment: `${COMMENT} Again.` })
  expect(await database.db.mail.count()).toBe(1)
})

test("lists only a user's own messages, with responses", async () => {
  const { partner } = store
  await createStoreFeedback(database.db, { partnerId: partner.id })
  await createStoreFeedback(database.db, { partnerId: (await createPartner(database.db)).id, userId: shopper.userId })
  await send()
  await database.db.partnerFeedback.updateMany({
    where: { userId: shopper.userId, partnerId: partner.id },
    data: { response: 'We are sorry.', responseDate: new Date(), status: 'resolved' },
  })
  expect(await listOwnFeedback({ db: database.db, viewer: shopper }, { partnerId: partner.id })).toMatchObject({
    obstacle: null,
    name: 'Ada B.',
    sent: [{ comment: COMMENT, response: 'We are sorry.', status: 'resolved' }],
  })
})
