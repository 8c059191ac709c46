import type { Db } from '#server/platform/db.ts'
import type { AllInvoicesQuery } from '#server/sales/sales-for-admins.schema.ts'
import { getSeller } from '#server/sales/billing/seller-profile.service.ts'
import { listOpenCredit } from './credit.ts'

const PAGE_SIZE = 25

/**
 * Lists invoices of all partners for administrators, 25 a page: open ones by due date, others the latest first.
 * Includes unused credit, and whether there is a seller profile. Amounts in minor units.
 */
export async function listAllInvoices(db: Db, { status, page }: AllInvoicesQuery) {
  const counted = await db.invoice.groupBy({ by: ['status'], where: { kind: 'invoice' }, _count: true })
  const countOf = (each: string) => counted.find((row) => row.status === each)?._count ?? 0
  const counts = { open: countOf('open'), paid: countOf('paid'), settled: countOf('settled') }
  const totalPages = Math.max(1, Math.ceil(counts[status] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.invoice.findMany({
    where: { kind: 'invoice', status },
    orderBy: status === 'open' ? [{ dueOn: 'asc' }, { number: 'asc' }] : [{ month: 'desc' }, { number: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      id: true,
      number: true,
      month: true,
      currency: true,
      dueOn: true,
      status: true,
      payableMinor: true,
      paidAt: true,
      paymentNote: true,
      partner: { select: { id: true, businessName: true } },
    },
  })
  const invoices = rows.map(({ payableMinor, ...row }) => ({ ...row, payableMinor: Number(payableMinor) }))
  const hasSeller = (await getSeller(db, new Date())) !== null
  return { invoices, counts, page: shown, totalPages, hasSeller, openCredit: await listOpenCredit(db) }
}
