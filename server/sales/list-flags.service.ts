import { describeDeciding } from '#server/two-people/money-policy.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import type { FlagKind } from './flags.values.ts'
import type { FlagsQuery } from './sales-for-admins.schema.ts'
import { listWaitingForRate } from './take-up-sales.ts'

const PAGE_SIZE = 25

/**
 * Lists open flags of all sales and stores for administrators, the oldest first, 25 a page, and the currencies of sales
 * that wait for a rate. Amounts in minor units.
 */
export async function listOpenFlags({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>, { page }: FlagsQuery) {
  const where = { resolvedAt: null }
  const total = await db.conversionFlag.count({ where })
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.conversionFlag.findMany({
    where,
    orderBy: [{ raisedAt: 'asc' }, { id: 'asc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      id: true,
      kind: true,
      evidence: true,
      raisedAt: true,
      proposedAt: true,
      proposedById: true,
      resolution: true,
      holdsFrom: true,
      failure: true,
      partnerId: true,
      conversionId: true,
      partner: { select: { id: true, businessName: true } },
      conversion: { select: { orderName: true, externalId: true, status: true, netMinor: true, currency: true } },
    },
  })
  const finders = await db.user.findMany({
    where: { id: { in: rows.flatMap(({ proposedById }) => proposedById ?? []) }, role: 'admin', suspendedAt: null },
    select: { id: true, email: true },
  })
  const now = new Date()
  const proposals = rows.map(({ proposedById, partnerId }) => ({ proposedById: proposedById ?? '', partnerId }))
  const deciding = await describeDeciding(db, viewer.userId, proposals, now)
  const flags = rows.map(
    ({ kind, evidence, conversion, proposedAt, proposedById, resolution, holdsFrom, failure, ...row }, index) => {
      const finder = finders.find(({ id }) => id === proposedById)
      return {
        ...row,
        kind: kind as FlagKind,
        conversion: conversion && { ...conversion, netMinor: Number(conversion.netMinor) },
        evidence: evidence as Record<string, string | number>,
        /** Set if an administrator has decided that the sale does not count. */
        found: proposedAt &&
          finder && {
            by: finder.email,
            isOwn: finder.id === viewer.userId,
            finding: resolution,
            // While a sale is disputed, only the dispute decides about it.
            holdsFrom: conversion?.status === 'disputed' ? null : holdsFrom,
            failure,
            ...(deciding[index] ?? { obstacle: null, deciders: [], canReject: false }),
          },
      }
    },
  )
  return { flags, total, page: shown, totalPages, waitingForRate: await listWaitingForRate(db) }
}
