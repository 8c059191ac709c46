import { pause } from './pause.ts'

/** What Shopify last said of a shop's budget: points, and points a second. */
export interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

interface Budget extends ThrottleStatus {
  /** When it was said, in ms. */
  at: number
}

/** Forgotten budgets cost one refused request. */
const MOST_SHOPS = 10_000
const budgets = new Map<string, Budget>()
/** What a query was said to cost, by its text. */
const costs = new Map<string, number>()

/** Waits until a shop's budget is as large as the query, as far as both are known. */
export async function waitForBudget(shop: string, document: string, signal: AbortSignal): Promise<void> {
  const budget = budgets.get(shop)
  const cost = costs.get(document)
  if (!budget || cost === undefined) return
  const now = Date.now()
  const has = Math.min(
    budget.maximumAvailable,
    budget.currentlyAvailable + ((now - budget.at) / 1_000) * budget.restoreRate,
  )
  const missing = Math.min(cost, budget.maximumAvailable) - has
  // Taken at once, so that two who ask together do not both count on it.
  budgets.set(shop, { ...budget, currentlyAvailable: has - cost, at: now })
  if (missing > 0) await pause((missing / Math.max(budget.restoreRate, 1)) * 1_000, signal)
}

/** Keeps what an answer says of the budget, and of its query's cost. */
export function noteBudget(shop: string, document: string, cost: { requested: number; status: ThrottleStatus }): void {
  if (budgets.size >= MOST_SHOPS && !budgets.has(shop)) budgets.clear()
  budgets.set(shop, { ...cost.status, at: Date.now() })
  costs.set(document, cost.requested)
}

/** How long until a query can be asked that was refused for its cost, in ms. */
export const untilAffordable = ({ requested, status }: { requested: number; status: ThrottleStatus }): number =>
  (Math.max(0, requested - status.currentlyAvailable) / Math.max(status.restoreRate, 1)) * 1_000
