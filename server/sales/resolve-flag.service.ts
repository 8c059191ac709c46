import type { Prisma } from '#prisma/generated/client.ts'
import { assertMayMoveMoney, countsStill } from '#server/two-people/money-policy.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { flagResolved, type JudgedState } from '#server/mail/money-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import type { Visit } from '#server/platform/visit.ts'
import { owedFor } from './adjustments/bounds.ts'
import { assertWorthAsShown } from './as-shown.ts'
import { rejectedBecause } from './decide-status.ts'
import { FAILURES, isGivenUp, emailLateVoid, type Failure } from './late-voids.ts'
import { FLAGS, holdsFrom, type FlagKind } from './flags.values.ts'
import { billedParty } from './invoices/billed-party.ts'
import { hasherOf, inTurn, storedFacts } from './record-order.ts'
import { reviseSale } from './revise-sale.ts'
import type { ResolveFlagInput } from './sales-for-admins.schema.ts'
import { storeRefunds } from './snapshot.ts'
import { ALONE, inBaseMinor, mayVoidAlone } from './void-alone.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>
type Tx = Prisma.TransactionClient

/**
 * Resolves a flag. A sale that counts and has no other open flag is confirmed when its lock period ends. A sale that
 * does not count is voided: nothing more is owed for it, and invoiced commission is credited. Later messages from the
 * store do not change that. Voiding moves money, so an independent administrator has to agree. A small amount is also
 * voided a day later if nobody disagrees (void-alone.ts). Until then any administrator may decide that the sale counts.
 * The partner gets an email each time.
 * @param resolved.resolution the reason, for both sides
 * @returns whether it waits for a second administrator, and when it takes effect without one (UTC; null for never)
 * @throws AppError not_found; as `assertMayMoveMoney`; conflict if another administrator was faster, if you have
 *   already decided this, if the partner disputes the sale, if the store has changed the order since the page was
 *   opened, or if a flag about a store would void a sale
 */
export async function resolveFlag(
  { db, visit, viewer }: Ask,
  { flagId, worth, outcome, resolution }: ResolveFlagInput,
  now = new Date(),
): Promise<{ isWaiting: boolean; holdsFrom: Date | null }> {
  const known = await db.conversionFlag.findUnique({ where: { id: flagId }, select: { partnerId: true } })
  if (!known) throw new AppError('not_found', 'Flag not found.')
  return inTurn(db, known.partnerId, async (tx) => {
    const flag = await getFlag(tx, flagId)
    if (flag.resolvedAt) throw new AppError('conflict', 'This flag has already been resolved.')
    const { conversionId, partnerId, kind, proposedAt, proposedById } = flag
    if (conversionId) await assertWorthAsShown(tx, conversionId, worth)
    const note = { actorId: viewer.userId, subjectId: flagId }
    const about = { kind, partnerId, conversionId, outcome, resolution }
    if (outcome === 'counts') {
      await assertMayMoveMoney(tx, { action: 'flag_counts', by: viewer.userId, partnerId }, now)
      await close(tx, flagId, { resolvedById: viewer.userId, resolution }, now)
      const state = proposedAt ? 'counts_after_all' : 'counts'
      await tellPartner(tx, visit.siteUrl, flag, resolution, { state, from: null })
      const data = { ...about, before: proposedAt ? 'waits' : 'open', after: 'counts' }
      await writeAudit(db, visit, { ...note, action: 'flag_resolved', data }, tx)
      return { isWaiting: false, holdsFrom: null }
    }
    if (!conversionId) throw new AppError('conflict', 'This flag is about a store, not about a sale.')
    if (flag.conversion?.status === 'disputed')
      throw new AppError('conflict', 'The partner has disputed this sale. Decide the dispute first.')
    // A proposal by an administrator who is no longer eligible does not count.
    const isProposed =
      proposedAt !== null && proposedById !== null && (await countsStill(tx, proposedById, partnerId, now))
    if (isProposed && proposedById === viewer.userId)
      throw new AppError('conflict', 'You have already made this decision. Another administrator has to agree.')
    const proposedBy = isProposed ? proposedById : null
    await assertMayMoveMoney(tx, { action: 'flag_void', by: viewer.userId, proposedBy, partnerId }, now)
    if (proposedBy || (await owedFor(tx, conversionId)) === 0n) {
      await voidSale(tx, { db, visit, siteUrl: visit.siteUrl, actorId: viewer.userId }, flag, resolution, now)
      return { isWaiting: false, holdsFrom: null }
    }
    const proposed = { proposedAt: now, proposedById: viewer.userId, resolution, holdsFrom: null, failure: '' }
    await tx.conversionFlag.update({ where: { id: flagId }, data: proposed })
    const isSmall = await mayVoidAlone(tx, viewer.userId, { conversionId, proposedAt: null }, now)
    const from = isSmall ? holdsFrom(now) : null
    await tx.conversionFlag.update({ where: { id: flagId }, data: { holdsFrom: from } })
    await tellPartner(tx, visit.siteUrl, flag, resolution, { state: 'waits', from })
    const data = { ...about, before: 'open', after: 'waits' }
    await writeAudit(db, visit, { ...note, action: 'flag_found_void', data }, tx)
    return { isWaiting: true, holdsFrom: from }
  })
}

/**
 * Voids sales that one administrator rejected a day ago because of a flag, if the amount is small, no other
 * administrator disagreed and the sale is not disputed. Other decisions wait for a second administrator. If a sale is
 * not voided at the announced time, the partner and all administrators get an email.
 * @returns the number of voided sales
 */
export async function voidDue(db: Db, siteUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  const waiting = await db.conversionFlag.findMany({
    where: { resolvedAt: null, proposedAt: { not: null }, conversion: { status: { not: 'disputed' } } },
    orderBy: { proposedAt: 'asc' },
    select: { id: true, partnerId: true, proposedAt: true, holdsFrom: true },
  })
  let count = 0
  for (const { id, partnerId, proposedAt, holdsFrom: from } of waiting) {
    if (signal?.aborted || !proposedAt || holdsFrom(proposedAt) > now) break
    const settle = (giveUp?: Failure) =>
      inTurn(db, partnerId, async (tx) => {
        const failure = giveUp ?? (await voidIfDue(tx, { db, siteUrl }, id, now))
        if (failure !== 'voided' && failure !== 'over') await noteLateVoid(tx, siteUrl, id, failure, now)
        return failure === 'voided'
      })
    try {
      if (await settle()) count++
    } catch (error) {
      if (isDatabaseAway(error) && !isTransactionOver(error)) throw error
      log.error({ err: error, flagId: id }, 'a rejected sale was not voided')
      // A transaction that was too slow says nothing about the sale: it may have waited for a large order file.
      if (from && isGivenUp(from, now) && !isTransactionOver(error)) await settle('error')
    }
  }
  return count
}

async function voidIfDue(
  tx: Tx,
  shop: { db: Db; siteUrl: string },
  id: string,
  now: Date,
): Promise<'voided' | 'over' | Failure> {
  const flag = await getFlag(tx, id)
  const { resolvedAt, proposedAt, proposedById, conversionId, conversion, resolution } = flag
  if (resolvedAt || !proposedAt || !conversionId || holdsFrom(proposedAt) > now) return 'over'
  if (conversion?.status === 'disputed') return 'over'
  if (!proposedById || !(await countsStill(tx, proposedById, flag.partnerId, now))) return 'proposer'
  if (!(await mayVoidAlone(tx, proposedById, { conversionId, proposedAt }, now))) return 'amount'
  await voidSale(tx, { ...shop, visit: null, actorId: proposedById }, flag, resolution, now)
  return 'voided'
}

/** Reports a late void once. Does nothing if no time was announced, or if the failure has already been reported. */
async function noteLateVoid(tx: Tx, siteUrl: string, id: string, failure: Failure, now: Date): Promise<void> {
  const { partnerId, holdsFrom: from, conversion, conversionId } = await getFlag(tx, id)
  if (!from || from > now || !conversion || !conversionId) return
  await tx.conversionFlag.update({ where: { id }, data: { holdsFrom: null, failure: FAILURES[failure] } })
  const sale = { id: conversionId, ...conversion }
  await emailLateVoid(tx, siteUrl, { partnerId, sale, about: 'flag', holdsFrom: from }, failure)
}

async function voidSale(
  tx: Tx,
  { db, visit, siteUrl, actorId }: { db: Db; visit: Visit | null; siteUrl: string; actorId: string },
  flag: Awaited<ReturnType<typeof getFlag>>,
  finding: string,
  now: Date,
): Promise<void> {
  const { id, conversionId, partnerId, kind } = flag
  if (!conversionId) throw new Error(`Flag ${id} is not about a sale.`)
  const owedMinor = await owedFor(tx, conversionId)
  const aloneMinor = visit ? null : await inBaseMinor(tx, conversionId)
  await close(tx, id, { resolvedById: actorId, resolution: finding }, now)
  const stored = await tx.conversion.update({
    where: { id: conversionId },
    data: { voidReason: rejectedBecause(finding) },
    include: { lines: { orderBy: { place: 'asc' } } },
  })
  const { refunds } = await storeRefunds(tx, stored, [])
  const facts = { ...storedFacts(stored), refunds, hashOf: await hasherOf(db) }
  const { status } = await reviseSale(tx, stored, facts, now, { actor: 'admin', actorId })
  await tellPartner(tx, siteUrl, flag, finding, { state: 'does_not_count', from: null })
  const data = {
    kind,
    partnerId,
    conversionId,
    outcome: 'does_not_count',
    resolution: finding,
    ...(aloneMinor !== null && { [ALONE]: Number(aloneMinor) }),
    ...changedFields({ status: stored.status, owedMinor }, { status, owedMinor: await owedFor(tx, conversionId) }),
  }
  await writeAudit(db, visit, { actorId, action: 'flag_resolved', subjectId: id, data }, tx)
}

const getFlag = (tx: Tx, id: string) =>
  tx.conversionFlag.findUniqueOrThrow({
    where: { id },
    include: { conversion: { select: { status: true, orderName: true, externalId: true } } },
  })

async function close(
  tx: Tx,
  id: string,
  found: { resolvedById: string; resolution: string },
  now: Date,
): Promise<void> {
  await tx.conversionFlag.update({
    where: { id },
    data: { resolvedAt: now, ...found, proposedAt: null, proposedById: null, holdsFrom: null, failure: '' },
  })
}

async function tellPartner(
  tx: Tx,
  siteUrl: string,
  { partnerId, kind, conversionId, conversion }: Awaited<ReturnType<typeof getFlag>>,
  resolution: string,
  judged: { state: JudgedState; from: Date | null },
): Promise<void> {
  const { recipient } = await billedParty(tx, partnerId)
  const sale = conversionId &&
    conversion && { id: conversionId, orderName: conversion.orderName || conversion.externalId, ...judged }
  const about = { siteUrl, ...recipient, flag: FLAGS[kind as FlagKind], sale: sale || null, resolution }
  await queueMail(tx, { to: recipient.email, ...flagResolved(about) })
}
