import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readWebsiteDomain } from './platform/website-domain.schema.ts'
import { isSharedHost } from './shared-hosts.ts'
import type { NameWebsiteInput } from './website.schema.ts'

interface PartnerAsk extends Pick<SignedInAsk, 'db'> {
  partner: { id: string }
}

/**
 * Names the website of a partner that has none. A named one is not changed here: shoppers are sent to it.
 * @throws AppError conflict at 'websiteUrl'
 */
export async function nameWebsite(
  { db, partner: { id } }: PartnerAsk,
  { websiteUrl }: NameWebsiteInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.partner.updateMany({ where: { id, websiteUrl: null }, data: { websiteUrl } })
    if (!count)
      throw new AppError('conflict', 'Your website is named already. Write to us to change it.', {
        field: 'websiteUrl',
      })
    const { verificationStatus } = await tx.partner.findUniqueOrThrow({
      where: { id },
      select: { verificationStatus: true },
    })
    if (verificationStatus === 'approved') await trustWebsite(tx, id, websiteUrl)
  })
}

/**
 * Lets shoppers leave for an approved partner's website. One that another partner has stays that one's: then somebody
 * has to look at it. A host that strangers have shops on too is nobody's.
 */
export async function trustWebsite(
  tx: Prisma.TransactionClient,
  partnerId: string,
  websiteUrl: string | null,
): Promise<void> {
  const read = readWebsiteDomain(websiteUrl ?? '')
  if ('domain' in read && !isSharedHost(read.domain))
    await tx.partnerDomain.createMany({ data: [{ host: read.domain, partnerId }], skipDuplicates: true })
}

interface WebsiteTrust {
  /** The website's, without 'www.'; null without one, and for one that strangers have shops on too. */
  host: string | null
  /** Shoppers may leave for it, once the partner is approved. */
  isVerified: boolean
  /** Another partner that has this host. */
  holder: { id: string; businessName: string } | null
}

/** Whether shoppers may leave for a partner's website, and if not, whose it is. */
export async function readWebsiteTrust(
  db: Db,
  { id, websiteUrl }: { id: string; websiteUrl: string | null },
): Promise<WebsiteTrust> {
  const read = readWebsiteDomain(websiteUrl ?? '')
  if (!('domain' in read)) return { host: null, isVerified: false, holder: null }
  const labels = read.domain.split('.')
  // A verified host includes what is below it.
  const own = await db.partnerDomain.count({
    where: { partnerId: id, host: { in: labels.map((_, at) => labels.slice(at).join('.')) } },
  })
  const held = await db.partnerDomain.findFirst({
    where: { host: read.domain, partnerId: { not: id } },
    select: { partner: { select: { id: true, businessName: true } } },
  })
  return {
    host: isSharedHost(read.domain) ? null : read.domain,
    isVerified: own > 0,
    holder: held?.partner ?? null,
  }
}
