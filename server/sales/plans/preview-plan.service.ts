import type { Db } from '#server/platform/db.ts'
import { planTerms } from '../ledger/plan-terms.ts'
import { monthOf } from '../ledger/place-in-month.ts'
import { reckonShares, type Bracket } from '../ledger/reckon.ts'
import type { Draft } from './plans.schema.ts'

const MAX_SALES = 20_000
const MAX_SHOWN = 50

interface SaleOfMonth {
  partnerId: string
  businessName: string
  planId: string
  currency: string
  netMinor: bigint
  position: bigint
}

interface Change {
  partnerId: string
  businessName: string
  sales: number
  oldMinor: number
  newMinor: number
}

/**
 * Previews what a draft would have meant last month (UTC): that month's sales under their current plan and under the
 * draft, in the order of the ledger. Amounts are in minor units of the draft's currency. Leaves out sales with another
 * ledger currency, and sales after the first 20,000.
 */
export async function previewPlan(db: Db, draft: Draft, now = new Date()) {
  const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)))
  const sales = await db.$queryRaw<SaleOfMonth[]>`
    SELECT c.partner_id AS "partnerId", p.business_name AS "businessName", c.plan_id AS "planId", c.ledger_currency AS currency,
      c.ledger_net_minor AS "netMinor", c.month_position AS position
    FROM conversions c JOIN partners p ON p.id = c.partner_id
    WHERE c.month = ${month}::date AND c.ledger_rate IS NOT NULL AND c.status NOT IN ('tracked', 'cancelled')
    ORDER BY c.partner_id, c.confirmed_at NULLS LAST, c.lock_at, c.id LIMIT ${MAX_SALES + 1}`
  const isCut = sales.length > MAX_SALES
  const brackets = draft.tiers.map(({ fromValue, upTo, rateBps }): Bracket => ({
    from: BigInt(fromValue),
    upTo: upTo === null ? null : BigInt(upTo),
    rateBps,
  }))
  const changes = new Map<string, Change>()
  const reached = new Map<string, bigint>()
  let inOtherCurrency = 0
  for (const { partnerId, businessName, planId, currency, netMinor, position } of sales.slice(0, MAX_SALES)) {
    if (currency !== draft.currency) {
      inOtherCurrency++
      continue
    }
    const change = changes.get(partnerId) ?? { partnerId, businessName, sales: 0, oldMinor: 0, newMinor: 0 }
    changes.set(partnerId, change)
    const terms = await planTerms(db, planId)
    const place = reached.get(partnerId) ?? 0n
    change.sales++
    change.oldMinor += sumOf(reckonShares(terms.basis, terms.brackets, { position, netMinor }))
    change.newMinor += sumOf(reckonShares(draft.basis, brackets, { position: place, netMinor }))
    reached.set(partnerId, place + (draft.basis === 'sales_value' ? netMinor : netMinor > 0n ? 1n : 0n))
  }
  const all = [...changes.values()]
  const sum = (of: (change: Change) => number) => all.reduce((total, change) => total + of(change), 0)
  return {
    month,
    currency: draft.currency,
    partners: all.toSorted((a, b) => weight(b) - weight(a)).slice(0, MAX_SHOWN),
    all: {
      partners: all.length,
      sales: sum(({ sales: count }) => count),
      oldMinor: sum(({ oldMinor }) => oldMinor),
      newMinor: sum(({ newMinor }) => newMinor),
    },
    leftOut: { inOtherCurrency, isCut },
  }
}

const weight = ({ oldMinor, newMinor }: Change) => Math.abs(newMinor - oldMinor)
const sumOf = (shares: ReadonlyArray<{ amountMinor: bigint }>) =>
  Number(shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
