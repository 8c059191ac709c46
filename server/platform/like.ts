/**
 * Escapes text for SQL's LIKE and ILIKE (also Prisma's `contains` and `mode: 'insensitive'`), so that all characters
 * are literal.
 */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
