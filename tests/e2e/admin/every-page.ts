import { randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createProduct, createReview, createStoreFeedback } from '#tests/factories.ts'
import { createOrderFile, createSaleAndInvoice, STANDARD } from '#tests/setup/sales.ts'
import { newEmail } from '../accounts.ts'

const LONG = 'a-rather-long-name-of-somebody-who-has-many'

/** Returns one URL of every admin page, each with content. outbox.spec.ts covers the pages of emails. */
export async function everyAdminPage(db: Db): Promise<string[]> {
  const email = newEmail(LONG)
  const ticket = {
    channel: 'support' as const,
    name: LONG,
    email,
    subject: 'Where is it? '.repeat(12),
    category: 'orders' as const,
    description: 'It has not come.\n'.repeat(4),
  }
  const answered = await db.supportTicket.create({
    data: {
      ...ticket,
      priority: 'urgent',
      state: 'answered',
      replies: { create: { text: 'It left the store today.' } },
    },
  })
  const closed = await db.supportTicket.create({ data: { ...ticket, state: 'closed' } })
  for (const given of [{}, { confirmedAt: new Date() }, { unsubscribedAt: new Date() }])
    await db.waitlistEntry.create({
      data: {
        email: newEmail(LONG),
        browser: 'Firefox',
        location: 'Bosnia & Herzegovina',
        userAgent: 'Mozilla/5.0 '.repeat(12),
        ...given,
      },
    })
  const failed = await db.mail.create({
    data: {
      kind: 'notice',
      toAddress: email,
      subject: 'A word of ours',
      text: '',
      html: '',
      state: 'failed',
      lastError: '550 no such mailbox',
    },
  })
  const invitation = {
    businessName: LONG,
    contactPerson: LONG,
    invitedById: null,
    expiresAt: new Date(Date.now() + 3 * 86_400_000),
  }
  for (const status of ['sent', 'expired', 'revoked'] as const)
    await db.invitation.create({
      data: { ...invitation, email: newEmail(LONG), status, tokenHash: randomBytes(32), mailId: failed.id },
    })
  const partners = []
  for (const verificationStatus of ['pending', 'suspended'] as const)
    partners.push(
      await db.partner.create({
        data: {
          businessName: `${LONG} ${newId()}`,
          contactPerson: LONG,
          email: newEmail(LONG),
          websiteUrl: `https://${LONG}.example/${'path/'.repeat(20)}`,
          statusReason: verificationStatus === 'suspended' ? LONG : '',
          verificationStatus,
          createdAt: new Date('2020-01-01'),
        },
      }),
    )
  const seller = partners[0]?.id ?? ''
  await createSaleAndInvoice(db, seller)
  const product = await createProduct(db, { partnerId: seller, name: LONG })
  const click = await createClick(db, product)
  const words = { title: LONG, comment: `${LONG} `.repeat(20), customerName: LONG }
  const flag = { flaggedAt: new Date(), flagReason: `${LONG} `.repeat(4) }
  const about = { partnerId: seller, productId: product.id, ...words }
  await createReview(db, { ...about, createdAt: new Date('2020-01-01') })
  await createReview(db, { ...about, status: 'approved', response: LONG, ...flag })
  await createStoreFeedback(db, { partnerId: seller, ...words, ...flag })
  const suspended = await db.user.create({
    data: {
      email: newEmail(LONG),
      suspendedAt: new Date(),
      suspensionReason: `${LONG} `.repeat(4),
      profile: { create: { fullName: LONG } },
    },
  })
  await db.productFlag.create({ data: { productId: product.id, kind: 'other', words: `${LONG} `.repeat(20) } })
  const [one, other] = [product.id, (await createProduct(db, { partnerId: seller, name: LONG })).id].sort()
  const pair = { productId: one!, otherId: other! }
  await db.itemMatch.create({ data: { ...pair, way: 'gtin', evidence: '09521234567890' } })
  await db.matchReport.create({ data: { ...pair, words: `${LONG} `.repeat(20) } })
  const takenDown = { takenDownAt: new Date(), takenDownReason: `${LONG} `.repeat(4) }
  const { id: gone } = await createProduct(db, { partnerId: seller, name: LONG, ...takenDown })
  const appeal = { partnerId: seller, subject: `the product ${LONG}`, words: `${LONG} `.repeat(20) }
  await db.appeal.create({
    data: { kind: 'product', subjectId: gone, decisionAt: takenDown.takenDownAt, ...appeal },
  })
  await db.appeal.create({
    data: {
      kind: 'promotion',
      subjectId: newId(),
      decisionAt: new Date(),
      ...appeal,
      decidedAt: new Date(),
      outcome: 'upheld',
      reason: LONG,
    },
  })
  const file = await createOrderFile(db, seller, { status: 'submitted' })
  return [
    '/admin',
    '/admin/analytics',
    '/admin/analytics?period=year&show=traffic',
    '/admin/site',
    '/admin/connections',
    '/admin/connections?show=letters',
    `/admin/search?q=${LONG}`,
    '/admin/search?q=zzqxj',
    '/admin/sales',
    `/admin/sales?partner=${LONG}`,
    `/admin/sales/${seller}`,
    `/admin/clicks/${click.id}`,
    '/admin/audit',
    '/admin/audit?who=zzqxj',
    '/admin/database',
    '/admin/partners',
    '/admin/partners?status=all',
    '/admin/partners?q=zzqxj',
    ...partners.map(({ id }) => `/admin/partners/${id}`),
    `/admin/partners/${newId()}`,
    '/admin/partners/invite',
    `/admin/partners/invite?q=${LONG}`,
    '/admin/partners/invite?q=zzqxj',
    '/admin/order-files',
    '/admin/order-files?status=rejected',
    `/admin/order-files/${file.id}`,
    '/admin/invoices',
    '/admin/invoices?status=paid',
    '/admin/flags',
    '/admin/plans',
    '/admin/plans/new',
    `/admin/plans/${STANDARD}`,
    '/admin/disputes',
    '/admin/adjustments',
    '/admin/approvals',
    '/admin/approvals?state=decided',
    '/admin/rates',
    '/admin/seller',
    '/admin/statements',
    `/admin/statements/${newId()}`,
    '/admin/matches',
    '/admin/matches?state=separated',
    '/admin/reviews',
    '/admin/reviews?state=flagged',
    '/admin/reviews?state=spam',
    '/admin/products',
    '/admin/products?state=taken_down',
    '/admin/pictures',
    '/admin/pictures?state=taken_down',
    '/admin/size-tables',
    '/admin/appeals',
    '/admin/appeals?state=decided',
    '/admin/promotions',
    '/admin/promotions?review=rejected',
    '/admin/users',
    '/admin/users?state=suspended',
    '/admin/users?q=zzqxj',
    `/admin/users/${suspended.id}`,
    `/admin/users/${newId()}`,
    '/admin/tickets',
    `/admin/tickets?q=${answered.reference}`,
    '/admin/tickets?q=zzqxj',
    `/admin/tickets/${answered.id}`,
    `/admin/tickets/${closed.id}`,
    `/admin/tickets/${newId()}`,
    '/admin/waitlist',
    `/admin/waitlist?email=${LONG}`,
    '/admin/waitlist?email=zzqxj',
    '/admin/outbox',
    '/admin/outbox?to=zzqxj',
  ]
}
