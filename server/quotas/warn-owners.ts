import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { quotaWarning } from '#server/mail/quota-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { getQuotas } from './get-quotas.ts'
import { quotaLevelOf, QUOTAS, sayAmount, sayBytes, WARNING_LEVELS, type QuotaUse } from './quotas-values.schema.ts'

/**
 * Usage must fall this many percentage points below a level before its email is sent again. Otherwise usage around a
 * level would be announced repeatedly.
 */
const FALLEN_BY = 5

/**
 * Emails the owner of each partner that has reached 80% or 100% of a quota. Sends one email for each quota and level, and
 * another only after usage has fallen. Runs hourly.
 * @returns how many emails were written
 */
export async function warnOwners(db: Db, siteUrl: string, signal?: AbortSignal): Promise<number> {
  const partners = await db.partner.findMany({
    where: { owner: { emailVerifiedAt: { not: null }, deletionRequestedAt: null } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  let written = 0
  for (const { id } of partners) {
    if (signal?.aborted) break
    const { uses } = await getQuotas(db, id)
    const isNear = QUOTAS.some((quota) => quotaLevelOf(uses[quota]) !== null)
    if (isNear || (await db.quotaWarning.count({ where: { partnerId: id } }))) written += await warn(db, siteUrl, id)
  }
  return written
}

/** Queues the email in the transaction that records it, so that a repeated run sends nothing twice. */
async function warn(db: Db, siteUrl: string, partnerId: string): Promise<number> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR NO KEY UPDATE`
    const { status, uses } = await getQuotas(tx, partnerId)
    const reached: QuotaUse[] = []
    for (const quota of QUOTAS) if (await isNews(tx, partnerId, uses[quota])) reached.push(uses[quota])
    if (!reached.length) return 0
    const { businessName, owner } = await tx.partner.findUniqueOrThrow({
      where: { id: partnerId },
      select: { businessName: true, owner: { select: { email: true, profile: { select: { fullName: true } } } } },
    })
    if (!owner) return 0
    const mail = quotaWarning({
      siteUrl,
      businessName,
      name: owner.profile?.fullName ?? '',
      isPending: status === 'pending',
      reached: reached.map((use) => ({ what: sayUse(use), isFull: quotaLevelOf(use) === 100 })),
    })
    await queueMail(tx, { to: owner.email, ...mail })
    return 1
  })
}

/** Returns whether the use has reached a level that was not announced yet, and records that level as announced. */
async function isNews(tx: Prisma.TransactionClient, partnerId: string, use: QuotaUse): Promise<boolean> {
  const { quota, used, limit } = use
  const fallen = WARNING_LEVELS.filter((level) => used * 100 < limit * (level - FALLEN_BY))
  await tx.quotaWarning.deleteMany({ where: { partnerId, quota, level: { in: fallen } } })
  const level = quotaLevelOf(use) ?? 0
  const { count } = await tx.quotaWarning.createMany({
    data: WARNING_LEVELS.filter((one) => one <= level).map((one) => ({ partnerId, quota, level: one })),
    skipDuplicates: true,
  })
  return count > 0
}

/** Formats the use of a quota: '450 of 500 products', '410 MB of 500 MB of files'. */
const sayUse = ({ quota, used, limit }: QuotaUse): string =>
  `${quota === 'bytes' ? sayBytes(used) : used.toLocaleString('en-US')} of ${sayAmount(quota, limit)}`
