/**
 * Administrators' actions that move money, and how many administrators each needs. docs/two-person-approval.md has a
 * row for each, with the test that proves it.
 */
export const MONEY_ACTIONS = {
  /** A waiver or a manual entry in a partner's ledger. */
  adjustment: 2,
  /** A flagged sale does not count. */
  flag_void: 2,
  /** A flagged sale counts after all. */
  flag_counts: 1,
  /** A disputed sale does not count. */
  dispute_void: 2,
  /** A disputed sale counts. */
  dispute_stands: 1,
  /** New partners accept another version of the plan. */
  plan_activation: 2,
  /** One partner gets an offer of other rates. */
  plan_offer: 2,
  /** An offer is withdrawn, which leaves the rates unchanged. */
  offer_withdrawal: 1,
  /** A version of a plan that nobody uses yet. */
  plan_draft: 1,
  /** A store gets another owner. */
  hand_over: 2,
  /** An invoice was paid. */
  payment: 2,
  /** Ended months are invoiced before the nightly job does it. */
  months_closed: 1,
  /** Payments on a bank statement are recorded, so their invoices are paid. */
  statement_payments: 2,
  /** A payment from a bank statement was recorded by mistake, so its invoice is open again. */
  payment_undo: 1,
  /** Invoices name another bank account. */
  seller_bank: 2,
  /** Invoices name other details of the seller, and the same bank account. */
  seller_details: 1,
  /** Exchange rates within the usual range. */
  rates: 1,
  /** Exchange rates far from those of the last week, or the first of a currency. */
  unusual_rates: 2,
  /** A file of orders that earn commission is recorded or refused. */
  order_file: 1,
  /** Purchases by an address earn no commission, or earn again. */
  own_staff: 1,
} as const

export type MoneyAction = keyof typeof MONEY_ACTIONS
/** Actions that the table `approvals` stores until a second administrator agrees. */
export type ApprovalAction =
  | 'dispute_void'
  | 'plan_activation'
  | 'plan_offer'
  | 'hand_over'
  | 'payment'
  | 'statement_payments'
  | 'seller_bank'
  | 'unusual_rates'
