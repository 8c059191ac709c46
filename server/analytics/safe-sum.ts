import { Prisma } from '#prisma/generated/client.ts'

/**
 * Sums amounts (of no rows: 0) in SQL as a bigint that JavaScript can hold exactly. Roll-ups and sums are numeric in PostgreSQL and have no bound there;
 * a sum outside 2^53 - 1 (90 trillion units, which no partner reaches with confirmed orders) is shown as that. `least` and `greatest` pass over NULL.
 * @param column an expression without anybody's input
 */
export const safeSum = (column: string): Prisma.Sql =>
  Prisma.raw(
    `greatest(least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER}), ${Number.MIN_SAFE_INTEGER})::bigint`,
  )
