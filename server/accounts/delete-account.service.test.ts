import { beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { startSession } from '#server/auth/start-session.ts'
import { NotConnected } from '#server/platform/database-away.ts'
import type { Visit } from '#server/platform/visit.ts'
import {
  createClick,
  createPartner,
  createPicture,
  createProduct,
  createStoreFeedback,
  createView,
  createViewer,
  createWishes,
} from '#tests/factories.ts'
import { withFailingTransactions } from '#tests/setup/failing-transactions.ts'
import { createApprovedReview } from '#tests/setup/reviews.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { purgeDeleted, requestDeletion } from './delete-account.service.ts'
import { exportAccount } from './export-account.ts'

const here = useTestDatabase()
const DAY = 86_400_000

/** Creates a request from 192.0.2.1, with the cookies it receives. */
function visitor(): Visit & { cookies: string[] } {
  const cookies: string[] = []
  return {
    address: '192.0.2.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/143.0',
    country: 'GB',
    edgeCountry: null,
    siteUrl: 'https://wtf.example',
    siteIsHttps: true,
    cookie: () => undefined,
    setCookie: (header) => cookies.push(header),
    cookies,
  }
}

const withPassword = async () => ({ password: { create: { hash: await hashPassword('Correct-Horse-7') } } })

describe('closing an account', () => {
  test('requires the password, ends all sessions, invalidates emailed links, and emails the deletion date', async () => {
    const viewer = await createViewer(here.db, { fullName: 'Ada', ...(await withPassword()) })
    await here.db.session.create({
      data: { id: 'elsewhere', userId: viewer.userId, expiresAt: new Date(Date.now() + DAY) },
    })
    await here.db.oneTimeToken.create({
      data: {
        purpose: 'magic_link',
        userId: viewer.userId,
        email: viewer.email,
        tokenHash: 'open',
        expiresAt: new Date(Date.now() + DAY),
      },
    })
    const visit = visitor()
    const { deletedOn } = await requestDeletion({ db: here.db, visit, viewer }, { password: 'Correct-Horse-7' })
    expect(Math.abs(deletedOn.getTime() - Date.now() - 14 * DAY)).toBeLessThan(60_000)
    expect(await here.db.session.count({ where: { userId: viewer.userId } })).toBe(0)
    expect(visit.cookies).toEqual([expect.stringMatching(/^__Host-wtf_session=;.*Max-Age=0/)])
    expect(await here.db.oneTimeToken.count({ where: { userId: viewer.userId, usedAt: null } })).toBe(0)
    const mail = await here.db.mail.findFirstOrThrow({ where: { toAddress: viewer.email } })
    expect([
      mail.kind,
      mail.text.includes(new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(deletedOn)),
    ]).toEqual(['account_closing', true])
    expect(await here.db.auditEntry.findMany({ where: { actorId: viewer.userId }, select: { action: true } })).toEqual([
      { action: 'deletion_requested' },
    ])
  })

  test.each([
    [{}, 'password', 'Password is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'correct-horse-7' }, 'password', 'This password is incorrect'],
    [{ email: 'mine' }, 'password', 'Password is required'],
  ])('is refused with %j', async (input, field, message) => {
    const viewer = await createViewer(here.db, await withPassword())
    await expect(
      requestDeletion({ db: here.db, visit: visitor(), viewer }, 'email' in input ? { email: viewer.email } : input),
    ).rejects.toMatchObject({ code: 'bad_input', field, message })
    expect(await here.db.user.findUnique({ where: { id: viewer.userId } })).toMatchObject({ deletionRequestedAt: null })
    expect(await here.db.session.count({ where: { userId: viewer.userId } })).toBe(1)
  })

  test('requires the email address if there is no password', async () => {
    const viewer = await createViewer(here.db)
    for (const email of [undefined, '', 'other@example.test'])
      await expect(requestDeletion({ db: here.db, visit: visitor(), viewer }, { email })).rejects.toMatchObject({
        code: 'bad_input',
        field: 'email',
      })
    await requestDeletion({ db: here.db, visit: visitor(), viewer }, { email: ` ${viewer.email.toUpperCase()} ` })
    expect((await here.db.user.findUniqueOrThrow({ where: { id: viewer.userId } })).deletionRequestedAt).not.toBeNull()
  })

  test('limits wrong passwords', async () => {
    configureAuth({ limits: { ...USUAL_LIMITS, password: { account: 3, address: 99, network: 99, minutes: 15 } } })
    const viewer = await createViewer(here.db, await withPassword())
    for (let tries = 0; tries < 3; tries++)
      await expect(
        requestDeletion({ db: here.db, visit: visitor(), viewer }, { password: `Wrong-${tries}` }),
      ).rejects.toMatchObject({
        code: 'bad_input',
      })
    await expect(
      requestDeletion({ db: here.db, visit: visitor(), viewer }, { password: 'Correct-Horse-7' }),
    ).rejects.toMatchObject({
      code: 'too_many',
    })
    configureAuth({ limits: USUAL_LIMITS })
  })

  test('is refused while the user owns a business, with the next steps', async () => {
    const viewer = await createViewer(here.db, { role: 'partner', ...(await withPassword()) })
    const partner = await createPartner(here.db, { ownerId: viewer.userId, businessName: 'Own Thread' })
    await expect(
      requestDeletion({ db: here.db, visit: visitor(), viewer }, { password: 'Correct-Horse-7' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^This account manages Own Thread\. Contact us/),
    })
    expect(await here.db.mail.count({ where: { toAddress: viewer.email } })).toBe(0)
    await here.db.partner.update({ where: { id: partner.id }, data: { ownerId: null } })
    await requestDeletion({ db: here.db, visit: visitor(), viewer }, { password: 'Correct-Horse-7' })
  })

  test('happens once for simultaneous requests', async () => {
    const viewer = await createViewer(here.db, await withPassword())
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        requestDeletion({ db: here.db, visit: visitor(), viewer }, { password: 'Correct-Horse-7' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await here.db.mail.count({ where: { toAddress: viewer.email } })).toBe(1)
  })
})

describe('a closed account', () => {
  beforeEach(async () => {
    await here.db.user.deleteMany({ where: { deletionRequestedAt: { not: null } } })
  })

  test('is kept for 13 days and deleted after 14', async () => {
    const viewer = await createViewer(here.db)
    await requestDeletion({ db: here.db, visit: visitor(), viewer }, { email: viewer.email })
    const exists = async () => (await here.db.user.count({ where: { id: viewer.userId } })) === 1
    expect(await purgeDeleted(here.db, new Date(Date.now() + 13 * DAY))).toBe(0)
    expect(await exists()).toBe(true)
    expect(await purgeDeleted(here.db, new Date(Date.now() + 14 * DAY - 60_000))).toBe(0)
    const lost = withFailingTransactions(here.db, new NotConnected('x'))
    await expect(purgeDeleted(lost, new Date(Date.now() + 14 * DAY))).rejects.toThrow(NotConnected)
    expect(await purgeDeleted(here.db, new Date(Date.now() + 14 * DAY))).toBe(1)
    expect(await exists()).toBe(false)
    expect(await purgeDeleted(here.db, new Date(Date.now() + 15 * DAY))).toBe(0)
  })

  test('is restored by a sign-in', async () => {
    const viewer = await createViewer(here.db)
    await requestDeletion({ db: here.db, visit: visitor(), viewer }, { email: viewer.email })
    await startSession({ db: here.db, visit: visitor() }, viewer.userId, { remember: false })
    expect(await purgeDeleted(here.db, new Date(Date.now() + 30 * DAY))).toBe(0)
    expect(await here.db.user.count({ where: { id: viewer.userId } })).toBe(1)
    expect(await here.db.auditEntry.count({ where: { actorId: viewer.userId, action: 'deletion_cancelled' } })).toBe(1)
  })

  test('is kept while the account owns a business', async () => {
    const viewer = await createViewer(here.db)
    await requestDeletion({ db: here.db, visit: visitor(), viewer }, { email: viewer.email })
    const partner = await createPartner(here.db, { ownerId: viewer.userId })
    expect(await purgeDeleted(here.db, new Date(Date.now() + 30 * DAY))).toBe(0)
    await here.db.partner.update({ where: { id: partner.id }, data: { ownerId: null } })
    expect(await purgeDeleted(here.db, new Date(Date.now() + 30 * DAY))).toBe(1)
  })

  test('is deleted with all data that identifies its owner, but its clicks remain and no other account changes', async () => {
    const leaving = await richViewer('leaving')
    const staying = await richViewer('staying')
    const before = await exportAccount({ db: here.db, visit: visitor(), viewer: staying })
    const clicks = await here.db.outboundClick.findMany({ where: { userId: leaving.userId }, orderBy: { id: 'asc' } })
    await requestDeletion({ db: here.db, visit: visitor(), viewer: leaving }, { password: 'Correct-Horse-7' })
    expect(await purgeDeleted(here.db, new Date(Date.now() + 14 * DAY))).toBe(1)
    expect(
      await here.db.outboundClick.findMany({
        where: { id: { in: clicks.map(({ id }) => id) } },
        orderBy: { id: 'asc' },
      }),
    ).toEqual(clicks.map((click) => ({ ...click, userId: null })))
    expect(await mentionsOf(leaving.email)).toEqual([])
    expect(await mentionsOf('leaving-secret')).toEqual([])
    // Audit entries never change. The account with this ID no longer exists.
    expect(await mentionsOf(leaving.userId)).toEqual(['audit_log'])
    expect({
      ...(await exportAccount({ db: here.db, visit: visitor(), viewer: staying })),
      exportedAt: null,
      auditLog: null,
    }).toEqual({
      ...before,
      exportedAt: null,
      auditLog: null,
    })
  })
})

test('deleting an account keeps its reviews and feedback anonymously, and deletes images, votes and rejections', async () => {
  const viewer = await createViewer(here.db)
  const { userId } = viewer
  const product = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
  const { fileId } = await createPicture(here.db, product.id)
  const own = { userId, customerName: 'Ada Byron', customerEmail: viewer.email }
  const review = await createApprovedReview(here.db, product, own)
  await here.db.reviewPicture.create({ data: { reviewId: review.id, place: 1, fileId: fileId! } })
  const voted = await createApprovedReview(here.db, product, { helpfulVotes: 2 })
  for (const voter of [viewer, await createViewer(here.db)])
    await here.db.reviewVote.create({ data: { reviewId: voted.id, userId: voter.userId } })
  const refused = { userId, productId: voted.productId, status: 'rejected' as const, judgedAt: new Date() }
  await here.db.reviewRefusal.create({ data: refused })
  const feedback = await here.db.partnerFeedback.create({
    data: { ...own, partnerId: product.partnerId, rating: 2, comment: 'Late.', orderId: '#1001' },
  })
  await requestDeletion({ db: here.db, visit: visitor(), viewer }, { email: viewer.email })
  expect(await purgeDeleted(here.db, new Date(Date.now() + 14 * DAY))).toBe(1)
  const nobody = { userId: null, customerName: 'Former customer', customerEmail: '' }
  expect(
    await here.db.productReview.findUniqueOrThrow({ where: { id: review.id }, include: { pictures: true } }),
  ).toMatchObject({ ...nobody, comment: review.comment, status: 'approved', pictures: [] })
  expect(await here.db.partnerFeedback.findUniqueOrThrow({ where: { id: feedback.id } })).toMatchObject({
    ...nobody,
    comment: 'Late.',
    orderId: null,
  })
  expect(
    await here.db.productReview.findUniqueOrThrow({ where: { id: voted.id }, include: { votes: true } }),
  ).toMatchObject({ helpfulVotes: 1, votes: [{ reviewId: voted.id }] })
  expect(await here.db.reviewRefusal.count({ where: { userId } })).toBe(0)
})

test('deleting an account keeps an invitation to an address that it never verified', async () => {
  const viewer = await createViewer(here.db, { email: 'unproven@brand.test', emailVerifiedAt: null })
  const { id } = await here.db.invitation.create({
    data: {
      email: viewer.email,
      businessName: 'Brand',
      contactPerson: 'Ann',
      tokenHash: Buffer.from('unproven'),
      expiresAt: new Date(Date.now() + DAY),
    },
  })
  await requestDeletion({ db: here.db, visit: visitor(), viewer }, { email: viewer.email })
  expect(await purgeDeleted(here.db, new Date(Date.now() + 14 * DAY))).toBe(1)
  expect(await here.db.invitation.count({ where: { id } })).toBe(1)
})

/** Creates a user with rows in every table about people. */
async function richViewer(name: string) {
  const viewer = await createViewer(here.db, {
    email: `${name}@example.test`,
    fullName: `${name}-secret`,
    ...(await withPassword()),
  })
  const { userId, email } = viewer
  const product = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
  await createClick(here.db, product, { userId })
  await createView(here.db, product, { userId })
  await createWishes(here.db, userId, [product.id])
  await here.db.oAuthAccount.create({ data: { provider: 'google', subject: `${name}-secret`, userId, email } })
  await here.db.oneTimeToken.create({
    data: { purpose: 'verify_email', userId, email, tokenHash: `${name}-secret`, expiresAt: new Date() },
  })
  await here.db.waitlistEntry.create({ data: { email } })
  await here.db.productReview.create({
    data: {
      partnerId: product.partnerId,
      productId: product.id,
      userId,
      rating: 4,
      customerName: `${name}-secret`,
      customerEmail: email,
      comment: 'Well cut.',
    },
  })
  await createStoreFeedback(here.db, {
    partnerId: product.partnerId,
    userId,
    customerName: `${name}-secret`,
    customerEmail: email,
  })
  const mail = { subject: 'Hello', html: '', createdAt: new Date(Date.now() + 1_000) }
  await here.db.mail.createMany({
    data: [
      { ...mail, kind: 'welcome', toAddress: email, text: `Hello ${name}-secret` },
      {
        ...mail,
        kind: 'email_changed',
        toAddress: `old-${name}@elsewhere.test`,
        text: `Your account now uses ${email}.`,
      },
    ],
  })
  const ticket = {
    channel: 'support' as const,
    name: `${name}-secret`,
    subject: 'Late',
    description: `I am ${name}-secret`,
  }
  const earlier = await here.db.supportTicket.create({
    data: {
      ...ticket,
      userId,
      email: `old-${name}-secret@elsewhere.test`,
      replies: { create: { text: `Hello ${name}-secret` } },
    },
  })
  await here.db.supportTicket.create({ data: { ...ticket, email } })
  await here.db.mail.create({
    data: {
      ...mail,
      kind: 'support_answered',
      toAddress: earlier.email,
      text: `Hello ${name}-secret, about ${earlier.reference}`,
    },
  })
  // The invitation email is older than the account, and the business has changed its owner since.
  const business = await createPartner(here.db)
  const { id: planId } = await here.db.commissionPlan.findFirstOrThrow({ where: { isActive: true } })
  await here.db.partnerAgreement.create({
    data: { partnerId: business.id, planId, termsVersion: '2026-11-21', acceptedById: userId },
  })
  const invitation = { email, businessName: business.businessName, contactPerson: `${name}-secret` }
  const invited = await here.db.mail.create({
    data: {
      ...mail,
      kind: 'partner_invitation',
      toAddress: email,
      text: `Hello ${name}-secret`,
      createdAt: new Date(Date.now() - DAY),
    },
  })
  await here.db.invitation.create({
    data: {
      ...invitation,
      status: 'accepted',
      partnerId: business.id,
      mailId: invited.id,
      tokenHash: Buffer.from(`${name} accepted`),
      expiresAt: new Date(),
      invitedById: userId,
    },
  })
  await here.db.invitation.create({
    data: { ...invitation, tokenHash: Buffer.from(`${name} open`), expiresAt: new Date(Date.now() + DAY) },
  })
  // Another user's ticket, answered when this user was an admin.
  await here.db.supportTicket.create({
    data: {
      ...ticket,
      name: '',
      description: '',
      email: 'else@example.test',
      replies: { create: { text: 'Answered', authorId: userId } },
    },
  })
  return viewer
}

/** Returns the tables that contain the text in any column. */
async function mentionsOf(text: string): Promise<string[]> {
  const tables = await here.db.$queryRaw<
    Array<{ name: string }>
  >`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await here.db.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM "${name}" t WHERE position($1 IN t::text) > 0 LIMIT 1`,
      text,
    )
    if (row) found.push(name)
  }
  return found
}
