import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { BilledTo } from '#server/sales/invoices/billed-party.ts'
import { numbersIn, proposePayments, type KnownInvoice, type Proposal } from './propose-payments.ts'

const SHOWN = {
  ...{ id: true, place: true, bookedOn: true, amountMinor: true, currency: true, reference: true, payer: true },
  ...{ payerIban: true, recordedAt: true, undoneAt: true, undoReason: true },
  invoice: { select: { id: true, number: true } },
} satisfies Prisma.BankLineSelect

/** A line of a statement. */
export type BankLine = Prisma.BankLineGetPayload<{ select: typeof SHOWN }>

/** Reads the lines of a statement in their order, with a proposal for each that is not recorded yet. */
export async function matchLines(
  db: Db | Prisma.TransactionClient,
  statementId: string,
): Promise<{ lines: BankLine[]; proposals: Map<string, Proposal> }> {
  const lines = await db.bankLine.findMany({ where: { statementId }, orderBy: { place: 'asc' }, select: SHOWN })
  const open = lines.filter(({ recordedAt }) => recordedAt === null)
  const numbers = [...new Set(open.flatMap(({ reference }) => numbersIn(reference)))]
  const amounts = [...new Set(open.map(({ amountMinor }) => amountMinor))]
  const found = open.length
    ? await db.invoice.findMany({
        where: {
          OR: [{ number: { in: numbers } }, { kind: 'invoice', status: 'open', payableMinor: { in: amounts } }],
        },
        orderBy: [{ dueOn: 'asc' }, { number: 'asc' }],
        select: {
          ...{ id: true, number: true, kind: true, status: true, currency: true, payableMinor: true, billedTo: true },
          partner: { select: { businessName: true } },
        },
      })
    : []
  const invoices = found.map(({ billedTo, partner, ...invoice }): KnownInvoice => {
    const { businessName, legalName } = billedTo as BilledTo
    return { ...invoice, names: [legalName ?? '', businessName, partner.businessName].filter(Boolean) }
  })
  return { lines, proposals: proposePayments(open, invoices) }
}
