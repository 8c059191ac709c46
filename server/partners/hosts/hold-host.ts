import type { HostProof, Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { parseWebsiteDomain } from '../platform/website-domain.schema.ts'
import { isSharedHost } from '../shared-hosts.ts'

export interface HostHolder {
  host: string
  partnerId: string
  businessName: string
}

interface Verified {
  host: string
  /** The former holders of these hosts, whose proof has disappeared. */
  from: HostHolder[]
}

/**
 * 'covered': the partner already holds the host or a parent. 'taken': another partner holds the host, a parent or a
 * subdomain.
 */
export type HeldHost =
  | ({ outcome: 'added' } & Verified)
  | ({ outcome: 'covered' } & Verified)
  | Unprovable
  | { outcome: 'taken'; host: string; message: string; holder: HostHolder }
type Unprovable = { outcome: 'invalid'; message: string } | { outcome: 'shared'; message: string }

/**
 * Verifies a host and everything below it for a partner. All verifications go through this function, one at a time. It
 * never verifies a host if another partner holds it, a parent or a subdomain. A proof by DNS, file, tag or a connected
 * store takes over hosts whose holder lost their proof. It never takes over a parent of the proven host, because a
 * stranger may control a forgotten subdomain of a brand. Call it last in a transaction, after locking the partner's
 * row, because others wait until the transaction ends.
 * @param typed a host or a URL, as someone typed it
 */
export async function holdHost(
  tx: Prisma.TransactionClient,
  { partnerId, typed, proof }: { partnerId: string; typed: string; proof: HostProof },
): Promise<HeldHost> {
  const read = parseHost(typed)
  if (read.outcome !== 'host') return read
  const { host } = read
  const related = await relatedHosts(tx, host)
  const isProven = proof === 'dns' || proof === 'file' || proof === 'meta_tag' || proof === 'store'
  const others = related.filter((each) => each.partnerId !== partnerId)
  const holder = others.find((each) => !isProven || staysWith(each, host))
  if (holder) return taken(host, holder)
  await tx.partnerDomain.deleteMany({ where: { host: { in: others.map((each) => each.host) } } })
  await tx.hostClaim.deleteMany({ where: { partnerId, host } })
  const held = related.filter((each) => each.partnerId === partnerId)
  if (held.some((each) => each.host !== host && isBelow(host, each.host)))
    return { outcome: 'covered', host, from: others }
  const found = { checkedAt: new Date(), misses: 0, lostAt: null }
  const had = held.find((each) => each.host === host)
  if (!had) await tx.partnerDomain.create({ data: { host, partnerId, proof, ...found } })
  else if (isProven)
    await tx.partnerDomain.update({
      where: { host },
      // Once a host is proven in another way, it no longer depends on a connected store.
      data: { ...found, ...((had.isLost || had.proof === 'store') && { proof }) },
    })
  return { outcome: had ? 'covered' : 'added', host, from: others }
}

/** Verifies the host of a demo store on this machine. No real store can have such an address. */
export async function holdLoopback(tx: Prisma.TransactionClient, partnerId: string, host: string): Promise<void> {
  await tx.partnerDomain.deleteMany({ where: { host, lostAt: { not: null } } })
  await tx.partnerDomain.createMany({ data: [{ host, partnerId, proof: 'store' }], skipDuplicates: true })
}

/**
 * Refuses a website if its host is verified for another partner, or is a parent or subdomain of such a host. Accepts a
 * shared host, but never verifies it.
 * @throws AppError conflict at the field
 */
export async function assertHostIsFree(
  tx: Prisma.TransactionClient,
  partnerId: string | null,
  typed: string | null,
  field: 'websiteUrl' | 'host' = 'websiteUrl',
): Promise<void> {
  const read = parseHost(typed ?? '')
  if (read.outcome !== 'host') return
  const holder = (await relatedHosts(tx, read.host)).find(
    (each) => each.partnerId !== partnerId && staysWith(each, read.host),
  )
  if (holder) throw new AppError('conflict', taken(read.host, holder).message, { field })
}

/**
 * Adds a host that the partner still has to verify. Does nothing for a host that cannot be verified, or that the
 * partner already has.
 */
export async function claimWebsite(
  tx: Prisma.TransactionClient,
  partnerId: string,
  typed: string | null,
): Promise<void> {
  const read = parseHost(typed ?? '')
  if (read.outcome !== 'host') return
  const { host } = read
  const related = await relatedHosts(tx, host)
  if (related.some((each) => each.partnerId === partnerId && isBelow(host, each.host))) return
  await tx.hostClaim.createMany({ data: [{ partnerId, host }], skipDuplicates: true })
}

/** Returns the host that someone typed, in lower case and ASCII, without 'www.', or why nobody can verify it. */
export function parseHost(typed: string): { outcome: 'host'; host: string } | Unprovable {
  const read = parseWebsiteDomain(typed)
  if ('code' in read) return { outcome: 'invalid', message: read.message }
  const host = read.domain
  return isSharedHost(host)
    ? {
        outcome: 'shared',
        message: `${host} is shared by many stores. Enter the store's own subdomain, such as yourstore.${host}.`,
      }
    : { outcome: 'host', host }
}

const isBelow = (host: string, above: string) => host === above || host.endsWith(`.${above}`)

/** Whether the holder of a verified host keeps it when another partner proves `host`. */
const staysWith = (held: { host: string; isLost: boolean }, host: string) =>
  !held.isLost || (held.host !== host && isBelow(host, held.host))

const taken = (host: string, { partnerId, businessName, ...holder }: HostHolder) => ({
  outcome: 'taken' as const,
  host,
  holder: { host: holder.host, partnerId, businessName },
  message: `${holder.host} has been verified by another store on WTF. If ${host} is yours, contact us.`,
})

/** Returns the host with its parents and subdomains. Nobody can add another until the transaction ends. */
async function relatedHosts(tx: Prisma.TransactionClient, host: string) {
  // Takes a lock, because a unique index cannot exclude parents and subdomains.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.domains}::bigint)`
  return tx.$queryRaw<Array<HostHolder & { proof: HostProof; isLost: boolean }>>`
    SELECT d.host, d.partner_id AS "partnerId", p.business_name AS "businessName", d.proof::text AS proof, d.lost_at IS NOT NULL AS "isLost"
    FROM partner_domains d JOIN partners p ON p.id = d.partner_id
    WHERE d.host = ${host} OR right(${host}, length(d.host) + 1) = '.' || d.host OR right(d.host, length(${host}) + 1) = '.' || ${host}
    ORDER BY d.host = ${host} DESC, d.host`
}
