import { mailAdmins } from '#server/auth/mail-admins.ts'
import { hostProofLost, hostProofLostForAdmins } from '#server/mail/host-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { findProof, howToProve, type ProofNetwork } from './find-proof.ts'

/** Proofs that we can recheck. An approval stays until an administrator removes the host. */
const LOOKED_FOR = ['dns', 'file', 'meta_tag'] as const
/** Maximum hosts per night, those not checked for longest first. */
const MAX_HOSTS = 500
/** Nights in a row without a proof before we email anyone, because sites move and DNS servers fail. */
const NIGHTS = 3

/**
 * Rechecks the proofs of verified hosts. If one is missing for three nights, its partner and the administrators get an
 * email. Links to it still work until another partner proves it or an administrator removes it.
 * @returns how many hosts lost their proof in this run
 */
export async function recheckHosts(
  db: Db,
  siteUrl: string,
  now: Date,
  signal?: AbortSignal,
  network: ProofNetwork = {},
): Promise<number> {
  const due = await db.partnerDomain.findMany({
    where: { proof: { in: [...LOOKED_FOR] } },
    orderBy: { checkedAt: { sort: 'asc', nulls: 'first' } },
    take: MAX_HOSTS,
    select: { host: true, partnerId: true, proof: true },
  })
  let lost = 0
  for (const { host, partnerId, proof } of due) {
    if (signal?.aborted) break
    const found = await findProof(host, await howToProve(db, partnerId, host), network)
    // If the place did not answer, the proof may still be there.
    if (found.proof === null && !found.answered.some((place) => place === proof)) {
      await db.partnerDomain.updateMany({ where: { host, partnerId }, data: { checkedAt: now } })
      continue
    }
    const isThere = found.proof !== null
    await db.partnerDomain.updateMany({
      where: { host, partnerId },
      data: { checkedAt: now, ...(isThere ? { misses: 0, lostAt: null } : { misses: { increment: 1 } }) },
    })
    if (!isThere && (await noteLoss(db, siteUrl, { host, partnerId, now }))) lost++
  }
  return lost
}

/** @returns false if the proof has not been missing for long enough, or the loss is already recorded */
const noteLoss = (db: Db, siteUrl: string, { host, partnerId, now }: { host: string; partnerId: string; now: Date }) =>
  db.$transaction(async (tx) => {
    const { count } = await tx.partnerDomain.updateMany({
      where: { host, partnerId, misses: { gte: NIGHTS }, lostAt: null },
      data: { lostAt: now },
    })
    if (!count) return false
    const { businessName, contactPerson, email, owner } = await tx.partner.findUniqueOrThrow({
      where: { id: partnerId },
      select: { businessName: true, contactPerson: true, email: true, owner: { select: { email: true } } },
    })
    const about = { siteUrl, businessName, host }
    await queueMail(tx, { to: owner?.email ?? email, ...hostProofLost({ ...about, name: contactPerson }) })
    await mailAdmins(tx, hostProofLostForAdmins({ ...about, partnerId }))
    await writeAudit(
      db,
      null,
      { actorId: null, action: 'partner_domain_proof_lost', subjectId: partnerId, data: { host } },
      tx,
    )
    return true
  })
