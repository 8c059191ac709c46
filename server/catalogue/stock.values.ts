/** A known stock below this is nearly gone: 'Only 2 left'. */
export const LOW_STOCK = 5
