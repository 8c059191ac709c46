import type { LinkTest, Reconciliation, ShopifyConnection, ShopifyWebhook } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { TOPICS } from '#server/shopify/subscriptions.ts'
import { NEEDED_SCOPES } from './connections.schema.ts'
import { readDestinations } from './store-destinations.ts'
import { linkHops } from './link-test.service.ts'

const DAY_MS = 86_400_000
const TEST_IS_OLD_MS = 30 * DAY_MS
/** A night's comparison may begin late. */
const NIGHT_MISSED_MS = 36 * 3_600_000
const SILENT_MS = 7 * DAY_MS
const READY_WELL = 0.8
const READY_SOMEWHAT = 0.5

interface HealthCheck {
  name: string
  /** 'waiting': what it is about has not happened yet. */
  state: 'good' | 'waiting' | 'look' | 'broken'
  /** What is so. */
  text: string
  /** What to do; empty: nothing. */
  todo: string
}

type Judged = Omit<HealthCheck, 'name'>

/**
 * What stands between a click and its sale in the partner's connected store, check by check (attribution.md, section 7),
 * with the last self-test of its link and the flags that are open for the store as a whole. Null without a store.
 */
export async function readHealth({ db, partner }: Pick<PartnerAsk, 'db' | 'partner'>, now = new Date()) {
  const connection = await db.shopifyConnection.findFirst({
    where: { partnerId: partner.id, status: { not: 'revoked' } },
    include: { webhooks: true },
  })
  if (!connection) return null
  const since = new Date(now.getTime() - 30 * DAY_MS)
  const recently = { connectionId: connection.id, createdAt: { gte: since } }
  const [test, last, sale, order, looked, ready, clicks, flags, destinations] = await Promise.all([
    db.linkTest.findFirst({ where: { partnerId: partner.id }, orderBy: { at: 'desc' } }),
    db.reconciliation.findFirst({
      where: { connectionId: connection.id, endedAt: { not: null } },
      orderBy: { startedAt: 'desc' },
    }),
    db.conversion.findFirst({ where: { partnerId: partner.id, source: 'shopify' }, select: { id: true } }),
    db.webhookEvent.findFirst({ where: { connectionId: connection.id, topic: 'orders/create' }, select: { id: true } }),
    // Of those that are over: it was ready, or never came.
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
    readDestinations(db, connection.id),
  ])
  const checks: HealthCheck[] = [
    { name: 'Shoppers can buy', ...judgeDestinations(destinations) },
    { name: 'Your link keeps our ids', ...judgeLink(test, now) },
    { name: 'Token and scopes', ...judgeToken(connection, now) },
    { name: 'Messages of your store', ...judgeTopics(connection, connection.webhooks, { clicks, now }) },
    { name: 'An order was seen', ...judgeOrders({ isSold: sale !== null, isOrdered: order !== null }) },
    { name: 'Customer journeys', ...judgeJourneys({ looked, ready }) },
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
  if (!test) return look('It was not tested yet.', 'Press Test the link.')
  if (!test.isKept)
    return broken(
      test.verdict,
      'See below how far it came. A redirect app or your theme may drop what stands behind the question mark.',
    )
  if (now.getTime() - test.at.getTime() > TEST_IS_OLD_MS)
    return look('The last test is more than 30 days old.', 'Press Test the link.')
  return good(test.verdict)
}

function judgeDestinations({ sampled, blocked, hosts }: Awaited<ReturnType<typeof readDestinations>>): Judged {
  if (!sampled) return waiting('No product of this store is listed yet.', 'Activate a product in Shopify.')
  if (!blocked) return good('The links of your newest products lead to your store.')
  const names = hosts.map(({ host }) => host).join(', ')
  const isOfAnother = hosts.some((host) => host.isOfAnother)
  return broken(
    `Shoppers cannot buy ${blocked} of your ${sampled} newest products: ${names || 'their address'} is not verified for you.`,
    isOfAnother
      ? `${names} is verified for another store here. Ask its owner to disconnect it, then disconnect and connect yours again. If you cannot reach them, contact us.`
      : 'Verify it below, under Verified hosts. The links work from then on.',
  )
}

function judgeToken({ status, statusReason, scopes, lastOkAt }: ShopifyConnection, now: Date): Judged {
  const missing = NEEDED_SCOPES.filter((scope) => !scopes.some((has) => has.replace(/^write_/, 'read_') === scope))
  if (missing.length)
    return broken(`These scopes are missing: ${missing.join(', ')}.`, 'Add them to the app, then reconnect.')
  if (status === 'degraded' && /token/i.test(statusReason)) return broken(statusReason, 'Reconnect the store.')
  if (!lastOkAt || now.getTime() - lastOkAt.getTime() > NIGHT_MISSED_MS)
    return look(
      'Shopify has not answered us for more than a day.',
      'Press Compare now. If it fails, reconnect the store.',
    )
  return good('Shopify answers, and allows all that we need.')
}

function judgeTopics(
  { mode, lastDeliveryAt, lastRefusedAt, connectedAt }: ShopifyConnection,
  webhooks: ShopifyWebhook[],
  { clicks, now }: { clicks: number; now: Date },
): Judged {
  const told = webhooks.filter(({ subscriptionId }) => subscriptionId !== null).length
  if (told < TOPICS.length)
    return broken(
      `Your store tells us of ${told} of ${TOPICS.length} topics.`,
      'Press Compare now: it subscribes again.',
    )
  if (lastRefusedAt && lastRefusedAt > (lastDeliveryAt ?? connectedAt))
    return broken(
      'Your store signs with another secret than the one you gave us: its messages are refused.',
      mode === 'token'
        ? 'Open Rotate the secret, and paste the API secret key of your app again. The next signed message proves it.'
        : 'Open Rotate the secret, and paste the client secret of your app again. The next signed message proves it.',
    )
  // A token does not prove the secret that is given with it. A client secret has proven itself: it got us the token.
  if (!lastDeliveryAt && mode === 'token')
    return look(
      'Your API secret key is not proven yet: the first signed message from Shopify has not come.',
      'Buy or edit something in your store; it should come within a minute.',
    )
  const silentMs = now.getTime() - (lastDeliveryAt ?? connectedAt).getTime()
  if (silentMs > SILENT_MS && clicks > 0)
    return look(
      `Nothing was told for ${Math.floor(silentMs / DAY_MS)} days, while shoppers left for your store ${clicks} times in the last 7.`,
      'Press Compare now, and place a test order.',
    )
  return good(`All ${TOPICS.length} topics are subscribed.`)
}

function judgeOrders({ isSold, isOrdered }: { isSold: boolean; isOrdered: boolean }): Judged {
  if (isSold) return good('Orders that name our clicks arrive.')
  const todo =
    'Open one of your products here, leave by its button, and place a test order in your store (Shopify: Settings, Payments, test mode).'
  if (!isOrdered) return waiting('No order has arrived yet.', todo)
  return look('Orders arrive, but none of them names one of our clicks yet.', todo)
}

function judgeJourneys({ looked, ready }: { looked: number; ready: number }): Judged {
  if (!looked) return waiting('No order was old enough to have one.', 'Nothing to do: it shows after the first orders.')
  const share = ready / looked
  const text = `${Math.round(share * 100)}% of ${looked} ${looked === 1 ? 'order' : 'orders'} had one within a day.`
  if (share >= READY_WELL) return good(text)
  const todo =
    'Add the snippet of our guide to your theme: it keeps the click with the cart, whatever the journey says.'
  return share >= READY_SOMEWHAT ? look(text, todo) : broken(text, todo)
}

function judgeDrift({ connectedAt }: ShopifyConnection, last: Reconciliation | null, now: Date): Judged {
  const lastMs = (last?.startedAt ?? connectedAt).getTime()
  const isMissed = now.getTime() - lastMs > NIGHT_MISSED_MS
  const never = 'Your store was not compared yet.'
  if (!last)
    return isMissed ? look(never, 'Press Compare now.') : waiting(never, 'Nothing to do: it is done every night.')
  if (last.error)
    return broken(`It failed: ${last.error}`, 'Press Compare now. If it fails again, reconnect the store.')
  if (isMissed) return look('It was not done last night.', 'Press Compare now.')
  if (last.ordersMended)
    return look(
      `${last.ordersMended} of ${last.orders} orders were not as your store's messages had told us. They are put right.`,
      'Nothing, if it stays at few. If it goes on, look at the messages of your store above.',
    )
  return good(`${last.orders} orders and ${last.products} products compared: all orders were known.`)
}
