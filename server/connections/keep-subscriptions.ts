import type { Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { openSecrets } from '#server/stores/store-secrets.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { StoreAccess, Subscribed, Subscription } from '#server/stores/store-platform.ts'
import { storeCallbackUrl } from './store-callback-url.ts'

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
  if (!connected) throw new AppError('conflict', 'This store is no longer connected.')
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

/** Returns the ids of a connection's active subscriptions by topic. Others at its address may sign with another secret. */
export async function activeSubscriptions(
  db: Db,
  { id: connectionId }: Pick<ShopifyConnection, 'id'>,
  there: readonly Subscription[],
  uri: string,
): Promise<Map<string, string>> {
  const made = await db.shopifyWebhook.findMany({ where: { connectionId }, select: { subscriptionId: true } })
  const ids = new Set(made.map(({ subscriptionId }) => subscriptionId))
  return new Map(
    there.filter((each) => each.uri === uri && each.isActive && ids.has(each.id)).map(({ topic, id }) => [topic, id]),
  )
}

/**
 * Subscribes again to missing topics: stores drop subscriptions, or switch them off, after failures.
 * @returns the restored topics, and those that failed
 * @throws StoreError; AppError conflict if the store was disconnected in the meantime
 */
export async function remakeSubscriptions(
  db: Db,
  { siteUrl, connection, signal }: { siteUrl: string; connection: ShopifyConnection; signal: AbortSignal },
  access: StoreAccess,
): Promise<{ remade: string[]; failed: string[] }> {
  const { topics, listSubscriptions, subscribe } = platformOf(connection)
  const uri = storeCallbackUrl(siteUrl, connection)
  const known = await activeSubscriptions(db, connection, await listSubscriptions(access, { signal }), uri)
  const missing = topics.filter((topic) => !known.has(topic))
  const made = missing.length
    ? await subscribe(access, uri, missing, { signal, secret: openSecrets(connection).secret ?? '' })
    : {}
  const subscribed = topics.flatMap((topic) => {
    const id = known.get(topic)
    return id === undefined ? [] : [[topic, { id }] as const]
  })
  const all = { ...Object.fromEntries(subscribed), ...made }
  await db.$transaction((tx) => noteSubscriptions(tx, connection.id, all))
  const failed = failedTopics(made).map(({ topic }) => topic)
  return { remade: missing.filter((topic) => !failed.includes(topic)), failed }
}
