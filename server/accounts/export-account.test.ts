import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeAudit } from '#server/platform/audit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { newId } from '#server/platform/ids.ts'
import {
  clickFields,
  createClick,
  createPartner,
  createProduct,
  createUser,
  createView,
  createViewer,
  createWishes,
} from '#tests/factories.ts'
import { readyToJoin } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportAccount, MAX_OF_A_KIND } from './export-account.ts'

const here = useTestDatabase()
const visit: Visit = {
  address: '192.0.2.1',
  userAgent: '',
  country: 'GB',
  edgeCountry: null,
  siteUrl: 'https://wtf.example',
  siteIsHttps: true,
  cookie: () => undefined,
  setCookie: () => undefined,
}

interface Traces {
  wishes: number
  clicks: number
  views: number
  mails: number
  sessions: number
  audits: number
  reviews: number
  feedback: number
  tickets: number
  favourites: number
}
const few = fc.nat(3)
const traces: fc.Arbitrary<Traces> = fc.record({
  wishes: few,
  clicks: few,
  views: few,
  mails: few,
  sessions: few,
  audits: few,
  reviews: few,
  feedback: few,
  tickets: few,
  favourites: few,
})

const SECRET_KEYS = { p256dh: 'secret', auth: 'secret' }

test('an export contains all data of the user, and none of other users', async () => {
  const { id: partnerId } = await createPartner(here.db)
  const products = await Promise.all(Array.from({ length: 3 }, () => createProduct(here.db, { partnerId })))
  const stores = await Promise.all(Array.from({ length: 3 }, () => createPartner(here.db)))
  let round = 0
  await fc.assert(
    fc.asyncProperty(traces, traces, fc.boolean(), async (mine, others, meddles) => {
      round += 1
      const me = await leaveTraces(`mine${round}`, mine, products, stores)
      const other = await leaveTraces(`others${round}`, others, products, stores)
      // If one user acts on the other, both exports contain the action without the other's name.
      if (meddles)
        await writeAudit(here.db, visit, {
          actorId: other.userId,
          action: 'role_changed',
          subjectId: me.userId,
          data: { by: other.email },
        })
      const text = JSON.stringify(await exportAccount({ db: here.db, visit, viewer: me }))
      const exported = JSON.parse(text) as Record<string, unknown[]> & { account: unknown; profile: unknown }
      expect(exported).toMatchObject({
        account: {
          id: me.userId,
          email: me.email,
          notifications: { priceDrops: false, backInStock: false, reviewRequests: false, news: true },
          passwordChangedAt: expect.any(String),
        },
        profile: { fullName: `mine${round} name`, city: `mine${round} city` },
      })
      const counts = Object.fromEntries(
        [
          'wishlist',
          'wishlistEvents',
          'savedSearches',
          'toldDevices',
          'favouriteStores',
          'outboundClicks',
          'productViews',
          'mails',
          'sessions',
          'reviews',
          'reviewRefusals',
          'reviewVotes',
          'storeFeedback',
          'productReports',
          'matchReports',
          'appeals',
          'uploads',
          'signInProviders',
          'waitlist',
          'auditLog',
          'supportTickets',
        ].map((part) => [part, exported[part]?.length]),
      )
      expect(counts).toEqual({
        wishlist: mine.wishes,
        wishlistEvents: mine.wishes + 1,
        savedSearches: 1,
        toldDevices: 1,
        favouriteStores: mine.favourites,
        outboundClicks: mine.clicks,
        productViews: mine.views,
        mails: mine.mails,
        sessions: mine.sessions + 1,
        reviews: mine.reviews,
        reviewRefusals: mine.reviews,
        reviewVotes: mine.reviews,
        storeFeedback: mine.reviews,
        productReports: mine.reviews,
        matchReports: mine.reviews,
        appeals: mine.reviews,
        uploads: mine.reviews,
        signInProviders: 1,
        waitlist: 1,
        auditLog: mine.audits + (meddles ? 1 : 0) + 1,
        supportTickets: mine.tickets + 1,
      })
      expect(text).not.toMatch(new RegExp(`others${round}|${other.userId}`))
      expect(text).not.toContain('secret')
      expect(text).not.toContain(me.sessionId)
      expect(text).not.toMatch(/argon2|[0-9a-f]{40}/)
    }),
    { numRuns: 15 },
  )
})

test('an export limits the rows of a large account, in a file below 2 MB', async () => {
  const viewer = await createViewer(here.db)
  const first = new Date('2026-01-01')
  const times = Array.from({ length: MAX_OF_A_KIND + 2 }, (_, n) => new Date(first.getTime() + n))
  const { id: partnerId } = await createPartner(here.db)
  const name = 'Silk-blend wide-leg trousers with a pleated front, in ivory'
  const { id: productId } = await createProduct(here.db, { partnerId, name })
  const { userId, email } = viewer
  await here.db.auditEntry.createMany({
    data: times.map((at) => ({ at, action: 'sign_in', actorId: userId, subjectId: userId })),
  })
  await here.db.productView.createMany({
    data: times.map((viewedAt, n) => ({ productId, partnerId, visitorId: `visitor ${n}`, userId, viewedAt })),
  })
  await here.db.outboundClick.createMany({
    data: times.map((clickedAt) =>
      clickFields(
        { id: productId, partnerId },
        {
          clickedAt,
          userId,
          destinationUrl: `https://shop.example/products/silk-blend-wide-leg-trousers?${'utm_source=wtf&'.repeat(8)}`,
        },
      ),
    ),
  })
  await here.db.mail.createMany({
    data: times.map((at) => ({
      kind: 'magic_link',
      toAddress: email,
      subject: 'Your link to sign in to WTF',
      text: '',
      html: '',
      createdAt: new Date(Date.now() + 60_000),
      sentAt: at,
    })),
  })
  const exported = await exportAccount({ db: here.db, visit, viewer })
  const { auditLog, productViews, outboundClicks, mails } = exported
  expect([auditLog, productViews, outboundClicks, mails].map(({ length }) => length)).toEqual(
    Array(4).fill(MAX_OF_A_KIND),
  )
  expect([auditLog[0]?.at.getTime(), auditLog.at(-1)?.action]).toEqual([first.getTime() + 3, 'account_exported'])
  expect(JSON.stringify(exported, null, 2).length).toBeLessThan(2_000_000)
})

test('an export contains nothing about an earlier owner of an unverified address', async () => {
  const email = 'somebody@example.test'
  await here.db.waitlistEntry.create({ data: { email } })
  await here.db.supportTicket.create({
    data: { channel: 'contact', email, subject: 'Private', description: 'Private' },
  })
  await here.db.mail.create({
    data: {
      kind: 'welcome',
      toAddress: email,
      subject: 'Earlier',
      text: '',
      html: '',
      createdAt: new Date(Date.now() - 60_000),
    },
  })
  const viewer = await createViewer(here.db, { email, emailVerifiedAt: null })
  expect(await exportAccount({ db: here.db, visit, viewer })).toMatchObject({
    waitlist: [],
    mails: [],
    supportTickets: [],
  })
})

test("an export contains a partner's agreements and invitation, without the secret link", async () => {
  const { invitation, visit: browser, viewer, join } = await readyToJoin(here.db)
  const { partnerId } = await join()
  const agreed = await here.db.partnerAgreement.findFirstOrThrow({ where: { partnerId } })
  // The agreement of an earlier owner.
  await here.db.partnerAgreement.create({
    data: { partnerId, planId: agreed.planId, termsVersion: '2026-11-01', acceptedAt: new Date('2026-11-02') },
  })
  const exported = await exportAccount({ db: here.db, visit: browser, viewer })
  expect(exported).toMatchObject({
    businesses: [
      {
        id: partnerId,
        verificationStatus: 'approved',
        targetMonthlyMinor: 5_000_000,
        productKinds: ['apparel', 'shoes'],
        agreements: [
          { termsVersion: '2026-11-01', plan: 'Standard, version 1', by: 'somebody else' },
          { termsVersion: agreed.termsVersion, plan: 'Standard, version 1', by: 'you', acceptedAt: agreed.acceptedAt },
        ],
      },
    ],
    invitations: [{ businessName: invitation.businessName, status: 'accepted', openedAt: expect.any(Date) }],
  })
  const text = JSON.stringify(exported)
  expect(text).not.toContain(invitation.token)
  expect(text).not.toMatch(/hash/i)
})

test('an export works without a profile or password, and lists deleted products by ID', async () => {
  const user = await createUser(here.db, { profile: {} })
  const viewer = { userId: user.id, email: user.email } as Viewer
  const { id: partnerId } = await createPartner(here.db)
  const product = await createProduct(here.db, { partnerId })
  await createView(here.db, product, { userId: user.id })
  await here.db.product.delete({ where: { id: product.id } })
  expect(await exportAccount({ db: here.db, visit, viewer })).toMatchObject({
    profile: null,
    account: { passwordChangedAt: null },
    productViews: [{ productId: product.id, productName: null }],
  })
})

async function leaveTraces(
  name: string,
  count: Traces,
  products: Array<{ id: string; partnerId: string }>,
  stores: Array<{ id: string }>,
): Promise<Viewer> {
  const viewer = await createViewer(here.db, {
    email: `${name}@example.test`,
    notifications: { news: true },
    password: { create: { hash: '$argon2id$secret' } },
    profile: { create: { fullName: `${name} name`, city: `${name} city` } },
  })
  const { userId, email } = viewer
  const times = (length: number) => Array.from({ length }, (_, index) => index)
  await here.db.oAuthAccount.create({ data: { provider: 'google', subject: `${name} subject`, userId, email } })
  await here.db.oneTimeToken.create({
    data: {
      purpose: 'verify_email',
      userId,
      email,
      tokenHash: `${name} secret`,
      codeHash: 'secret',
      browserHash: 'secret',
      expiresAt: new Date(),
    },
  })
  await here.db.waitlistEntry.create({ data: { email } })
  const wishes = await createWishes(
    here.db,
    userId,
    products.slice(0, count.wishes).map(({ id }) => id),
  )
  // One event is about a removed item.
  await here.db.wishlistEvent.createMany({
    data: [...wishes.map(({ id }) => id), newId()].map((itemId) => ({
      userId,
      itemId,
      kind: 'back_in_stock',
      facts: { size: `${name} size`, stock: 3 },
    })),
  })
  await here.db.savedSearch.create({
    data: { userId, list: '/discover?q=hat', name: `${name} hats`, feedToken: `${name} secret` },
  })
  await here.db.favouriteStore.createMany({
    data: stores.slice(0, count.favourites).map(({ id }) => ({ userId, partnerId: id })),
  })
  for (const number of times(count.clicks))
    await createClick(here.db, products[number]!, { userId, visitorId: 'secret visitor', ipHash: 'secret hash' })
  for (const number of times(count.views))
    await createView(here.db, products[number]!, { userId, visitorId: 'secret visitor' })
  await here.db.mail.createMany({
    data: times(count.mails).map((number) => ({
      kind: 'magic_link',
      toAddress: email,
      subject: `${name} ${number}`,
      text: 'https://wtf.example/?token=secret',
      html: 'secret',
      createdAt: new Date(Date.now() + 1_000),
    })),
  })
  await here.db.session.createMany({
    data: times(count.sessions).map((number) => ({
      id: `${name} secret ${number}`,
      userId,
      device: 'Firefox on Linux',
      expiresAt: new Date(Date.now() + 60_000),
    })),
  })
  await here.db.pushSubscription.create({
    data: { userId, sessionId: viewer.sessionId, endpoint: `https://push.example/${name}-secret`, ...SECRET_KEYS },
  })
  for (const number of times(count.audits))
    await writeAudit(here.db, visit, {
      actorId: userId,
      action: `act ${number}`,
      subjectId: userId,
      data: { session: 'secret' },
    })
  const written = { userId, rating: 5, customerName: `${name} name`, customerEmail: email }
  for (const number of times(count.reviews)) {
    const { id: productId, partnerId } = products[number]!
    await here.db.productFlag.create({
      data: { productId, kind: 'other', words: `${name} report`, reporterId: userId },
    })
    const [one, other] = [productId, products[number ? 0 : 1]!.id].sort()
    await here.db.matchReport.create({
      data: {
        productId: one!,
        otherId: other!,
        words: `${name} match`,
        reporterId: userId,
        resolvedAt: new Date(),
        outcome: 'kept',
      },
    })
    await here.db.appeal.create({
      data: {
        kind: 'review',
        subjectId: newId(),
        decisionAt: new Date(),
        decisionReason: 'Off topic',
        subject: 'A review',
        userId,
        words: `${name} appeals`,
      },
    })
    await here.db.upload.create({
      data: { partnerId, userId, slot: 'logo', key: 'secret', fileName: `${name}.png`, byteSize: 1 },
    })
    const { id: fileId } = await here.db.mediaFile.create({
      data: {
        sha256: newId().replaceAll('-', '').repeat(2),
        mimeType: 'image/png',
        byteSize: 1,
        width: 9,
        height: 9,
        colour: '#000000',
      },
    })
    const review = await here.db.productReview.create({
      data: { ...written, productId, partnerId, pictures: { create: { place: 1, fileId } } },
    })
    await here.db.reviewVote.create({ data: { reviewId: review.id, userId } })
    await here.db.reviewRefusal.create({ data: { userId, productId, status: 'rejected', judgedAt: new Date() } })
    await here.db.partnerFeedback.create({ data: { ...written, partnerId } })
  }
  const ticket = {
    email,
    name: `${name} name`,
    subject: `${name} subject`,
    description: 'Where is it?',
    replies: { create: { text: 'At the store.', authorId: newId() } },
  }
  await Promise.all(
    times(count.tickets).map(() => here.db.supportTicket.create({ data: { ...ticket, channel: 'support', userId } })),
  )
  // Sent before signing in.
  await here.db.supportTicket.create({ data: { ...ticket, channel: 'contact' } })
  return viewer
}
