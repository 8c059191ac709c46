import { Prisma } from '#prisma/generated/client.ts'
import { ACTIVE_TEXT, LISTED_TEXT, OPEN_TEXT } from './listed-text.ts'

/** Partners with public stores and products. */
export const OPEN_WHERE = {
  verificationStatus: 'approved',
  isPaused: false,
} as const satisfies Prisma.PartnerWhereInput
/** OPEN_WHERE as SQL. `s` is the partners row. */
export const OPEN = Prisma.raw(OPEN_TEXT)

/**
 * Products that their partner has published and no administrator has taken down. They are visible only if the query
 * also requires OPEN_WHERE of the partner.
 */
export const ACTIVE_WHERE = { status: 'active', takenDownAt: null } as const satisfies Prisma.ProductWhereInput
/** ACTIVE_WHERE as SQL, for use with OPEN. `p` is the products row. */
export const ACTIVE = Prisma.raw(ACTIVE_TEXT)

/** Visible products: active, of open partners. */
export const LISTED_WHERE = { ...ACTIVE_WHERE, partner: OPEN_WHERE } as const satisfies Prisma.ProductWhereInput
/** LISTED_WHERE as SQL. `p` is the products row. */
export const LISTED = Prisma.raw(LISTED_TEXT)
