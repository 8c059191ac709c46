import type { HostProof, Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import type { AddDomainInput, RemoveDomainInput } from './domains.schema.ts'
import { holdHost } from './hosts/hold-host.ts'

type Act = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

interface ListedDomain {
  host: string
  verifiedAt: Date
  proof: HostProof
  lostAt: Date | null
  products: number
  clicks: number
}

/**
 * Lists the hosts that we send shoppers to, with the number of products that link to each or its subdomains, and
 * counted clicks of 30 days.
 */
export async function listDomains(db: Db, partnerId: string) {
  if (!isId(partnerId)) throw new AppError('not_found', 'Partner not found.')
  // eslint-disable-next-line house/listed-products -- administrators see all products of a partner
  return db.$queryRaw<ListedDomain[]>`
    WITH led AS MATERIALIZED (
      SELECT lower(substring(product_url FROM '^https?://([^/:?#]+)')) AS host, count(*) AS products FROM products
      WHERE partner_id = ${partnerId}::uuid AND deleted_at IS NULL AND product_url IS NOT NULL GROUP BY 1
    ), clicked AS MATERIALIZED (
      SELECT destination_host AS host, count(*) AS clicks FROM outbound_clicks
      WHERE partner_id = ${partnerId}::uuid AND clicked_at > now() - interval '30 days' AND is_valid GROUP BY 1
    )
    SELECT d.host, d.verified_at AS "verifiedAt", d.proof, d.lost_at AS "lostAt",
      (SELECT coalesce(sum(products), 0)::int FROM led WHERE led.host = d.host OR right(led.host, length(d.host) + 1) = '.' || d.host) AS products,
      (SELECT coalesce(sum(clicks), 0)::int FROM clicked c WHERE c.host = d.host OR right(c.host, length(d.host) + 1) = '.' || d.host) AS clicks
    FROM partner_domains d WHERE d.partner_id = ${partnerId}::uuid ORDER BY d.host`
}

/**
 * Approves a host and its subdomains for a partner. Links to it work from the next click.
 * @throws AppError bad_input at 'host' for an invalid or shared host; conflict at 'host' if it, a parent or a subdomain
 *   is verified already; not_found
 */
export async function addDomain(
  { db, visit, viewer }: Act,
  { partnerId, host: typed, reason }: AddDomainInput,
): Promise<{ host: string }> {
  return db.$transaction(async (tx) => {
    await lockPartner(tx, partnerId)
    const before = await hostsOf(tx, partnerId)
    const held = await holdHost(tx, { partnerId, typed, proof: 'admin' })
    if (held.outcome === 'invalid' || held.outcome === 'shared')
      throw new AppError('bad_input', held.message, { field: 'host' })
    if (held.outcome === 'taken')
      throw new AppError('conflict', `${held.holder.host} has been verified by ${held.holder.businessName}.`, {
        field: 'host',
      })
    if (held.outcome === 'covered')
      throw new AppError('conflict', `${held.host} is already verified, directly or through a parent domain.`, {
        field: 'host',
      })
    await note({ db, visit, viewer }, tx, 'partner_domain_added', partnerId, {
      before: { hosts: before },
      after: { hosts: [...before, held.host] },
      reason,
    })
    return { host: held.host }
  })
}

/**
 * Removes a host. Links to it stop working with the next click.
 * @throws AppError conflict if it no longer exists; not_found
 */
export async function removeDomain(
  { db, visit, viewer }: Act,
  { partnerId, host, reason }: RemoveDomainInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockPartner(tx, partnerId)
    const before = await hostsOf(tx, partnerId)
    const { count } = await tx.partnerDomain.deleteMany({ where: { host, partnerId } })
    if (!count) throw new AppError('conflict', `${host} is no longer on the list. Nothing was changed.`)
    await note({ db, visit, viewer }, tx, 'partner_domain_removed', partnerId, {
      before: { hosts: before },
      after: { hosts: before.filter((each) => each !== host) },
      reason,
    })
  })
}

async function lockPartner(tx: Prisma.TransactionClient, partnerId: string): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
  if (!found.length) throw new AppError('not_found', 'Partner not found.')
}

const hostsOf = async (tx: Prisma.TransactionClient, partnerId: string): Promise<string[]> =>
  (await tx.partnerDomain.findMany({ where: { partnerId }, orderBy: { host: 'asc' } })).map(({ host }) => host)

const note = (
  { db, visit, viewer }: Act,
  tx: Prisma.TransactionClient,
  action: string,
  subjectId: string,
  data: Prisma.InputJsonObject,
): Promise<void> => writeAudit(db, visit, { actorId: viewer.userId, action, subjectId, data }, tx)
