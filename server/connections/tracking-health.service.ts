import type { LinkTest, Reconciliation, ShopifyConnection, ShopifyWebhook } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'
import { topicsOf } from '#server/stores/topic-groups.ts'
import { isAccessLost } from './api-health.ts'
import { listChannels } from './evidence-channels.ts'
import { getStoreDestinations } from './store-destinations.ts'
import { linkHops } from './link-test.service.ts'

const TEST_IS_OLD_MS = 30 * DAY_MS
/** Longer than a day, because a nightly comparison may start late. */
const NIGHT_MISSED_MS = 36 * 3_600_000
const SILENT_MS = 7 * DAY_MS
/** How long the partner sees that webhooks were switched off. */
const LOST_SHOWN_MS = 7 * DAY_MS
const READY_WELL = 0.8
const READY_SOMEWHAT = 0.5

interface HealthCheck {
  name: string
  /** 'waiting': there has been nothing to check yet. */
  state: 'good' | 'waiting' | 'look' | 'broken'
  /** The current state. */
  text: string
  /** What to do; '' for nothing. */
  todo: string
}

type Judged = Omit<HealthCheck, 'name'>

/**
 * Returns the checks of everything between a click and its sale in the partner's connected store. Includes the last
 * self-test of its link and the open flags about the entire store. Null without a store.
 */
export async function getTrackingHealth({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>, now = new Date()) {
  const connection = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id, status: { not: 'revoked' } },
    include: { webhooks: true },
  })
  if (!connection) return null
  const platform = platformOf(connection)
  // Earlier data belongs to a former store or an ended connection.
  const { connectedAt } = connection
  const since = new Date(Math.max(now.getTime() - 30 * DAY_MS, connectedAt.getTime()))
  const recently = { connectionId: connection.id, createdAt: { gte: since } }
  const [test, last, lost, sale, order, looked, ready, clicks, flags, destinations, channels] = await Promise.all([
    db.linkTest.findFirst({ where: { partnerId: partner.id, at: { gte: connectedAt } }, orderBy: { at: 'desc' } }),
    db.reconciliation.findFirst({
      where: { connectionId: connection.id, endedAt: { not: null }, startedAt: { gte: connectedAt } },
      orderBy: { startedAt: 'desc' },
    }),
    db.reconciliation.findFirst({
      where: {
        connectionId: connection.id,
        subscriptionsRemade: { isEmpty: false },
        startedAt: { gte: new Date(Math.max(now.getTime() - LOST_SHOWN_MS, connectedAt.getTime())) },
      },
      orderBy: { startedAt: 'desc' },
    }),
    db.conversion.findFirst({
      where: {
        partnerId: partner.id,
        storeId: connection.id,
        source: platform.name,
        createdAt: { gte: connectedAt },
      },
      select: { id: true },
    }),
    db.webhookEvent.findFirst({
      where: {
        connectionId: connection.id,
        receivedAt: { gte: connectedAt },
        topic: { in: topicsOf(platform, 'orders') },
      },
      select: { id: true },
    }),
    // Ended reads: the journey was ready, or never came.
    db.orderLook.count({ where: { ...recently, nextAt: null } }),
    db.orderLook.count({ where: { ...recently, nextAt: null, isReady: true } }),
    db.outboundClick.count({
      where: { partnerId: partner.id, isValid: true, clickedAt: { gte: new Date(now.getTime() - SILENT_MS) } },
    }),
    db.conversionFlag.findMany({
      where: { partnerId: partner.id, conversionId: null, resolvedAt: null },
      orderBy: { raisedAt: 'desc' },
      take: 20,
      select: { id: true, kind: true, evidence: true, raisedAt: true },
    }),
    getStoreDestinations(db, connection.id),
    listChannels(db, connection, since),
  ])
  const checks: HealthCheck[] = [
    { name: 'Shoppers can buy', ...judgeDestinations(destinations, platform) },
    { name: 'Link keeps the click ID', ...judgeLink(test, now) },
    { name: platform.neededScopes.length ? 'Token and scopes' : 'Key', ...judgeToken(connection, platform, now) },
    { name: 'Webhooks', ...judgeTopics(connection, connection.webhooks, { platform, clicks, lost, now }) },
    { name: 'Orders', ...judgeOrders({ isSold: sale !== null, isOrdered: order !== null }, platform) },
    ...(platform.plugin ? [{ name: 'Order signals', ...judgeChannels(channels) }] : []),
    ...(platform.fetchJourney ? [{ name: 'Customer journeys', ...judgeJourneys({ looked, ready }) }] : []),
    { name: 'Nightly comparison', ...judgeDrift(connection, last, now) },
  ]
  return {
    checks,
    flags,
    linkTest: test && { at: test.at, isKept: test.isKept, verdict: test.verdict, hops: linkHops.parse(test.hops) },
    lastComparison: last && {
      endedAt: last.endedAt,
      orders: last.orders,
      ordersMended: last.ordersMended,
      products: last.products,
      productsMended: last.productsMended,
      subscriptionsRemade: last.subscriptionsRemade,
      error: last.error,
    },
  }
}

const good = (text: string): Judged => ({ state: 'good', text, todo: '' })
const waiting = (text: string, todo: string): Judged => ({ state: 'waiting', text, todo })
const look = (text: string, todo: string): Judged => ({ state: 'look', text, todo })
const broken = (text: string, todo: string): Judged => ({ state: 'broken', text, todo })

function judgeLink(test: LinkTest | null, now: Date): Judged {
  if (!test) return look('Not tested yet.', 'Select “Test a link to your store”.')
  if (!test.isKept)
    return broken(
      test.verdict,
      'See below where the IDs were lost. A redirect app or your theme may remove the parameters after the question mark.',
    )
  if (now.getTime() - test.at.getTime() > TEST_IS_OLD_MS)
    return look('The last test is more than 30 days old.', 'Select “Test a link to your store”.')
  return good(test.verdict)
}

function judgeDestinations(
  { sampled, blocked, hosts }: Awaited<ReturnType<typeof getStoreDestinations>>,
  { label }: StorePlatform,
): Judged {
  if (!sampled) return waiting('None of this store’s products is listed yet.', `Activate a product in ${label}.`)
  if (!blocked) return good('Links to your newest products lead to your store.')
  const names = hosts.map(({ host }) => host).join(', ')
  const isOfAnother = hosts.some((host) => host.isOfAnother)
  return broken(
    `Shoppers cannot buy ${blocked} of your ${sampled} newest products: ${names || 'the domain'} is not verified for your store.`,
    isOfAnother
      ? `${names} has been verified by another store on WTF. Ask its owner to disconnect it, then disconnect and reconnect your store. If you cannot reach them, contact us.`
      : 'Verify it below, under “Verified domains”. The links will then work.',
  )
}

function judgeToken(connection: ShopifyConnection, platform: StorePlatform, now: Date): Judged {
  const { status, statusReason, scopes, lastOkAt } = connection
  const { label, neededScopes } = platform
  const missing = neededScopes.filter((scope) => !scopes.some((has) => has.replace(/^write_/, 'read_') === scope))
  if (missing.length)
    return broken(`These scopes are missing: ${missing.join(', ')}.`, 'Add them to the app, then reconnect.')
  if (status === 'degraded' && isAccessLost(connection, platform)) return broken(statusReason, 'Reconnect the store.')
  if (!lastOkAt || now.getTime() - lastOkAt.getTime() > NIGHT_MISSED_MS)
    return look(
      `${label} has not responded for more than a day.`,
      'Select “Compare with your store now”. If that fails, reconnect the store.',
    )
  return good(
    neededScopes.length
      ? `${label} responds, and the app has all the required scopes.`
      : 'Your store responds and accepts our key.',
  )
}

function judgeTopics(
  { mode, lastDeliveryAt, lastRefusedAt, connectedAt }: ShopifyConnection,
  webhooks: ShopifyWebhook[],
  { platform, clicks, lost, now }: { platform: StorePlatform; clicks: number; lost: Reconciliation | null; now: Date },
): Judged {
  const { label, topics, worksWithoutWebhooks, exchangeCredentials } = platform
  const subscribed = webhooks.filter(({ subscriptionId }) => subscriptionId !== null).length
  if (subscribed === 0 && worksWithoutWebhooks)
    return good('Your key is read-only, so we check your store every 15 minutes instead of receiving webhooks.')
  if (subscribed < topics.length)
    return broken(
      `Only ${subscribed} of ${topics.length} webhooks are registered.`,
      'Select “Compare with your store now” to register them again.',
    )
  if (lastRefusedAt && lastRefusedAt > (lastDeliveryAt ?? connectedAt)) {
    if (!exchangeCredentials)
      return broken(
        'The secret of our webhooks was changed in your store, so we cannot accept them.',
        'In your store, delete the webhooks with names such as “WTF: order.created”. Then select “Compare with your store now” to register them again.',
      )
    return broken(
      'Your store signs webhooks with a different secret from the one you gave us, so we cannot accept them.',
      mode === 'token'
        ? 'Open “Rotate the secret” and enter your app’s API secret key again. The next webhook will confirm it.'
        : 'Open “Rotate the secret” and enter your app’s client secret again. The next webhook will confirm it.',
    )
  }
  // A token does not prove the secret that was entered with it. A client secret is proven, because we got the token
  // with it.
  if (!lastDeliveryAt && mode === 'token' && exchangeCredentials)
    return look(
      `Your API secret key is not confirmed yet, because we have not received a webhook from ${label}.`,
      'Edit a product or place an order in your store. A webhook should arrive within a minute.',
    )
  if (lost)
    return look(
      `These webhooks were missing or switched off in your store: ${lost.subscriptionsRemade.join(', ')}. We have registered them again and imported what we had missed.`,
      'Nothing to do. If it happens again, check whether a plugin or a firewall blocks outgoing requests.',
    )
  const silentMs = now.getTime() - (lastDeliveryAt ?? connectedAt).getTime()
  if (silentMs > SILENT_MS && clicks > 0)
    return look(
      `We have received no webhooks for ${Math.floor(silentMs / DAY_MS)} days, although shoppers visited your store ${clicks} times in the last 7 days.`,
      'Select “Compare with your store now”, then place a test order.',
    )
  return good(`All ${topics.length} webhooks are registered.`)
}

function judgeOrders(
  { isSold, isOrdered }: { isSold: boolean; isOrdered: boolean },
  { testOrders }: StorePlatform,
): Judged {
  if (isSold) return good('We are receiving orders that contain our click IDs.')
  const todo = `Open one of your products on WTF, follow the link to your store, and place a test order there${testOrders && ` ${testOrders}`}. Then cancel or refund it. Until you do, it counts as a sale, and only our team can change your currency.`
  if (!isOrdered) return waiting('No orders received yet.', todo)
  return look('We are receiving orders, but none of them contains one of our click IDs yet.', todo)
}

/** Judges the sources of signals, for stores that can have our plugin. */
function judgeChannels(channels: Awaited<ReturnType<typeof listChannels>>): Judged {
  const todo =
    'Install our plugin, below under “Plugin for your store”. Without it, the click is lost if a shopper closes the browser before buying.'
  if (!channels.length) return waiting('No order in the last 30 days contained a signal from us.', todo)
  const named = channels.map(({ from, orders }) => `${from} (${orders})`).join(', ')
  const text = `In the last 30 days, we recognised orders by: ${named}.`
  return channels.some(({ from }) => from === 'plugin') ? good(text) : look(text, todo)
}

function judgeJourneys({ looked, ready }: { looked: number; ready: number }): Judged {
  if (!looked)
    return waiting(
      'No order is old enough to have a customer journey yet.',
      'Nothing to do. This appears after your first orders.',
    )
  const share = ready / looked
  const text = `${Math.round(share * 100)}% of ${looked} ${looked === 1 ? 'order' : 'orders'} had a customer journey within a day.`
  if (share >= READY_WELL) return good(text)
  const todo =
    'Add the snippet from our guide to your theme. It saves the click ID with the cart, so matching does not depend on the journey.'
  return share >= READY_SOMEWHAT ? look(text, todo) : broken(text, todo)
}

function judgeDrift({ connectedAt }: ShopifyConnection, last: Reconciliation | null, now: Date): Judged {
  const lastMs = (last?.startedAt ?? connectedAt).getTime()
  const isMissed = now.getTime() - lastMs > NIGHT_MISSED_MS
  const never = 'We have not compared your store with our records yet.'
  if (!last)
    return isMissed
      ? look(never, 'Select “Compare with your store now”.')
      : waiting(never, 'Nothing to do. We compare them every night.')
  if (last.error)
    return broken(
      `The last comparison failed: ${last.error}`,
      'Select “Compare with your store now”. If it fails again, reconnect the store.',
    )
  if (isMissed) return look('The comparison did not run last night.', 'Select “Compare with your store now”.')
  if (last.ordersMended)
    return look(
      `${last.ordersMended} of ${last.orders} orders differed from the webhooks we received. We have corrected them.`,
      'If this only affects a few orders, you don’t need to do anything. If it continues, check the webhooks above.',
    )
  return good(`${last.orders} orders and ${last.products} products compared. We already had every order.`)
}
