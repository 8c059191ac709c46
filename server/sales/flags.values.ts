/**
 * Reasons to review a sale or a store, with their labels. The first six are about one sale, the others about a store.
 */
export const FLAGS = {
  fast_order: 'Ordered within seconds of the click',
  not_on_the_web: 'Ordered at the till or as a draft, not in the online store',
  own_staff: 'Bought by the store’s own team',
  refund_exceeds_order: 'The refunds exceed the order',
  clock_skew: 'The store’s clock is behind ours',
  raised_after_void: 'The store increased the order after we rejected the sale',
  cancelled_without_refund: 'Many orders are cancelled without a refund',
  fewer_sales_per_click: 'Far fewer orders per click than before',
  silent_store: 'Clicks continue, but the store reports no orders',
} as const

export type FlagKind = keyof typeof FLAGS

const WAIT_MS = 24 * 3_600_000

/**
 * Returns when one administrator's decision that a sale does not count takes effect. Until then another may disagree.
 */
export const holdsFrom = (foundAt: Date): Date => new Date(foundAt.getTime() + WAIT_MS)
