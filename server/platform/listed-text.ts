// The visibility rules as SQL text, in a separate module: the search index's thread sends SQL without loading Prisma.

/**
 * SQL: the partner in the row `s` is open, which means approved and not paused by its owner. Its store and products may
 * be shown.
 */
export const OPEN_TEXT = `s.verification_status = 'approved' AND NOT s.is_paused`

/**
 * SQL: the product in the row `p` is published and not taken down. It is visible only if its partner is also open
 * (OPEN_TEXT).
 */
export const ACTIVE_TEXT = `p.status = 'active' AND p.taken_down_at IS NULL`

/** SQL: the product in the row `p` is visible: active, of an open partner. */
export const LISTED_TEXT = `${ACTIVE_TEXT} AND p.partner_id IN (SELECT s.id FROM partners s WHERE ${OPEN_TEXT})`
