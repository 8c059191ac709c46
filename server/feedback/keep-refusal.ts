import type { Prisma } from '#prisma/generated/client.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * Keeps the decision on a rejected or spam review before its writer changes or deletes it; does nothing for other
 * reviews. Call it with the review locked, so that no decision comes in between.
 */
export const keepRefusal = (tx: Prisma.TransactionClient, reviewId: string) =>
  tx.$executeRaw`
    INSERT INTO review_refusals (id, user_id, product_id, status, reason, judged_at)
    SELECT ${newId()}::uuid, user_id, product_id, status, judge_reason, coalesce(judged_at, updated_at) FROM product_reviews
    WHERE id = ${reviewId}::uuid AND user_id IS NOT NULL AND status IN ('rejected', 'spam')`
