import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { hashEmail } from './customer-hash.ts'
import type { AddStaffInput, RemoveStaffInput } from './own-staff.schema.ts'
import { knownAddresses } from './partners-people.ts'

type Act = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const MAX_STAFF = 200

/**
 * Lists the people whose purchases at a partner earn no commission. `known` are the addresses of its account and its
 * team. `added` are addresses that administrators added, of which only a label is readable. Times are UTC.
 */
export async function listStaff(db: Db, partnerId: string) {
  if (!isId(partnerId)) throw new AppError('not_found', 'Partner not found.')
  const [known, added] = await Promise.all([
    knownAddresses(db, partnerId),
    db.partnerStaff.findMany({
      where: { partnerId },
      select: { id: true, label: true, addedAt: true, addedBy: { select: { email: true } } },
      orderBy: [{ addedAt: 'desc' }, { id: 'desc' }],
    }),
  ])
  return { known, added }
}

/**
 * Adds an address whose purchases earn no commission. Stores only its keyed hash. Existing sales are checked against it
 * when their store next reports them.
 * @throws AppError as `assertMayMoveMoney`; conflict at 'email' for an address that is listed already; too_many;
 * not_found
 */
export async function addStaff({ db, visit, viewer }: Act, { partnerId, email, label }: AddStaffInput): Promise<void> {
  const customerHash = await hashEmail(db, email)
  await db.$transaction(async (tx) => {
    const found = await tx.$queryRaw<unknown[]>`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
    if (!found.length) throw new AppError('not_found', 'Partner not found.')
    await assertMayMoveMoney(tx, { action: 'own_staff', by: viewer.userId, partnerId }, new Date())
    const isKnown =
      (await knownAddresses(tx, partnerId)).some((each) => each.toLowerCase() === email) ||
      (await tx.partnerStaff.count({ where: { partnerId, customerHash } })) > 0
    if (isKnown) throw new AppError('conflict', 'This email address is already on the list.', { field: 'email' })
    if ((await tx.partnerStaff.count({ where: { partnerId } })) >= MAX_STAFF)
      throw new AppError('too_many', `A partner can have up to ${MAX_STAFF} email addresses.`)
    const { id } = await tx.partnerStaff.create({
      data: { partnerId, customerHash, label, addedById: viewer.userId },
      select: { id: true },
    })
    const data = { staffId: id, before: null, after: { label } }
    const note = { actorId: viewer.userId, action: 'partner_staff_added', subjectId: partnerId, data }
    await writeAudit(db, visit, note, tx)
  })
}

/**
 * Removes an address, so its future purchases earn commission again. @throws AppError as `assertMayMoveMoney`; conflict
 * if it no longer exists
 */
export async function removeStaff({ db, visit, viewer }: Act, { partnerId, staffId }: RemoveStaffInput): Promise<void> {
  await db.$transaction(async (tx) => {
    await assertMayMoveMoney(tx, { action: 'own_staff', by: viewer.userId, partnerId }, new Date())
    const [staff] = await tx.$queryRaw<Array<{ label: string }>>`
      DELETE FROM partner_staff WHERE id = ${staffId}::uuid AND partner_id = ${partnerId}::uuid RETURNING label`
    if (!staff) throw new AppError('conflict', 'This email address is no longer on the list. Nothing was changed.')
    const data = { staffId, before: { label: staff.label }, after: null }
    const note = { actorId: viewer.userId, action: 'partner_staff_removed', subjectId: partnerId, data }
    await writeAudit(db, visit, note, tx)
  })
}
