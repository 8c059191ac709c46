import { createHash } from 'node:crypto'
import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { Turns } from '#server/platform/turns.ts'
import { writtenFirst, type Append } from '#server/platform/written-first.ts'
import { entryFacts, FIRST_HASH } from './entry-hash.ts'

/** `scripts/ledger-verify.mjs` reads this format: change both, and the version. */
const FORMAT_VERSION = 3
const AT_ONCE = 2_000
const PATIENCE_MS = 600_000
/** Each export uses one database connection while it is written. */
const ofPartner = new Turns({ atOnce: 1, waiting: 0, retryAfterSeconds: 5 })
const ofAll = new Turns({ atOnce: 2, waiting: 0, retryAfterSeconds: 5 })

/**
 * Exports the partner's entire ledger as NDJSON in batches: a header, the plans, the sales without personal data, the
 * entries with their hashes, and the invoices. The last line has the number of lines and the SHA-256 of all bytes
 * before it. Uses one snapshot. Amounts are in minor units; `unit` is the number of minor units in one unit.
 * @throws TooMuchAsked while another export of the partner, or two of anyone, are being written
 */
export function exportLedger(
  { db, partner }: Pick<PartnerAsk, 'db' | 'partner'>,
  now = new Date(),
): Promise<AsyncGenerator<string>> {
  const write = (append: Append) => writeLedger(db, partner.id, now, append)
  return ofPartner.run(partner.id, () => ofAll.run('all', () => writtenFirst(write)))
}

async function writeLedger(db: Db, partnerId: string, now: Date, append: Append): Promise<void> {
  const isolationLevel = Prisma.TransactionIsolationLevel.RepeatableRead
  await db.$transaction(
    async (tx) => {
      const hash = createHash('sha256')
      let lines = 0
      for await (const batch of readLedger(tx, partnerId, now)) {
        const text = batch.map((line) => `${JSON.stringify(line)}\n`).join('')
        lines += batch.length
        hash.update(text)
        await append(text)
      }
      await append(`${JSON.stringify({ type: 'end', lines, sha256: hash.digest('hex') })}\n`)
    },
    { isolationLevel, timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}

async function* readLedger(tx: Prisma.TransactionClient, partnerId: string, now: Date): AsyncGenerator<object[]> {
  const head = await tx.ledgerHead.findUnique({ where: { partnerId } })
  const sums = await tx.invoice.groupBy({
    by: ['currency'],
    where: { partnerId },
    _count: true,
    _sum: { totalMinor: true },
    orderBy: { currency: 'asc' },
  })
  yield [
    {
      type: 'header',
      format: 'wtf-ledger',
      version: FORMAT_VERSION,
      partnerId,
      madeAt: now.toISOString(),
      entries: head?.seq ?? 0,
      head: hex(head?.hash ?? FIRST_HASH),
      invoices: sums.map(({ currency, _count, _sum }) => ({
        currency,
        count: _count,
        total: Number(_sum.totalMinor),
      })),
    },
  ]
  const plans = await tx.commissionPlan.findMany({
    where: { conversions: { some: { partnerId } } },
    orderBy: [{ name: 'asc' }, { version: 'asc' }],
    include: { tiers: { orderBy: { fromValue: 'asc' } } },
  })
  yield plans.map(({ id, name, version, basis, currency, tiers }) => ({
    type: 'plan',
    id,
    name,
    version,
    basis,
    currency,
    tiers: tiers.map((tier) => ({ name: tier.name, from: tier.fromValue, upTo: tier.upTo, rateBps: tier.rateBps })),
  }))
  yield* readSales(tx, partnerId)
  yield* readEntries(tx, partnerId)
  yield* readInvoices(tx, partnerId)
}

async function* readSales(tx: Prisma.TransactionClient, partnerId: string): AsyncGenerator<object[]> {
  for (let after = ''; ;) {
    const sales = await tx.conversion.findMany({
      where: { partnerId, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
    })
    yield sales.map((sale) => ({
      type: 'conversion',
      id: sale.id,
      orderId: sale.externalId,
      orderedAt: sale.orderedAt.toISOString(),
      currency: sale.currency,
      unit: unitOf(sale.currency),
      commissionable: Number(sale.commissionableMinor),
      refunded: Number(sale.refundedMinor),
      isVoid: sale.cancelledAt !== null || sale.isTest || sale.voidReason !== '',
      net: Number(sale.netMinor),
      status: sale.status,
      level: sale.matchLevel,
      planId: sale.ledgerRate === null ? null : sale.planId,
      ledgerCurrency: sale.ledgerCurrency,
      ledgerUnit: sale.ledgerCurrency && unitOf(sale.ledgerCurrency),
      rate: sale.ledgerRate,
      month: sale.month?.toISOString().slice(0, 10) ?? null,
      position: Number(sale.monthPosition),
      ledgerNet: Number(sale.ledgerNetMinor),
    }))
    if (sales.length < AT_ONCE) return
    after = sales.at(-1)?.id ?? ''
  }
}

async function* readEntries(tx: Prisma.TransactionClient, partnerId: string): AsyncGenerator<object[]> {
  for (let after = 0; ;) {
    const entries = await tx.commissionEntry.findMany({
      where: { partnerId, seq: { gt: after } },
      orderBy: { seq: 'asc' },
      take: AT_ONCE,
    })
    yield entries.map((entry) => ({
      type: 'entry',
      facts: entryFacts(entry),
      previousHash: hex(entry.previousHash),
      hash: hex(entry.hash),
    }))
    if (entries.length < AT_ONCE) return
    after = entries.at(-1)?.seq ?? 0
  }
}

async function* readInvoices(tx: Prisma.TransactionClient, partnerId: string): AsyncGenerator<object[]> {
  const invoices = await tx.invoice.findMany({
    where: { partnerId },
    include: { vat: { orderBy: [{ treatment: 'asc' }, { rateBps: 'asc' }] } },
    orderBy: [{ issuedAt: 'asc' }, { number: 'asc' }],
  })
  for (const invoice of invoices) {
    // Reads one invoice at a time, because all of them together have as many entries as the partner.
    const [found] = await tx.$queryRaw<Array<{ seqs: number[] | null }>>`
      SELECT array_agg(seq ORDER BY seq) AS seqs FROM invoice_entries WHERE invoice_id = ${invoice.id}::uuid`
    yield [
      {
        type: 'invoice',
        number: invoice.number,
        kind: invoice.kind,
        month: invoice.month.toISOString().slice(0, 10),
        currency: invoice.currency,
        issuedAt: invoice.issuedAt.toISOString(),
        total: Number(invoice.totalMinor),
        vat: invoice.vat.map(({ treatment, rateBps, netMinor, vatMinor }) => ({
          treatment,
          rateBps,
          net: Number(netMinor),
          vat: Number(vatMinor),
        })),
        gross: Number(invoice.grossMinor),
        credit: Number(invoice.creditMinor),
        payable: Number(invoice.payableMinor),
        entries: found?.seqs ?? [],
      },
    ]
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
