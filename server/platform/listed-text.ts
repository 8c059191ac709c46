// The visibility rules as SQL text, in a separate module: the search index's thread sends SQL without loading Prisma.

/** The partner in the row `s` is open: approved, and not paused by its owner. Its store and products may be shown. */
export const OPEN_TEXT = `s.verification_status = 'approved' AND NOT s.is_paused`

/**
 * The product in the row `p` is published, and not taken down. It is visible only if its partner is open too:
 * OPEN_TEXT.
 */
export const ACTIVE_TEXT = `p.status = 'active' AND p.taken_down_at IS NULL`

/** The product in the row `p` may be seen: active, of a partner who is open. */
export const LISTED_TEXT = `${ACTIVE_TEXT} AND p.partner_id IN (SELECT s.id FROM partners s WHERE ${OPEN_TEXT})`
