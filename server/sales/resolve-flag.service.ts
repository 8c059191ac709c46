import { queueMail } from '#server/mail/mail.service.ts'
import { flagResolved } from '#server/mail/money-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { FLAGS, type FlagKind } from './flags.values.ts'
import { billedParty } from './invoices/billed-party.ts'
import { hasherOf, inTurn, standing } from './record-order.ts'
import { reviseSale } from './revise-sale.ts'
import type { ResolveFlagInput } from './sales-for-admins.schema.ts'
import { uniteRefunds } from './snapshot.ts'

/**
 * An administrator has looked at a flag. A sale that counts and has no other open flag is confirmed when its time comes. One that
 * does not count is void, whatever messages follow: nothing is owed for it any more, and what an invoice asked for is given back.
 * The partner is mailed.
 * @param resolved.resolution what was found, for both sides
 * @throws AppError not_found; conflict if somebody else was faster, or if a store as a whole should not count
 */
export async function resolveFlag(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { flagId, outcome, resolution }: ResolveFlagInput,
  now = new Date(),
): Promise<void> {
  const flag = await db.conversionFlag.findUnique({
    where: { id: flagId },
    include: { conversion: { select: { id: true, orderName: true, externalId: true } } },
  })
  if (!flag) throw new AppError('not_found', 'There is no such flag.')
  const { conversionId, partnerId, kind, conversion } = flag
  const hashOf = await hasherOf(db)
  await inTurn(db, partnerId, async (tx) => {
    const { count } = await tx.conversionFlag.updateMany({
      where: { id: flagId, resolvedAt: null },
      data: { resolvedAt: now, resolvedById: viewer.userId, resolution },
    })
    if (!count) throw new AppError('conflict', 'This flag was resolved already.')
    if (outcome === 'does_not_count') {
      if (!conversionId) throw new AppError('conflict', 'This flag is about a store, not about a sale.')
      const stored = await tx.conversion.update({
        where: { id: conversionId },
        data: { voidReason: `it does not count: ${resolution.replace(/\s+/g, ' ')}` },
        include: { lines: { orderBy: { place: 'asc' } } },
      })
      const { refunds } = await uniteRefunds(tx, partnerId, stored.externalId, [])
      const by = { actor: 'admin', actorId: viewer.userId } as const
      await reviseSale(tx, stored, { ...standing(stored), refunds, hashOf }, now, by)
    }
    const { recipient } = await billedParty(tx, partnerId)
    const isOwed = outcome === 'counts'
    const sale = conversion && { id: conversion.id, orderName: conversion.orderName || conversion.externalId, isOwed }
    const about = { siteUrl: visit.siteUrl, ...recipient, flag: FLAGS[kind as FlagKind], sale, resolution }
    await queueMail(tx, { to: recipient.email, ...flagResolved(about) })
    const data = { kind, outcome, resolution }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'flag_resolved', subjectId: flagId, data }, tx)
  })
}
