/** Text for SQL's LIKE and ILIKE (Prisma's `contains` and `mode: 'insensitive'` too) in which every sign means itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
