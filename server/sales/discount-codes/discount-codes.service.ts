import { agreementInForce } from '#server/partners/plan-in-force.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { MAX_CODES, type DiscountCodeInput } from './discount-codes.schema.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'visit' | 'partner'>

/**
 * Lists the codes that the partner gives out for us, active ones first, and whether a code alone earns a commission.
 * `codesEarn` is null if the partner has not accepted a plan.
 */
export async function listCodes({ db, partner }: Pick<Ask, 'db' | 'partner'>) {
  const [codes, agreement] = await Promise.all([
    db.discountCode.findMany({
      where: { partnerId: partner.id },
      orderBy: [{ retiredAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'asc' }],
      select: { code: true, createdAt: true, retiredAt: true },
    }),
    agreementInForce(db, partner.id, new Date()),
  ])
  const plan =
    agreement &&
    (await db.commissionPlan.findUniqueOrThrow({ where: { id: agreement.planId }, select: { codesEarn: true } }))
  return { codes, codesEarn: plan?.codesEarn ?? null }
}

/** Adds a code, or reactivates a retired one. @throws AppError conflict, too_many */
export async function addDiscountCode({ db, viewer, visit, partner }: Ask, { code }: DiscountCodeInput): Promise<void> {
  const where = { partnerId: partner.id }
  await db.$transaction(async (tx) => {
    // Locks the partner, so that simultaneous requests are counted one after the other.
    await tx.$executeRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    const known = await tx.discountCode.findUnique({ where: { partnerId_code: { ...where, code } } })
    if (known && !known.retiredAt)
      throw new AppError('conflict', 'This code is already on the list.', { field: 'code' })
    if (!known && (await tx.discountCode.count({ where: where })) >= MAX_CODES)
      throw new AppError('too_many', `A store can have up to ${MAX_CODES} codes.`)
    if (known)
      await tx.discountCode.update({ where: { partnerId_code: { ...where, code } }, data: { retiredAt: null } })
    else await tx.discountCode.create({ data: { ...where, code } })
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'discount_code_added', subjectId: partner.id, data: { code } },
      tx,
    )
  })
}

/** Retires a code: it does not count for orders from now on. @throws AppError not_found */
export async function retireCode({ db, viewer, visit, partner }: Ask, { code }: DiscountCodeInput): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.discountCode.updateMany({
      where: { partnerId: partner.id, code, retiredAt: null },
      data: { retiredAt: new Date() },
    })
    if (!count) throw new AppError('not_found', 'Code not found.')
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'discount_code_retired', subjectId: partner.id, data: { code } },
      tx,
    )
  })
}
