import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StoreAccess } from '#server/shopify/admin-api.ts'
import { listSubscriptions, subscribeTo, TOPICS } from '#server/shopify/subscriptions.ts'
import { callbackUrl } from './callback-url.ts'

type Subscribed = Awaited<ReturnType<typeof subscribeTo>>

/** Returns the topics that could not be subscribed to, with the reasons. */
export const failedTopics = (subscribed: Subscribed): Array<{ topic: string; error: string }> =>
  Object.entries(subscribed).flatMap(([topic, result]) => ('error' in result ? [{ topic, error: result.error }] : []))

/**
 * Records the result of subscribing. Keeps the time of the last delivery.
 * @throws AppError conflict if the store was disconnected in the meantime
 */
export async function noteSubscriptions(
  tx: Prisma.TransactionClient,
  connectionId: string,
  subscribed: Subscribed,
): Promise<void> {
  const [connected] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM shopify_connections WHERE id = ${connectionId}::uuid AND status <> 'revoked' FOR UPDATE`
  if (!connected) throw new AppError('conflict', 'This store is not connected any more.')
  for (const [topic, result] of Object.entries(subscribed)) {
    const data =
      'error' in result
        ? { subscriptionId: null, error: result.error.slice(0, 300) }
        : { subscriptionId: result.id, error: '' }
    await tx.shopifyWebhook.upsert({
      where: { connectionId_topic: { connectionId, topic } },
      create: { connectionId, topic, ...data },
      update: data,
    })
  }
}

/**
 * Subscribes again to missing topics: Shopify drops subscriptions that failed for hours.
 * @returns the restored topics, and those that failed
 * @throws ShopifyError; AppError conflict if the store was disconnected in the meantime
 */
export async function remakeSubscriptions(
  db: Db,
  { siteUrl, connectionId, signal }: { siteUrl: string; connectionId: string; signal: AbortSignal },
  access: StoreAccess,
): Promise<{ remade: string[]; failed: string[] }> {
  const uri = callbackUrl(siteUrl, connectionId)
  const there = await listSubscriptions(access, { signal })
  const known = new Map(there.filter((each) => each.uri === uri).map((each) => [each.topic, each.id]))
  const missing = TOPICS.filter((topic) => !known.has(topic))
  const made = missing.length ? await subscribeTo(access, uri, missing, { signal }) : {}
  const standing = TOPICS.flatMap((topic) => {
    const id = known.get(topic)
    return id === undefined ? [] : [[topic, { id }] as const]
  })
  const all = { ...Object.fromEntries(standing), ...made }
  await db.$transaction((tx) => noteSubscriptions(tx, connectionId, all))
  const failed = failedTopics(made).map(({ topic }) => topic)
  return { remade: missing.filter((topic) => !failed.includes(topic)), failed }
}
