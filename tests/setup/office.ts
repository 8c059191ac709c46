import { worthShown } from '#server/sales/as-shown.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import { resolveFlag } from '#server/sales/resolve-flag.service.ts'
import type { Db } from '#server/platform/db.ts'
import { createPartnerAsk, createUser } from '#tests/factories.ts'
import { createSeller, minutesAfter, ORDERED, signal, storeOrder } from './sales.ts'
import { createVisit } from './visit.ts'

/** Creates an administrator's context. */
export async function createAdminAsk(db: Db) {
  const user = await createUser(db, { role: 'admin' })
  const { viewer } = await createPartnerAsk(db)
  return { db, visit: createVisit(), viewer: { ...viewer, userId: user.id, role: 'admin' as const } }
}

/** Creates a sale of 100 pounds with 10 owed: 'pending', or 'confirmed' 31 days after its order. */
export async function createOwedSale(db: Db, status: 'pending' | 'confirmed' = 'confirmed') {
  const seller = await createSeller(db)
  const partnerId = seller.partner.id
  const click = await seller.click()
  const order = storeOrder({ signals: [signal({ clickId: click.id })] })
  const { conversionId } = await recordOrder(db, partnerId, order, minutesAfter(ORDERED, 5))
  if (status === 'confirmed') await confirmDue(db, minutesAfter(ORDERED, 31 * 1_440))
  return { partnerId, saleId: conversionId ?? '', order }
}

type Admin = Awaited<ReturnType<typeof createAdminAsk>>

/** Makes two administrators decide that a sale does not count, so that the decision takes effect. */
export async function findVoid(
  [one, two]: readonly [Admin, Admin],
  { flagId, resolution }: { flagId: string; resolution: string },
  now?: Date,
): Promise<void> {
  const { conversion } = await one.db.conversionFlag.findUniqueOrThrow({
    where: { id: flagId },
    include: { conversion: true },
  })
  const found = {
    flagId,
    worth: conversion ? worthShown(conversion) : '',
    outcome: 'does_not_count',
    resolution,
  } as const
  const { isWaiting } = await resolveFlag(one, found, now)
  if (isWaiting) await resolveFlag(two, found, now)
}

/** Makes two independent administrators request the same action, so that it takes effect. */
export async function askTwice<T>(db: Db, ask: (admin: Admin) => Promise<T>, first?: Admin): Promise<T> {
  await ask(first ?? (await createAdminAsk(db)))
  return ask(await createAdminAsk(db))
}

/**
 * Records that an account became an administrator, by default long enough ago to move money. `by` is null for the
 * command line.
 */
export async function madeAdmin(db: Db, userId: string, by: string | null, at = new Date('2021-01-01')): Promise<void> {
  const data = { before: { role: 'customer' }, after: { role: 'admin' } }
  await db.auditEntry.create({ data: { action: 'role_changed', subjectId: userId, actorId: by, at, data } })
}
