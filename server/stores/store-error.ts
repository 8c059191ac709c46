export type StoreErrorKind = 'unauthorized' | 'forbidden' | 'not_found' | 'throttled' | 'unreachable' | 'bad_answer'

/** An error of a store's API. Its message is shown to people and never contains a secret. */
export class StoreError extends Error {
  readonly kind: StoreErrorKind
  /** The store's own error code: 'woocommerce_rest_shop_order_invalid_id'. Empty if it sent none. */
  readonly code: string

  constructor(kind: StoreErrorKind, message: string, code = '') {
    super(message)
    this.name = 'StoreError'
    this.kind = kind
    this.code = code
  }
}

/** Thrown for an order that the store has, but that we cannot process. */
export class UnreadableOrder extends StoreError {}

export const unreadable = (what: string): StoreError =>
  new StoreError('bad_answer', `The store sent data that we cannot process: ${what}.`)

/** A list is too long for one comparison: the rest must not count as compared. */
export class TooMany extends StoreError {
  constructor(what: string) {
    super(
      'bad_answer',
      `Your store has more changed ${what} than one comparison can read. The next comparison will continue from there.`,
    )
  }
}
