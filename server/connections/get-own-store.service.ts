import type { PartnerAsk } from '#server/platform/ask.ts'
import { findOldPrices } from '#server/importing/old-prices.ts'
import { platformOf } from '#server/stores/platforms.ts'

/**
 * Returns the partner's latest store for its dashboard, with the last import of its products; null if none was ever
 * connected.
 * A disconnected store includes the reason. Contains no secrets.
 */
export async function getOwnStore({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>) {
  const connection = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id },
    orderBy: { connectedAt: 'desc' },
    select: {
      id: true,
      partnerId: true,
      platform: true,
      shop: true,
      shopName: true,
      currency: true,
      mode: true,
      scopes: true,
      status: true,
      statusReason: true,
      connectedAt: true,
      disconnectedAt: true,
      lastOkAt: true,
      lastDeliveryAt: true,
      previousSecretUntil: true,
      partner: { select: { currency: true } },
      webhooks: { select: { topic: true, subscriptionId: true, error: true, lastDeliveryAt: true } },
    },
  })
  if (!connection) return null
  const sync = await db.productImport.findFirst({
    where: { connectionId: connection.id, createdAt: { gte: connection.connectedAt } },
    orderBy: { createdAt: 'desc' },
    select: {
      id: true,
      status: true,
      done: true,
      total: true,
      created: true,
      changed: true,
      refused: true,
      message: true,
      createdAt: true,
    },
  })
  const { id, partnerId, partner: owner, webhooks, ...store } = connection
  const { topics, label, worksWithoutWebhooks } = platformOf(connection)
  const comparing = await db.reconciliation.count({ where: { connectionId: id, endedAt: null } })
  return {
    ...store,
    label,
    /** Whether its key can only read, so that we compare it every few minutes instead of receiving webhooks. */
    isPolled: worksWithoutWebhooks && webhooks.every(({ subscriptionId }) => subscriptionId === null),
    topics: topics.map((topic) => {
      const known = webhooks.find((each) => each.topic === topic)
      return {
        topic,
        isSubscribed: Boolean(known?.subscriptionId),
        error: known?.error ?? '',
        lastDeliveryAt: known?.lastDeliveryAt ?? null,
      }
    }),
    sync,
    /** Since when its prices are not up to date because of a change of currency; null if they are. */
    oldPrices:
      store.status === 'revoked'
        ? null
        : await findOldPrices(db, { id, partnerId, currency: store.currency }, owner.currency),
    isComparing: comparing > 0,
  }
}
