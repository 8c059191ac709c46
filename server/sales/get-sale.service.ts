import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FlagKind } from './flags.values.ts'
import type { SaleInput } from './sales.schema.ts'
import { judgedSignal } from './store-order.schema.ts'

/** The partner that requests one of its sales. */
interface Asking {
  db: Db
  partner: { id: string }
}

/**
 * Returns a sale with its full history: the click, the order and its lines, the signals, the status changes, and the
 * entries with their invoices. Amounts in minor units, those of the order and its lines in its currency, those of
 * entries in the ledger's.
 * @throws AppError not_found
 */
export async function getSale({ db, partner }: Asking, { saleId }: SaleInput) {
  const sale = await db.conversion.findFirst({
    where: { id: saleId, partnerId: partner.id },
    include: {
      lines: { orderBy: { place: 'asc' } },
      transitions: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
      flags: { orderBy: { raisedAt: 'asc' } },
      disputes: { orderBy: { openedAt: 'asc' } },
      plan: { select: { id: true, name: true, version: true, basis: true, currency: true, tiers: true } },
      invoiceLines: { select: { invoice: { select: { id: true, number: true, kind: true, status: true } } } },
    },
  })
  if (!sale) throw new AppError('not_found', 'Sale not found.')
  const { plan } = sale
  const entries = await db.commissionEntry.findMany({ where: { conversionId: saleId }, orderBy: { seq: 'asc' } })
  const onInvoices = await db.invoiceEntry.findMany({
    where: { partnerId: partner.id, seq: { in: entries.map(({ seq }) => seq) } },
    select: { seq: true, invoice: { select: { id: true, number: true } } },
  })
  const tierName = (from: number | null) => plan?.tiers.find(({ fromValue }) => fromValue === from)?.name ?? ''
  return {
    id: sale.id,
    order: {
      id: sale.externalId,
      name: sale.orderName,
      source: sale.source,
      currency: sale.currency,
      orderedAt: sale.orderedAt,
      paidAt: sale.paidAt,
      cancelledAt: sale.cancelledAt,
      isTest: sale.isTest,
      channel: sale.channel,
      subtotalMinor: Number(sale.subtotalMinor),
      discountMinor: Number(sale.discountMinor),
      taxMinor: Number(sale.taxMinor),
      shippingMinor: Number(sale.shippingMinor),
      commissionableMinor: Number(sale.commissionableMinor),
      refundedMinor: Number(sale.refundedMinor),
      netMinor: Number(sale.netMinor),
    },
    status: sale.status,
    statusReason: sale.statusReason,
    matchLevel: sale.matchLevel,
    lockAt: sale.lockAt,
    confirmedAt: sale.confirmedAt,
    click: await clickOf({ db, partner }, sale.clickId),
    signals: judgedSignal.array().parse(sale.evidence),
    lines: sale.lines.map((line) => ({
      id: line.externalId,
      productId: line.productId,
      title: line.title,
      sku: line.sku,
      quantity: line.quantity,
      removedQuantity: line.removedQuantity,
      refundedQuantity: line.refundedQuantity,
      priceMinor: Number(line.priceMinor),
      discountMinor: Number(line.discountMinor),
      includedTaxMinor: Number(line.includedTaxMinor),
      refundedMinor: Number(line.refundedMinor),
      netMinor: Number(line.netMinor),
      leftOut: line.leftOut,
    })),
    transitions: sale.transitions.map(({ from, to, reason, actor, at }) => ({ from, to, reason, actor, at })),
    flags: sale.flags.map((flag) => ({
      kind: flag.kind as FlagKind,
      evidence: flag.evidence as Record<string, string | number>,
      raisedAt: flag.raisedAt,
      resolvedAt: flag.resolvedAt,
      resolution: flag.resolution,
      /** Whether one administrator has decided that the sale does not count, and a second one has to agree. */
      isWaiting: flag.proposedAt !== null,
    })),
    disputes: sale.disputes.map(({ reason, openedAt, outcome, decision, decidedAt }) => ({
      reason,
      openedAt,
      outcome,
      decision,
      decidedAt,
    })),
    plan: plan && { id: plan.id, name: plan.name, version: plan.version, basis: plan.basis, currency: plan.currency },
    ledger: {
      currency: sale.ledgerCurrency,
      rate: sale.ledgerRate,
      rateAsOf: sale.ledgerRateAsOf,
      netMinor: Number(sale.ledgerNetMinor),
      month: sale.month,
      position: Number(sale.monthPosition),
      owedMinor: Number(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
    },
    entries: entries.map((entry) => ({
      seq: entry.seq,
      kind: entry.kind,
      tier: tierName(entry.tierFrom),
      rateBps: entry.rateBps,
      baseMinor: Number(entry.baseMinor),
      amountMinor: Number(entry.amountMinor),
      currency: entry.currency,
      month: entry.month,
      position: Number(entry.position),
      effectiveAt: entry.effectiveAt,
      reason: entry.reason,
      actor: entry.actor,
      /** The first digits of the hash. */
      hash: Buffer.from(entry.hash).toString('hex').slice(0, 12),
      invoice: onInvoices.find(({ seq }) => seq === entry.seq)?.invoice ?? null,
    })),
    invoices: [...new Map(sale.invoiceLines.map(({ invoice }) => [invoice.id, invoice])).values()],
  }
}

/** Returns the click that led to the store; null if it is deleted or there was none. */
async function clickOf({ db, partner }: Asking, clickId: string | null) {
  if (clickId === null) return null
  const click = await db.outboundClick.findFirst({ where: { id: clickId, partnerId: partner.id } })
  if (!click) return null
  // eslint-disable-next-line house/listed-products -- the partner's own product, listed or not
  const product = await db.product.findFirst({
    where: { id: click.productId, partnerId: partner.id },
    select: { id: true, name: true },
  })
  return {
    id: click.id,
    clickedAt: click.clickedAt,
    expiresAt: click.expiresAt,
    surface: click.surface,
    agent: click.agent,
    destinationUrl: click.destinationUrl,
    priceMinor: click.priceMinor,
    currency: click.currency,
    stock: click.stock,
    country: click.country,
    browserFamily: click.browserFamily,
    product,
  }
}

/** Returns a sale of any partner, with the partner's name, for administrators. @throws AppError not_found */
export async function getAnySale(db: Db, { saleId }: SaleInput) {
  const owner = await db.conversion.findUnique({
    where: { id: saleId },
    select: { partner: { select: { id: true, businessName: true } } },
  })
  if (!owner) throw new AppError('not_found', 'Sale not found.')
  return { partner: owner.partner, ...(await getSale({ db, partner: owner.partner }, { saleId })) }
}
