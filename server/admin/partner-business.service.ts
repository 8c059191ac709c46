import { AppError } from '#server/platform/errors.ts'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { agreementInForce } from '#server/partners/plan-in-force.ts'
import { getPlan } from '#server/partners/commission-plan.service.ts'

const MAX_INVOICES = 12

/**
 * Returns a partner's sales by status, its plan in force, its latest store and its latest 12 invoices and credit
 * notes. `store` and `plan` are null if there is none. Amounts in minor units.
 * @throws AppError not_found
 */
export async function getPartnerBusiness(db: Db, partnerId: string, now = new Date()) {
  if (!isId(partnerId) || !(await db.partner.count({ where: { id: partnerId } })))
    throw new AppError('not_found', 'Partner not found.')
  const [sales, invoices, store, apiKeys, agreement] = await Promise.all([
    db.conversion.groupBy({ by: ['status'], where: { partnerId }, _count: true, orderBy: { status: 'asc' } }),
    db.invoice.findMany({
      where: { partnerId },
      orderBy: [{ month: 'desc' }, { number: 'desc' }],
      take: MAX_INVOICES,
      select: {
        id: true,
        kind: true,
        number: true,
        month: true,
        currency: true,
        dueOn: true,
        status: true,
        grossMinor: true,
      },
    }),
    db.shopifyConnection.findFirst({
      where: { partnerId },
      orderBy: { connectedAt: 'desc' },
      select: { shop: true, shopName: true, status: true, statusReason: true, lastOkAt: true, lastDeliveryAt: true },
    }),
    db.storeKey.count({ where: { partnerId, revokedAt: null } }),
    agreementInForce(db, partnerId, now),
  ])
  const plan = agreement && (await getPlan(db, agreement.planId))
  return {
    sales: sales.map(({ status, _count }) => ({ status, count: _count })),
    invoices: invoices.map(({ grossMinor, ...invoice }) => ({ ...invoice, grossMinor: Number(grossMinor) })),
    store,
    apiKeys,
    plan: plan && { name: plan.name, version: plan.version, currency: plan.currency },
  }
}
