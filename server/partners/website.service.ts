import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { assertHostIsFree, claimWebsite } from './hosts/hold-host.ts'
import { parseWebsiteDomain } from './platform/website-domain.schema.ts'
import { isSharedHost } from './shared-hosts.ts'
import type { NameWebsiteInput } from './website.schema.ts'

interface PartnerAsk extends Pick<SignedInAsk, 'db' | 'visit' | 'viewer'> {
  partner: { id: string }
}

/**
 * Adds or changes a partner's website. We send shoppers there once the partner has verified it.
 * @throws AppError conflict at 'websiteUrl' if another partner has its host
 */
export async function nameWebsite(
  { db, visit, viewer, partner: { id } }: PartnerAsk,
  { websiteUrl }: NameWebsiteInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<Array<{ websiteUrl: string | null }>>`
      SELECT website_url AS "websiteUrl" FROM partners WHERE id = ${id}::uuid FOR UPDATE`
    const from = before?.websiteUrl ?? null
    if (from === websiteUrl) return
    await assertHostIsFree(tx, id, websiteUrl)
    await tx.partner.update({ where: { id }, data: { websiteUrl } })
    // Otherwise every former domain would stay on the list to verify.
    const [former, next] = [parseWebsiteDomain(from ?? ''), parseWebsiteDomain(websiteUrl)]
    if ('domain' in former && !('domain' in next && next.domain === former.domain))
      await tx.hostClaim.deleteMany({ where: { partnerId: id, host: former.domain } })
    await claimWebsite(tx, id, websiteUrl)
    if (from === null) return
    const data = { from, to: websiteUrl }
    const note = { actorId: viewer.userId, action: 'partner_website_changed', subjectId: id, data } as const
    await writeAudit(db, visit, note, tx)
  })
}

interface WebsiteTrust {
  /** The website's host without 'www.'; null without a website or on a shared platform. */
  host: string | null
  /** Whether the partner has verified it. We send shoppers there once the partner is approved. */
  isVerified: boolean
  /** Whether the proof has disappeared. We still send shoppers there until another partner verifies it. */
  isLost: boolean
  /** Another partner with this host, a parent or a subdomain; `isLost` if its proof has disappeared. */
  holder: { id: string; businessName: string; isLost: boolean } | null
}

/** Returns whether a partner's website is verified, and which other partner holds it. */
export async function getWebsiteTrust(
  db: Db,
  { id, websiteUrl }: { id: string; websiteUrl: string | null },
): Promise<WebsiteTrust> {
  const read = parseWebsiteDomain(websiteUrl ?? '')
  if (!('domain' in read)) return { host: null, isVerified: false, isLost: false, holder: null }
  const domains = await db.partnerDomain.findMany({
    where: { partnerId: id, host: { in: withParents(read.domain) } },
    select: { lostAt: true },
  })
  const isVerified = domains.some(({ lostAt }) => lostAt === null)
  const [held] = await db.$queryRaw<Array<{ id: string; businessName: string; isLost: boolean }>>`
    SELECT p.id, p.business_name AS "businessName", d.lost_at IS NOT NULL AS "isLost" FROM partner_domains d JOIN partners p ON p.id = d.partner_id
    WHERE d.partner_id <> ${id}::uuid AND (d.host = ${read.domain}
      OR right(${read.domain}, length(d.host) + 1) = '.' || d.host OR right(d.host, length(${read.domain}) + 1) = '.' || ${read.domain})
    ORDER BY d.lost_at IS NOT NULL, d.host = ${read.domain} DESC, d.host LIMIT 1`
  return {
    host: isSharedHost(read.domain) ? null : read.domain,
    isVerified,
    isLost: !isVerified && domains.length > 0,
    holder: held ?? null,
  }
}

/** Whether the partner has verified its website, and the proof is still there. */
export async function isWebsiteVerified(db: Db, partnerId: string, websiteUrl: string): Promise<boolean> {
  const read = parseWebsiteDomain(websiteUrl)
  if (!('domain' in read)) return false
  const where = { partnerId, host: { in: withParents(read.domain) }, lostAt: null }
  return (await db.partnerDomain.findFirst({ where, select: { host: true } })) !== null
}

/** Returns a host and its parents, because a verified host includes its subdomains. */
function withParents(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}
