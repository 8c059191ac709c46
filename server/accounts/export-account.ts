import { writeAudit } from '#server/platform/audit.ts'
import { parseNotifications } from './accounts.service.ts'
import { findWritten, tellWritten } from './export-written.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/**
 * Maximum rows of each kind of activity, newest first. Nobody reaches this by hand, and no script may fill the memory.
 */
export const MAX_OF_A_KIND = 1_000
const MAX_FINDS_OF_SEARCH = 100

/**
 * Exports everything we know about the viewer, as of one moment. It never contains secrets or their hashes, the bodies
 * of emails (which hold sign-in links), or other people's data. Amounts in minor units of their currency, times in UTC.
 */
export async function exportAccount({
  db,
  visit,
  viewer,
}: Pick<SignedInAsk, 'db' | 'visit'> & { viewer: Pick<Viewer, 'userId' | 'email'> }) {
  const { userId, email } = viewer
  await writeAudit(db, visit, { actorId: userId, action: 'account_exported', subjectId: userId })
  const { createdAt: memberSince } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { createdAt: true },
  })
  const [
    user,
    profile,
    password,
    secondFactor,
    recoveryCodes,
    sessions,
    personalTokens,
    providers,
    wishlist,
    wishlistEvents,
    removedWishes,
    wishlistSettings,
    wishlistShare,
    sizes,
    savedSearches,
    toldDevices,
    favouriteStores,
    businesses,
    membership,
    dashboard,
    teamInvitations,
    reviews,
    reviewRefusals,
    reviewVotes,
    reviewRequests,
    storeFeedback,
    reports,
    matchReports,
    appeals,
    uploads,
    views,
    clicks,
    mails,
    audit,
    waitlist,
    invitations,
    tickets,
  ] = await db.$transaction(
    [
      db.user.findUniqueOrThrow({
        where: { id: userId },
        select: {
          id: true,
          email: true,
          emailVerifiedAt: true,
          role: true,
          searchMode: true,
          notifications: true,
          suspendedAt: true,
          suspensionReason: true,
          createdAt: true,
          updatedAt: true,
        },
      }),
      db.profile.findUnique({ where: { userId }, omit: { userId: true } }),
      db.password.findUnique({ where: { userId }, select: { updatedAt: true } }),
      db.secondFactor.findUnique({ where: { userId }, select: { confirmedAt: true } }),
      db.recoveryCode.findMany({ where: { userId }, select: { usedAt: true }, orderBy: { usedAt: 'asc' } }),
      db.session.findMany({
        where: { userId },
        select: {
          device: true,
          country: true,
          createdAt: true,
          authenticatedAt: true,
          lastSeenAt: true,
          expiresAt: true,
          isRemembered: true,
        },
        orderBy: { createdAt: 'asc' },
      }),
      db.personalToken.findMany({
        where: { userId },
        select: { name: true, scopes: true, createdAt: true, lastUsedAt: true, expiresAt: true },
        orderBy: { createdAt: 'asc' },
      }),
      db.oAuthAccount.findMany({
        where: { userId },
        select: { provider: true, subject: true, email: true, createdAt: true },
        orderBy: { createdAt: 'asc' },
      }),
      // eslint-disable-next-line house/listed-products -- the export includes everything that we store about the person
      db.wishlistItem.findMany({
        where: { userId },
        omit: { userId: true },
        include: { product: { select: { name: true } } },
        orderBy: { addedAt: 'asc' },
      }),
      db.wishlistEvent.findMany({
        where: { userId },
        omit: { id: true, userId: true },
        orderBy: { happenedAt: 'desc' },
        take: MAX_OF_A_KIND,
      }),
      db.removedWish.findMany({
        where: { userId },
        select: { productId: true, removedAt: true, item: true },
        orderBy: { removedAt: 'desc' },
        take: MAX_OF_A_KIND,
      }),
      db.wishlistSettings.findUnique({ where: { userId }, omit: { userId: true } }),
      // Without the token, because anyone who has it can read the list.
      db.wishlistShare.findUnique({ where: { userId }, select: { title: true, sharedAt: true } }),
      db.shopperSizes.findUnique({ where: { userId }, select: { sizes: true, updatedAt: true } }),
      // Without the feed's token, because anyone who has it can read the finds.
      db.savedSearch.findMany({
        where: { userId },
        omit: { id: true, userId: true, feedToken: true },
        include: {
          finds: {
            select: { productId: true, foundAt: true, seenAt: true, mailedAt: true, pushedAt: true },
            orderBy: { foundAt: 'desc' },
            take: MAX_FINDS_OF_SEARCH,
          },
        },
        orderBy: { createdAt: 'asc' },
        take: MAX_OF_A_KIND,
      }),
      // Without its address and keys, because anyone who has them can send to it.
      db.pushSubscription.findMany({
        where: { userId },
        select: { device: true, createdAt: true, lastSuccessAt: true },
        orderBy: { createdAt: 'asc' },
      }),
      db.favouriteStore.findMany({
        where: { userId },
        select: { partnerId: true, createdAt: true, partner: { select: { businessName: true } } },
        orderBy: { createdAt: 'asc' },
      }),
      db.partner.findMany({
        where: { ownerId: userId },
        select: {
          id: true,
          businessName: true,
          contactPerson: true,
          businessAddress: true,
          email: true,
          contactEmail: true,
          phone: true,
          websiteUrl: true,
          verificationStatus: true,
          statusReason: true,
          statusChangedAt: true,
          targetMonthlyMinor: true,
          productKinds: true,
          agreedToMarketing: true,
          createdAt: true,
          agreements: {
            select: {
              acceptedAt: true,
              acceptedById: true,
              termsVersion: true,
              plan: { select: { name: true, version: true } },
            },
            orderBy: [{ acceptedAt: 'asc' }, { id: 'asc' }],
          },
        },
      }),
      db.partnerMember.findUnique({
        where: { userId },
        select: { role: true, createdAt: true, partner: { select: { businessName: true } } },
      }),
      db.dashboardPreferences.findUnique({ where: { userId }, omit: { userId: true } }),
      // Without the token, because anyone who has it can join.
      db.teamInvitation.findMany({
        where: { email },
        select: { role: true, createdAt: true, expiresAt: true, partner: { select: { businessName: true } } },
        orderBy: { createdAt: 'asc' },
      }),
      ...findWritten(db, userId, MAX_OF_A_KIND),
      // eslint-disable-next-line house/listed-products -- the export includes everything that we store about the person
      db.$queryRaw<ExportedView[]>`
        SELECT v.viewed_at AS "viewedAt", v.product_id AS "productId", p.name AS "productName"
        FROM product_views v LEFT JOIN products p ON p.id = v.product_id WHERE v.user_id = ${userId}::uuid ORDER BY v.viewed_at DESC LIMIT ${MAX_OF_A_KIND}::int`,
      // eslint-disable-next-line house/listed-products -- the export includes everything that we store about the person
      db.$queryRaw<ExportedClick[]>`
        SELECT c.id, c.clicked_at AS "clickedAt", c.product_id AS "productId", p.name AS "productName", c.surface, c.agent, c.destination_url AS "destinationUrl",
          c.price_minor AS "priceMinor", c.currency, c.browser_family AS "browserFamily", c.device, c.country
        FROM outbound_clicks c LEFT JOIN products p ON p.id = c.product_id WHERE c.user_id = ${userId}::uuid ORDER BY c.clicked_at DESC LIMIT ${MAX_OF_A_KIND}::int`,
      // Older emails to the same address belong to an earlier owner.
      db.mail.findMany({
        where: { toAddress: email, createdAt: { gte: memberSince } },
        select: { kind: true, toAddress: true, subject: true, state: true, createdAt: true, sentAt: true },
        orderBy: { createdAt: 'desc' },
        take: MAX_OF_A_KIND,
      }),
      db.auditEntry.findMany({
        where: { OR: [{ actorId: userId }, { subjectId: userId }] },
        select: { at: true, action: true, actorId: true, subjectId: true },
        orderBy: { at: 'desc' },
        take: MAX_OF_A_KIND,
      }),
      db.waitlistEntry.findMany({ where: { email }, omit: { id: true } }),
      db.invitation.findMany({
        where: { email },
        select: {
          businessName: true,
          contactPerson: true,
          personalMessage: true,
          status: true,
          expiresAt: true,
          sentAt: true,
          openedAt: true,
          endedAt: true,
          createdAt: true,
        },
        orderBy: { createdAt: 'asc' },
      }),
      db.supportTicket.findMany({
        where: { OR: [{ userId }, { userId: null, email }] },
        omit: { id: true },
        include: { replies: { select: { text: true, createdAt: true }, orderBy: { createdAt: 'asc' } } },
        orderBy: { createdAt: 'asc' },
      }),
    ],
    // All queries run one after the other on one connection; a busy server needs longer than the default 5 s.
    { isolationLevel: 'RepeatableRead', timeout: 30_000 },
  )
  // An unproven address may be another person's.
  const isProven = user.emailVerifiedAt !== null
  return {
    exportedAt: new Date(),
    leftOut:
      'Passwords, keys and links are left out. Email bodies are left out too, because they can contain sign-in links. We include the newest 1,000 each of product views, store visits, emails, wishlist events, votes on reviews, messages to stores, reports, appeals, uploads and log entries, and the newest 100 results of each saved search.',
    account: {
      ...user,
      notifications: parseNotifications(user.notifications),
      passwordChangedAt: password?.updatedAt ?? null,
    },
    profile,
    secondFactor: secondFactor?.confirmedAt ? { ...secondFactor, recoveryCodes } : null,
    sessions,
    personalTokens,
    signInProviders: providers,
    businesses: businesses.map(({ agreements, ...business }) => ({
      ...business,
      agreements: agreements.map(({ acceptedById, plan, ...agreement }) => ({
        ...agreement,
        plan: `${plan.name}, version ${plan.version}`,
        by: acceptedById === userId ? 'you' : 'somebody else',
      })),
    })),
    team: membership && {
      businessName: membership.partner.businessName,
      role: membership.role,
      since: membership.createdAt,
    },
    dashboard,
    teamInvitations: isProven
      ? teamInvitations.map(({ partner, ...each }) => ({ ...each, businessName: partner.businessName }))
      : [],
    wishlist: wishlist.map(({ product, ...item }) => ({ ...item, productName: product?.name ?? null })),
    wishlistEvents: wishlistEvents.toReversed(),
    removedWishes,
    wishlistSettings,
    wishlistShare,
    sizes,
    savedSearches,
    toldDevices,
    favouriteStores: favouriteStores.map(({ partner, ...store }) => ({ ...store, businessName: partner.businessName })),
    ...tellWritten([
      ...([reviews, reviewRefusals, reviewVotes, reviewRequests, storeFeedback] as const),
      ...([reports, matchReports, appeals, uploads] as const),
    ]),
    productViews: views.toReversed(),
    outboundClicks: clicks.toReversed(),
    mails: mails.toReversed(),
    auditLog: audit.toReversed().map(({ at, action, actorId }) => ({
      at,
      action,
      by: actorId === userId ? 'you' : 'someone else or the shop itself',
    })),
    waitlist: isProven ? waitlist : [],
    invitations: isProven ? invitations : [],
    supportTickets: tickets
      .filter((ticket) => isProven || ticket.userId === userId)
      .map(({ userId: _, ...ticket }) => ticket),
  }
}

interface ExportedProduct {
  productId: string
  /** Null if the product was deleted. */
  productName: string | null
}

interface ExportedView extends ExportedProduct {
  viewedAt: Date
}

interface ExportedClick extends ExportedProduct {
  id: string
  clickedAt: Date
  surface: string
  /** The assistant that gave the link. */
  agent: string | null
  destinationUrl: string
  priceMinor: number
  currency: string
  browserFamily: string
  /** phone, tablet or computer; '' if unknown. */
  device: string
  country: string
}
