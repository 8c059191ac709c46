import { countryName } from '#server/platform/countries.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { PartnersQuery } from './partner-queue.schema.ts'
import { PARTNER_STATUSES, type PartnerStatus } from './partner-status.schema.ts'
import { getWebsiteTrust } from './website.service.ts'

const PAGE_SIZE = 25
const NOT_FOUND = 'Partner not found.'

/**
 * Lists partners for administrators, 25 a page, with the number of search results in each state. Pending ones are
 * sorted oldest first, all others newest first. Times are UTC.
 */
export async function listPartners(db: Db, { status, q, page }: PartnersQuery) {
  const like = { contains: escapeLike(q), mode: 'insensitive' } as const
  const found: Prisma.PartnerWhereInput = q
    ? {
        OR: [
          { businessName: like },
          { email: like },
          { contactEmail: like },
          { contactPerson: like },
          { owner: { email: like } },
        ],
      }
    : {}
  const counted = await db.partner.groupBy({ by: ['verificationStatus'], where: found, _count: true })
  const counts = Object.fromEntries(
    PARTNER_STATUSES.map((each) => [each, counted.find((row) => row.verificationStatus === each)?._count ?? 0]),
  ) as Record<PartnerStatus, number>
  const total = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0)
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const order = status === 'pending' ? 'asc' : 'desc'
  // eslint-disable-next-line house/listed-products -- administrators see all products of a partner
  const partners = await db.partner.findMany({
    where: status ? { AND: [found, { verificationStatus: status }] } : found,
    select: {
      id: true,
      businessName: true,
      email: true,
      contactPerson: true,
      websiteUrl: true,
      verificationStatus: true,
      createdAt: true,
      owner: { select: { email: true } },
      _count: { select: { products: true } },
    },
    orderBy: [{ createdAt: order }, { id: order }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
  })
  return { partners, counts, total, page: shown, totalPages }
}

/**
 * Returns all data about a partner for an administrator's decision, and its history, newest first. `by` is the address
 * of the person who acted, or null if their account no longer exists. `domains` are the hosts that we send shoppers to,
 * including subdomains. Money is in minor units, times are UTC.
 * @throws AppError not_found
 */
export async function getPartnerDetails(db: Db, partnerId: string) {
  if (!isId(partnerId)) throw new AppError('not_found', NOT_FOUND)
  // eslint-disable-next-line house/listed-products -- administrators see all products of a partner
  const partner = await db.partner.findUnique({
    where: { id: partnerId },
    select: {
      id: true,
      businessName: true,
      contactPerson: true,
      businessAddress: true,
      country: true,
      email: true,
      contactEmail: true,
      phone: true,
      websiteUrl: true,
      platform: true,
      ethos: true,
      productKinds: true,
      targetMonthlyMinor: true,
      agreedToMarketing: true,
      verificationStatus: true,
      statusReason: true,
      statusChangedAt: true,
      createdAt: true,
      owner: { select: { email: true, emailVerifiedAt: true, createdAt: true } },
      agreements: {
        orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
        select: {
          id: true,
          acceptedAt: true,
          fromAt: true,
          termsVersion: true,
          plan: { select: { name: true, version: true, currency: true } },
        },
      },
      invitations: { orderBy: { sentAt: 'desc' }, select: { id: true, email: true, businessName: true, sentAt: true } },
      domains: { orderBy: { host: 'asc' }, select: { host: true } },
      _count: { select: { products: true } },
    },
  })
  if (!partner) throw new AppError('not_found', NOT_FOUND)
  const history = await db.auditEntry.findMany({
    where: { subjectId: partnerId, action: { startsWith: 'partner_' } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: 50,
    select: { id: true, at: true, action: true, data: true, actorId: true },
  })
  const actors = await db.user.findMany({
    where: { id: { in: history.flatMap(({ actorId }) => actorId ?? []) } },
    select: { id: true, email: true },
  })
  const addresses = new Map(actors.map(({ id, email }) => [id, email]))
  return {
    ...partner,
    countryName: countryName(partner.country ?? ''),
    websiteTrust: await getWebsiteTrust(db, partner),
    history: history.map(({ actorId, ...entry }) => ({ ...entry, by: addresses.get(actorId ?? '') ?? null })),
  }
}
