import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { platformOf } from './platforms.ts'
import type { StorePlatform } from './store-platform.ts'

/** @param failedTopics number of topics that could not be subscribed to */
export const stateAfter = (
  { topics, worksWithoutWebhooks }: StorePlatform,
  failedTopics: number,
): Pick<ShopifyConnection, 'status' | 'statusReason'> =>
  failedTopics && !(worksWithoutWebhooks && failedTopics === topics.length)
    ? { status: 'degraded', statusReason: `${failedTopics} of ${topics.length} webhooks are not registered.` }
    : { status: 'active', statusReason: '' }

/** Removes a reason that no longer applies. Missing webhooks, which it may have hidden, count again. */
export async function clearReason(
  db: Db,
  { id, platform }: Pick<ShopifyConnection, 'id' | 'platform'>,
  reason: Prisma.StringFilter,
): Promise<void> {
  const where = { id, status: 'degraded' as const, statusReason: reason }
  if (!(await db.shopifyConnection.count({ where }))) return
  const failed = await db.shopifyWebhook.count({ where: { connectionId: id, subscriptionId: null } })
  await db.shopifyConnection.updateMany({ where, data: stateAfter(platformOf({ platform }), failed) })
}
