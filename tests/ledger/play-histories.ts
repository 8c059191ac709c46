import { expect } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { getPaymentSummary } from '#server/analytics/payment-summary.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { markPaid } from '#server/sales/invoices/mark-paid.service.ts'
import { exportLedger } from '#server/sales/ledger/export-ledger.service.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { hasherOf, inTurn, recordInTurn, recordRefund } from '#server/sales/record-order.ts'
import { worthShown } from '#server/sales/as-shown.ts'
import { resolveFlag } from '#server/sales/resolve-flag.service.ts'
import { createPartnerAsk, createProduct } from '#tests/factories.ts'
import { createAdminAsk } from '#tests/setup/office.ts'
import { createSellerProfile, STANDARD } from '#tests/setup/sales.ts'
import { verifyLedger } from '../../scripts/ledger-verify.mjs'
import { payByBank, undoLastPayment } from './bank-payments.ts'
import { Model, type ModelTerms } from './model.ts'
import { CURRENCIES, drawHistories, type Step } from './random-histories.ts'

const SITE = 'https://wtf.example'
const MAX_STATEMENTS = 24
const BROKEN_SHARE = 0.12
const BY_VALUE = [
  { from: 0, upTo: 2_500_000, bps: 1_000 },
  { from: 2_500_000, upTo: 7_500_000, bps: 800 },
  { from: 7_500_000, upTo: 12_500_000, bps: 600 },
  { from: 12_500_000, upTo: Infinity, bps: 500 },
]
/** Tiers with low thresholds, because a month has only about ten sales. */
const BY_COUNT = [
  { from: 0, upTo: 2, bps: 1_000 },
  { from: 2, upTo: 5, bps: 1_501 },
  { from: 5, upTo: Infinity, bps: 333 },
]
const UNITS = { GBP: 100, EUR: 100, JPY: 1, KWD: 1_000 }
const ALSO = [
  { currency: 'JPY', toBase: 0.0067, asOf: new Date('2026-01-01') },
  { currency: 'KWD', toBase: 3.251, asOf: new Date('2026-01-01') },
]

export interface Played {
  orders: number
  sales: number
  messages: number
  entries: number
  invoices: number
  /** The number of interrupted transactions. */
  broken: number
}

class BrokenOffError extends Error {}

/** Returns a database whose next transaction is interrupted before its nth statement. */
function breaking(db: Db, statement: number): Db {
  let left = statement
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(owner, name) {
        const value = Reflect.get(owner, name) as unknown
        if (typeof value === 'function')
          return (...given: unknown[]) => {
            if (--left === 0) throw new BrokenOffError()
            return (value as (...given: unknown[]) => unknown).apply(owner, given)
          }
        return typeof value === 'object' && value !== null ? counted(value) : value
      },
    })
  return new Proxy(db, {
    get(owner, name) {
      if (name !== '$transaction') return Reflect.get(owner, name) as unknown
      return (work: (tx: Prisma.TransactionClient) => Promise<unknown>, options: object) =>
        owner.$transaction((tx) => work(counted(tx)), options)
    },
  })
}

/**
 * Plays histories of one partner in a database without other sales, and compares them with the model. Interrupts some
 * steps at any statement, and repeats them. @throws on a difference
 */
export async function playHistories(db: Db, random: () => number, count: number, name: number): Promise<Played> {
  const { id: partnerId } = (await createPartnerAsk(db)).partner
  const ask = { ...(await createAdminAsk(db)), colleague: (await createAdminAsk(db)).viewer }
  const product = await createProduct(db, { partnerId })
  const { planId, terms } = await draftTerms(db, name)
  await db.partnerAgreement.create({
    data: { partnerId, planId, termsVersion: '1', acceptedAt: new Date('2026-01-01') },
  })
  const { steps, clicks, goodClicks } = drawHistories(random, count, name)
  // The partners of one database share a seller.
  const hasSeller = (await db.sellerProfile.count()) > 0
  await db.outboundClick.createMany({
    data: clicks.map(({ id, clickedAt }) => ({
      id,
      clickedAt,
      expiresAt: new Date(clickedAt.getTime() + 30 * 86_400_000),
      partnerId,
      productId: product.id,
      visitorId: 'visitor',
      surface: 'product',
      destinationUrl: '',
      destinationHost: '',
      priceMinor: 1,
      currency: 'GBP',
      browserFamily: '',
      country: '',
      isValid: true,
    })),
  })
  const model = new Model((clickId) => goodClicks.has(clickId), terms)

  if (hasSeller) model.sell()

  const played: Played = { orders: count, sales: 0, messages: 0, entries: 0, invoices: 0, broken: 0 }
  for (const step of steps) {
    if (random() < BROKEN_SHARE) {
      const isDone = await take(
        { ...ask, db: breaking(db, 1 + Math.floor(random() * MAX_STATEMENTS)) },
        partnerId,
        step,
      ).then(
        () => true,
        (error: unknown) => {
          if (error instanceof BrokenOffError) return false
          throw error
        },
      )
      if (isDone) tell(model, step)
      else played.broken++
    }
    await take(ask, partnerId, step)
    tell(model, step)
    if (step.kind === 'order' || step.kind === 'refund') played.messages++
  }
  await compare(db, partnerId, model, played)
  return played
}

/** Creates a draft plan. Every third partner's tiers depend on the number of sales. */
async function draftTerms(db: Db, name: number): Promise<{ planId: string; terms: ModelTerms }> {
  await db.exchangeRate.createMany({ data: ALSO, skipDuplicates: true })
  const found = await db.exchangeRate.findMany({ where: { currency: { in: [...CURRENCIES] } } })
  const toBase = (code: string) =>
    BigInt(Math.round(Number(found.find(({ currency }) => currency === code)?.toBase) * 1e6))
  const rates = CURRENCIES.map((code) => {
    const elevenDigits = (toBase(code) * 10n ** 11n) / toBase('GBP')
    return [code, { rate: (elevenDigits + 5n) / 10n, unit: UNITS[code] }] as const
  })
  const known = { rates: Object.fromEntries(rates) }
  if (name % 3 !== 2) return { planId: STANDARD, terms: { ...known, basis: 'sales_value', tiers: BY_VALUE } }
  const tiers = BY_COUNT.map(({ from, upTo, bps }) => ({
    name: `From ${from}`,
    fromValue: from,
    upTo: upTo === Infinity ? null : upTo,
    rateBps: bps,
  }))
  const planId = newId()
  await db.commissionPlan.create({
    data: {
      id: planId,
      name: `Counted ${name}`,
      version: 1,
      basis: 'sales_count',
      currency: 'GBP',
      tiers: { create: tiers },
    },
  })
  return { planId, terms: { ...known, basis: 'sales_count', tiers: BY_COUNT } }
}

/** The context of an administrator with a colleague. */
type Ask = Parameters<typeof resolveFlag>[0] & { colleague: Viewer }

async function take(ask: Ask, partnerId: string, step: Step): Promise<unknown> {
  const { db } = ask
  const now = new Date(step.at)
  // Large orders wait for the partner, who confirms all of them here.
  if (step.kind === 'order') {
    const hashOf = await hasherOf(db)
    return inTurn(db, partnerId, (tx) => recordInTurn(tx, partnerId, step.order, { now, hashOf, isConfirmed: true }))
  }
  if (step.kind === 'refund') return recordRefund(db, partnerId, step.orderId, step.refund, now)
  if (step.kind === 'judge') {
    const conversion = { partnerId, externalId: step.orderId }
    const flag = await db.conversionFlag.findFirst({
      where: { conversion, resolvedAt: null },
      include: { conversion: true },
    })
    if (!flag?.conversion) return
    const found = { flagId: flag.id, worth: worthShown(flag.conversion), resolution: 'Looked at.' }
    if (step.counts) return resolveFlag(ask, { ...found, outcome: 'counts' }, now)
    // The first administrator has already decided if the last attempt was interrupted.
    const isFoundByOne = flag.proposedAt !== null
    const first = isFoundByOne ? null : await resolveFlag(ask, { ...found, outcome: 'does_not_count' }, now)
    if (first && !first.isWaiting) return
    return resolveFlag({ ...ask, viewer: ask.colleague }, { ...found, outcome: 'does_not_count' }, now)
  }
  if (step.kind === 'pay') {
    const open = { partnerId, kind: 'invoice', status: 'open' } as const
    const invoice = await db.invoice.findFirst({ where: open, orderBy: { month: 'asc' } })
    if (!invoice) return
    // The first administrator has already requested it if the last attempt was interrupted.
    const waits = await db.approval.count({ where: { subjectId: invoice.id, status: 'open' } })
    if (!waits) await markPaid(ask, { invoiceId: invoice.id, note: '' }, now)
    return markPaid({ ...ask, viewer: ask.colleague }, { invoiceId: invoice.id, note: '' }, now)
  }
  if (step.kind === 'payByBank') return payByBank(ask, partnerId, now)
  if (step.kind === 'undoPayment') return undoLastPayment(ask, partnerId, now)
  if (step.kind === 'sell') return createSellerProfile(db)
  if (step.kind === 'move') {
    const country = step.isAbroad ? 'US' : 'GB'
    const details = { legalName: 'A brand', address: '', country, vatNumber: '', purchaseOrder: '' }
    return db.billingProfile.upsert({ where: { partnerId }, create: { partnerId, ...details }, update: details })
  }
  return step.kind === 'confirm' ? confirmDue(db, now) : closeMonths(db, SITE, now)
}

function tell(model: Model, step: Step): void {
  if (step.kind === 'order') model.order(step.order, step.at)
  else if (step.kind === 'refund') model.refund(step.orderId, step.refund, step.at)
  else if (step.kind === 'judge') model.judge(step.orderId, step.counts, step.at)
  else if (step.kind === 'move') model.move(step.isAbroad)
  else model[step.kind](step.at)
}

async function compare(db: Db, partnerId: string, model: Model, played: Played): Promise<void> {
  const sales = await db.conversion.findMany({ where: { partnerId } })
  const entries = await db.commissionEntry.findMany({ where: { partnerId }, orderBy: { seq: 'asc' } })
  const invoices = await db.invoice.findMany({ where: { partnerId }, orderBy: { month: 'asc' } })
  const found = new Map(
    sales.map((sale) => [
      sale.externalId,
      {
        status: sale.status as string,
        net: Number(sale.netMinor),
        ledgerNet: Number(sale.ledgerNetMinor),
        month: sale.month?.getTime() ?? 0,
        position: Number(sale.monthPosition),
        entries: entries
          .filter(({ conversionId }) => conversionId === sale.id)
          .map((entry) => ({
            kind: entry.kind as string,
            tier: entry.tierFrom,
            base: Number(entry.baseMinor),
            amount: Number(entry.amountMinor),
            month: entry.month?.getTime(),
            position: Number(entry.position),
          })),
      },
    ]),
  )
  const expected = new Map(
    [...model.sales].map(([id, { status, net, ledgerNet, month, position, entries: saleEntries }]) => [
      id,
      {
        status: status as string,
        net,
        ledgerNet,
        month,
        position,
        entries: saleEntries.map(({ at: _at, isInvoiced: _isInvoiced, ...entry }) => entry),
      },
    ]),
  )
  for (const [id, sale] of expected) expect({ id, ...found.get(id) }).toEqual({ id, ...sale })
  expect(found.size).toBe(expected.size)
  const paper = invoices.map((invoice) => ({
    month: invoice.month.getTime(),
    total: Number(invoice.totalMinor),
    vat: Number(invoice.vatMinor),
    credit: Number(invoice.creditMinor),
    payable: Number(invoice.payableMinor),
    isPaid: invoice.status === 'paid',
  }))
  expect(paper).toEqual(model.invoices)
  const { paid, processing, credit } = await db.$transaction((tx) => getPaymentSummary(tx, partnerId, 'GBP'))
  expect({ paid: paid.minor, processing: processing.minor, credit: credit.minor }).toEqual(model.summary())
  let file = ''
  for await (const part of await exportLedger({ db, partner: { id: partnerId } })) file += part
  expect(verifyLedger(Buffer.from(file)).problem).toBeNull()
  Object.assign(played, { sales: sales.length, entries: entries.length, invoices: invoices.length })
}
