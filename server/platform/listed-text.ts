// What people may see, as SQL text: by itself, because the search index's thread sends SQL without loading Prisma.

/** The partner in the row `s` is open: approved, and not paused by its owner. Its store may be seen, and what it sells. */
export const OPEN_TEXT = `s.verification_status = 'approved' AND NOT s.is_paused`

/** The partner means the product in the row `p` to be seen, and no administrator keeps it out. Whether it is, the partner decides too: goes with OPEN_TEXT. */
export const ACTIVE_TEXT = `p.status = 'active' AND p.taken_down_at IS NULL`

/** The product in the row `p` may be seen: active, of a partner who is open. */
export const LISTED_TEXT = `${ACTIVE_TEXT} AND p.partner_id IN (SELECT s.id FROM partners s WHERE ${OPEN_TEXT})`
