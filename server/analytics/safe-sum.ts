import { Prisma } from '#prisma/generated/client.ts'

/**
 * SQL: sums amounts (0 without rows) as a bigint that JavaScript can represent exactly. Rollups and sums are numeric in
 * PostgreSQL, without a limit. Limits a sum to 2^53 - 1 (90 trillion units), which no partner reaches with confirmed
 * orders. `least` and `greatest` ignore NULL.
 * @param column an expression without user input
 */
export const safeSum = (column: string): Prisma.Sql =>
  Prisma.raw(
    `greatest(least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER}), ${Number.MIN_SAFE_INTEGER})::bigint`,
  )
