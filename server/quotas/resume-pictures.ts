import type { Prisma } from '#prisma/generated/client.ts'

/**
 * Makes all missing pictures of a partner due now, with the full number of attempts.
 * @returns the number of pictures
 */
export const resumePictures = (tx: Prisma.TransactionClient, partnerId: string): Promise<number> =>
  tx.$executeRaw`
    UPDATE picture_fetches SET tries = 0, next_at = now()
    WHERE partner_id = ${partnerId}::uuid AND (tries > 0 OR next_at IS NULL OR next_at > now())`
