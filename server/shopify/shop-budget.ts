import { pause } from '#server/platform/pause.ts'

/** The last reported rate limit of a shop: points, and points per second. */
export interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

interface Budget extends ThrottleStatus {
  /** When it was reported, in ms. */
  at: number
}

/** Maximum budgets to remember. Forgetting one costs one refused request. */
const MAX_SHOPS = 10_000
const budgets = new Map<string, Budget>()
/** The reported costs of queries, by their text. */
const costs = new Map<string, number>()

/** Waits until a shop's budget covers the query, if both are known. */
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
  // Deducts the cost at once, so that concurrent requests do not both use the same budget.
  budgets.set(shop, { ...budget, currentlyAvailable: has - cost, at: now })
  if (missing > 0) await pause((missing / Math.max(budget.restoreRate, 1)) * 1_000, signal)
}

/** Stores the budget and the query's cost from a response. */
export function noteBudget(shop: string, document: string, cost: { requested: number; status: ThrottleStatus }): void {
  if (budgets.size >= MAX_SHOPS && !budgets.has(shop)) budgets.clear()
  budgets.set(shop, { ...cost.status, at: Date.now() })
  costs.set(document, cost.requested)
}

/** Returns the time in ms until a query that was refused for its cost can be sent. */
export const untilAffordable = ({ requested, status }: { requested: number; status: ThrottleStatus }): number =>
  (Math.max(0, requested - status.currentlyAvailable) / Math.max(status.restoreRate, 1)) * 1_000
