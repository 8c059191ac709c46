/** A known stock below this is shown as nearly sold out: 'Only 2 left'. */
export const LOW_STOCK = 5
