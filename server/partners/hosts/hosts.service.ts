import { RateLimit } from '#server/platform/rate-limit.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { findProof, howToProve, type ProofNetwork } from './find-proof.ts'
import { assertHostIsFree, holdHost, parseHost } from './hold-host.ts'
import { MAX_CLAIMS, type HostInput } from './hosts.schema.ts'
import { tellFormerHolder } from './tell-former-holder.ts'

type Ask = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

/** Each attempt contacts DNS servers and a website that the partner chose. */
const tries = new RateLimit('checked hosts', 20, 10 * 60_000)

/** Lists the partner's verified and claimed hosts, with the proof to publish for each. */
export async function listHosts({ db, partner: { id: partnerId } }: Pick<Ask, 'db' | 'partner'>) {
  const [verified, claims] = await Promise.all([
    db.partnerDomain.findMany({
      where: { partnerId },
      orderBy: { host: 'asc' },
      select: { host: true, proof: true, verifiedAt: true, lostAt: true },
    }),
    db.hostClaim.findMany({
      where: { partnerId },
      orderBy: { createdAt: 'asc' },
      select: { host: true, checkedAt: true, problem: true },
    }),
  ])
  const withProof = <Row extends { host: string }>(rows: Row[]) =>
    Promise.all(rows.map(async (row) => ({ ...row, how: await howToProve(db, partnerId, row.host) })))
  return { verified: await withProof(verified), claims: await withProof(claims) }
}

/**
 * Adds a host that the partner wants to verify. Links to it do not work until it is verified.
 * @throws AppError bad_input at 'host'; conflict at 'host' if it is already verified for this partner or another
 */
export async function claimHost(
  { db, partner: { id: partnerId } }: Ask,
  { host: typed }: HostInput,
): Promise<{ host: string }> {
  const read = parseHost(typed)
  if (read.outcome !== 'host') throw refusal('bad_input', read.message)
  const { host } = read
  return db.$transaction(async (tx) => {
    await lockPartner(tx, partnerId)
    await assertHostIsFree(tx, partnerId, host, 'host')
    const labels = host.split('.')
    const above = labels.map((_, at) => labels.slice(at).join('.'))
    const held = await tx.partnerDomain.findFirst({ where: { partnerId, host: { in: above }, lostAt: null } })
    if (held) throw refusal('conflict', `You have already verified ${held.host}, which includes ${host}.`)
    const isThere = (await tx.hostClaim.count({ where: { partnerId, host } })) > 0
    if (!isThere && (await tx.hostClaim.count({ where: { partnerId } })) >= MAX_CLAIMS)
      throw refusal('conflict', `You are already verifying ${MAX_CLAIMS} domains. Verify or remove one of them first.`)
    await tx.hostClaim.createMany({ data: [{ partnerId, host }], skipDuplicates: true })
    return { host }
  })
}

/** Removes a host that is not verified yet. Does nothing if it no longer exists. */
export async function dropClaim({ db, partner: { id: partnerId } }: Ask, { host }: HostInput): Promise<void> {
  await db.hostClaim.deleteMany({ where: { partnerId, host } })
}

/**
 * Looks for the proof of a claimed or lost host. If the proof is there, the host is verified, and links to it work from
 * the next click.
 * @returns whether it is verified, and if not, what was found instead
 * @throws AppError not_found for a host that the partner does not claim; too_many
 */
export async function checkHost(
  ask: Ask,
  { host }: HostInput,
  network: ProofNetwork = {},
): Promise<{ host: string; isVerified: boolean; problem: string }> {
  const { db, visit, viewer, partner } = ask
  const key = { partnerId_host: { partnerId: partner.id, host } }
  const isClaimed = (await db.hostClaim.count({ where: { partnerId: partner.id, host } })) > 0
  if (!isClaimed && !(await db.partnerDomain.count({ where: { partnerId: partner.id, host } })))
    throw new AppError('not_found', `You are not verifying ${host}. Add it first.`)
  if (!tries.allows(partner.id))
    throw new AppError('too_many', 'You have checked too often. Please wait ten minutes and try again.')
  const found = await findProof(host, await howToProve(db, partner.id, host), network)
  const { proof } = found
  if (proof === null) {
    await db.hostClaim.updateMany({
      where: key.partnerId_host,
      data: { checkedAt: new Date(), problem: found.problem },
    })
    return { host, isVerified: false, problem: found.problem }
  }
  const held = await db.$transaction(async (tx) => {
    await lockPartner(tx, partner.id)
    const given = await holdHost(tx, { partnerId: partner.id, typed: host, proof })
    if (given.outcome === 'added' || given.outcome === 'covered') {
      const data = { host, proof, ...(given.from.length && { from: given.from.map((each) => each.partnerId) }) }
      await writeAudit(
        db,
        visit,
        { actorId: viewer.userId, action: 'partner_domain_proven', subjectId: partner.id, data },
        tx,
      )
      for (const former of given.from) await tellFormerHolder(tx, visit.siteUrl, former, host)
    }
    return given
  })
  if (held.outcome === 'added' || held.outcome === 'covered') return { host, isVerified: true, problem: '' }
  await db.hostClaim.updateMany({ where: key.partnerId_host, data: { checkedAt: new Date(), problem: held.message } })
  return { host, isVerified: false, problem: held.message }
}

const refusal = (code: 'bad_input' | 'conflict', message: string) => new AppError(code, message, { field: 'host' })

async function lockPartner(tx: Pick<Db, '$queryRaw'>, partnerId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
}
