import { expect } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { closeMonths } from '#server/sales/invoices/close-months.ts'
import { exportLedger } from '#server/sales/ledger/export-ledger.service.ts'
import { confirmDue } from '#server/sales/lifecycle.ts'
import { recordOrder, recordRefund } from '#server/sales/record-order.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'
import { verifyLedger } from '../../scripts/ledger-verify.mjs'
import { Model } from './model.ts'
import { drawHistories, type Step } from './random-histories.ts'

const SITE = 'https://wtf.example'
const MOST_STATEMENTS = 24
const BROKEN_SHARE = 0.12
const TIERS = [
  { from: 0, upTo: 2_500_000, bps: 1_000 },
  { from: 2_500_000, upTo: 7_500_000, bps: 800 },
  { from: 7_500_000, upTo: 12_500_000, bps: 600 },
  { from: 12_500_000, upTo: Infinity, bps: 500 },
]

export interface Played {
  orders: number
  sales: number
  messages: number
  entries: number
  invoices: number
  /** Transactions that were broken off. */
  broken: number
}

class BrokenOffError extends Error {}

/** A database whose next transaction ends without a word before its nth statement. */
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
 * Plays histories of one partner in a database without other sales, against the model. Some steps are broken off anywhere and come
 * again. @throws what differs
 */
export async function playHistories(db: Db, random: () => number, count: number, name: number): Promise<Played> {
  const partner = await createPartner(db)
  const { id: partnerId } = partner
  const product = await createProduct(db, { partnerId })
  await db.partnerAgreement.create({
    data: { partnerId, planId: STANDARD, termsVersion: '1', acceptedAt: new Date('2026-01-01') },
  })
  const { steps, clicks, goodClicks } = drawHistories(random, count, name)
  await db.outboundClick.createMany({
    data: clicks.map(({ id, clickedAt }) => ({
      ...{ id, clickedAt, expiresAt: new Date(clickedAt.getTime() + 30 * 86_400_000), partnerId },
      ...{ productId: product.id, visitorId: 'visitor', surface: 'product', destinationUrl: '', destinationHost: '' },
      ...{ priceMinor: 1, currency: 'GBP', browserFamily: '', country: '', isValid: true },
    })),
  })
  const rates = await db.exchangeRate.findMany({ where: { currency: { in: ['EUR', 'GBP'] } } })
  const [eur, gbp] = ['EUR', 'GBP'].map((code) => {
    const rate = rates.find(({ currency }) => currency === code)
    return BigInt(Math.round(Number(rate?.toBase) * 1e6))
  }) as [bigint, bigint]
  const twentyDigits = (eur * 10n ** 11n) / gbp
  const rounded = (twentyDigits + 5n) / 10n
  const model = new Model((clickId) => goodClicks.has(clickId), TIERS, { GBP: 10n ** 10n, EUR: rounded })

  const played: Played = { orders: count, sales: 0, messages: 0, entries: 0, invoices: 0, broken: 0 }
  for (const step of steps) {
    if (random() < BROKEN_SHARE) {
      const isDone = await take(breaking(db, 1 + Math.floor(random() * MOST_STATEMENTS)), partnerId, step).then(
        () => true,
        (error: unknown) => {
          if (error instanceof BrokenOffError) return false
          throw error
        },
      )
      if (isDone) tell(model, step)
      else played.broken++
    }
    await take(db, partnerId, step)
    tell(model, step)
    if (step.kind === 'order' || step.kind === 'refund') played.messages++
  }
  await compare(db, partnerId, model, played)
  return played
}

function take(db: Db, partnerId: string, step: Step): Promise<unknown> {
  const now = new Date(step.at)
  if (step.kind === 'order') return recordOrder(db, partnerId, step.order, now)
  if (step.kind === 'refund') return recordRefund(db, partnerId, step.orderId, step.refund, now)
  return step.kind === 'confirm' ? confirmDue(db, now) : closeMonths(db, SITE, now)
}

function tell(model: Model, step: Step): void {
  if (step.kind === 'order') model.order(step.order, step.at)
  else if (step.kind === 'refund') model.refund(step.orderId, step.refund, step.at)
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
          .map(({ kind, tierFrom, baseMinor, amountMinor }) => ({
            ...{ kind: kind as string, tier: tierFrom, base: Number(baseMinor), amount: Number(amountMinor) },
          })),
      },
    ]),
  )
  const expected = new Map(
    [...model.sales].map(([id, { status, net, ledgerNet, month, position, entries: own }]) => [
      id,
      {
        ...{ status: status as string, net, ledgerNet, month, position },
        entries: own.map(({ kind, tier, base, amount }) => ({ kind, tier, base, amount })),
      },
    ]),
  )
  for (const [id, sale] of expected) expect({ id, ...found.get(id) }).toEqual({ id, ...sale })
  expect(found.size).toBe(expected.size)
  const paper = invoices.map((invoice) => ({
    month: invoice.month.getTime(),
    total: Number(invoice.totalMinor),
    credit: Number(invoice.creditMinor),
    payable: Number(invoice.payableMinor),
  }))
  expect(paper).toEqual(model.invoices)
  let file = ''
  for await (const part of exportLedger({ db, partner: { id: partnerId } })) file += part
  expect(verifyLedger(Buffer.from(file)).problem).toBeNull()
  Object.assign(played, { sales: sales.length, entries: entries.length, invoices: invoices.length })
}
