import { Prisma } from '#prisma/generated/client.ts'

/**
 * SQL: sums amounts (0 without rows) as a bigint that JavaScript can represent exactly. Rollups and sums are numeric in
 * PostgreSQL and have no limit there. A sum outside 2^53 - 1 (90 trillion units, which no partner reaches with
 * confirmed orders) is limited to that. `least` and `greatest` ignore NULL.
 * @param column an expression without user input
 */
export const safeSum = (column: string): Prisma.Sql =>
  Prisma.raw(
    `greatest(least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER}), ${Number.MIN_SAFE_INTEGER})::bigint`,
  )
