import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import { cleanTexts } from '#server/platform/clean-text.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/durations.values.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { PartnerBudget } from '#server/platform/partner-budget.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { SHOP_DOMAIN } from './connections.schema.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import type { DeliveryHeaders, StorePlatform, TopicGroup } from '#server/stores/store-platform.ts'
import { groupOf, topicsOf } from '#server/stores/topic-groups.ts'
import { announce, EVENTS_CHANNEL, IDENTITY_CHANNEL } from './connection-channels.ts'
import { keyOf, KnownStores, type KnownStore } from './known-stores.ts'

/** Maximum bytes of a message; those of our topics have tens of thousands. */
export const MAX_WEBHOOK_BYTES = 2 * 2 ** 20
const MAX_OF_GROUP = 100
const MAX_BYTES_OF_GROUP = 4 * 2 ** 20
/** Maximum unprocessed messages of one store and group, and their bytes. Shopify resends refused ones. */
const MAX_WAITING = { messages: 50_000, bytes: 256 * 2 ** 20 }
/**
 * Maximum messages, processed or not, of a store whose partner was never approved, and their bytes. Such a store is not
 * listed, so it gets no orders through us, and its products are compared every night.
 */
const MAX_BEFORE_APPROVAL = { messages: 20_000, bytes: 16 * 2 ** 20 }
/**
 * Maximum messages per partner's stores and group that each process stores in 24 hours, and their bytes without
 * personal data.
 */
const MAX_A_DAY = { messages: 1_000_000, bytes: 2 * 2 ** 30 }
const WAITING_EVERY_MS = 10_000
const WAITING_RETRY_SECONDS = 60
/** Unknown ids per address and minute. Stores share Shopify's addresses. */
const MAX_STRANGERS = 300
const LONGEST_ID = 100
/** The minimum interval between updates of the last delivery's time. */
const TOUCH_EVERY_MS = 10_000
const IDENTITY_EVERY_MS = MINUTE_MS
const REFUSED_EVERY_MS = MINUTE_MS
const NOBODYS_SECRET = keyOf(randomBytes(32).toString('hex'))

/** A raw, unverified message. */
export interface Delivery extends DeliveryHeaders {
  /** The sender's address. */
  address: string
  connectionId: string
  body: Uint8Array
}

/** 'stored' and 'known' messages are committed. 'not needed' ones are dropped, and the store does not resend them. */
export type Reception = 'stored' | 'known' | 'not needed' | 'unauthorized' | 'unknown topic' | 'unreadable' | 'too many'
type Written = 'stored' | 'known' | 'unauthorized'

interface Row {
  id: string
  connection_id: string
  topic: string
  webhook_id: string
  triggered_at: Date
  payload: object
}

interface Item {
  row: Row
  bytes: number
}

/**
 * Receives webhooks: checks the signature, removes personal data, and stores each message once. Concurrent messages
 * share a transaction.
 */
export class WebhookReceiver {
  readonly #db: Db
  readonly #stores: KnownStores
  readonly #writer: GroupWriter<Item, Written>
  readonly #budget: PartnerBudget
  readonly #mostWaiting: typeof MAX_WAITING
  readonly #mostBeforeApproval: typeof MAX_BEFORE_APPROVAL
  /** Whether a store has reached its limit of pending messages, or of messages before approval. */
  readonly #full = new LRUCache<string, boolean>({ max: 20_000, ttl: WAITING_EVERY_MS })
  readonly #messagesOfDay: RateLimit
  readonly #bytesOfDay: RateLimit
  readonly #strangers = new RateLimit('unknown stores', MAX_STRANGERS, MINUTE_MS)
  readonly #touched = new LRUCache<string, true>({ max: 20_000, ttl: TOUCH_EVERY_MS })
  readonly #refused = new LRUCache<string, true>({ max: 20_000, ttl: REFUSED_EVERY_MS })
  readonly #moved = new LRUCache<string, true>({ max: 1_000, ttl: IDENTITY_EVERY_MS })

  /**
   * @param given.budget the budget that stores are charged to
   * @param given.mostWaiting for tests
   * @param given.mostBeforeApproval for tests
   * @param given.mostADay for tests
   * @param given.keptMs how long a store's secrets are kept; for tests
   */
  constructor(
    db: Db,
    {
      budget = new PartnerBudget(),
      mostWaiting = MAX_WAITING,
      mostBeforeApproval = MAX_BEFORE_APPROVAL,
      mostADay = MAX_A_DAY,
      keptMs,
    }: {
      budget?: PartnerBudget
      mostWaiting?: typeof MAX_WAITING
      mostBeforeApproval?: typeof MAX_BEFORE_APPROVAL
      mostADay?: typeof MAX_A_DAY
      keptMs?: number
    } = {},
  ) {
    this.#db = db
    this.#budget = budget
    this.#mostWaiting = mostWaiting
    this.#mostBeforeApproval = mostBeforeApproval
    this.#messagesOfDay = new RateLimit('webhooks of a day', mostADay.messages, DAY_MS)
    this.#bytesOfDay = new RateLimit('webhook bytes of a day', mostADay.bytes, DAY_MS)
    this.#stores = new KnownStores(db, keptMs)
    this.#writer = new GroupWriter((items) => this.#insert(items), MAX_OF_GROUP, {
      most: MAX_BYTES_OF_GROUP,
      of: ({ bytes }) => bytes,
    })
  }

  /**
   * Checks before the body is read whether to refuse a message because no connected store has its id.
   * @param address the sender's address, which is limited to some unknown ids per minute
   * @returns null for a connected store
   */
  async refuseStranger(address: string, connectionId: string): Promise<'unauthorized' | 'too many' | null> {
    // Anyone can make Shopify send us messages with unknown ids, from the same addresses as real stores.
    const isStranger = this.#stores.isStranger(connectionId)
    const takeBack = isStranger ? this.#strangers.reserve(address) : null
    if (isStranger && !takeBack) return 'too many'
    if (!(await this.#stores.find(connectionId))) return 'unauthorized'
    takeBack?.()
    return null
  }

  /**
   * @throws TooMuchAsked if the partner's budget is spent, or the store has too many unprocessed messages or has sent
   * too many in a day (Shopify resends it); the database's error if nothing could be stored
   */
  async receive(delivery: Delivery): Promise<Reception> {
    const { address, connectionId, shop } = delivery
    const refusal = await this.refuseStranger(address, connectionId)
    if (refusal) return refusal
    let store = await this.#stores.find(connectionId)
    if (!store) return 'unauthorized'
    if (!isSigned(delivery, store)) {
      store = await this.#stores.find(connectionId, { isDoubted: true })
      if (!store) return 'unauthorized'
      if (!isSigned(delivery, store)) {
        if (shop.toLowerCase() === store.shop) this.#noteRefused(connectionId)
        return 'unauthorized'
      }
    }
    if (shop.toLowerCase() !== store.shop) {
      this.#askWhoItIs(connectionId, shop.toLowerCase())
      return 'unauthorized'
    }
    // Charge only after the signature check: an attacker with a connection id must not use up its partner's budget.
    const { partnerId } = store
    return this.#budget.run(partnerId, () => this.#take(delivery, store))
  }

  /** Stores a message with a valid signature. */
  async #take(
    { connectionId, body, topic, webhookId, triggeredAt }: Delivery,
    { partnerId, platform, isStrangers }: KnownStore,
  ): Promise<Reception> {
    this.#budget.spend(partnerId, 'messages', 1)
    this.#budget.spend(partnerId, 'bytes', body.byteLength)
    if (isStrangers && (await this.#isFull(connectionId, platform, 'all'))) return 'not needed'
    const group = groupOf(platform, topic)
    if (!group) return 'unknown topic'
    if (await this.#isFull(connectionId, platform, group)) throw new TooMuchAsked(WAITING_RETRY_SECONDS)
    if (!webhookId || webhookId.length > LONGEST_ID) return 'unreadable'
    const said = parseJsonBody(body)
    const kept =
      said === undefined ? null : platform.redact(topic, said, emailHasher(await appSecret(this.#db, 'customer-hash')))
    // Clean only the kept fields: the body may nest deeper than our stack.
    const payload = cleanTexts(kept)
    if (!payload) return 'unreadable'
    const keptBytes = Buffer.byteLength(JSON.stringify(payload))
    const counted = `${group} ${partnerId}`
    if (!this.#messagesOfDay.allows(counted) || !this.#bytesOfDay.allows(counted, keptBytes))
      throw new TooMuchAsked(WAITING_RETRY_SECONDS)
    const triggered = Date.parse(triggeredAt)
    const row = {
      id: newId(),
      connection_id: connectionId.toLowerCase(),
      topic,
      webhook_id: webhookId,
      // A store's fast clock must not put a message behind all later ones.
      triggered_at: new Date(Math.min(Number.isNaN(triggered) ? Infinity : Math.max(triggered, 0), Date.now())),
      payload,
    }
    const outcome = await this.#writer.submit({ row, bytes: body.byteLength })
    this.#touch(connectionId, topic)
    return outcome
  }

  /** Resolves when all messages so far are answered. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }

  /**
   * Inserts messages in one statement, so that a group costs one round trip and one commit. Only messages of a deleted
   * store fail.
   */
  async #insert(items: Item[]): Promise<Written[]> {
    const rows = items.map(({ row }) => row)
    const of = await this.#db.$queryRaw<Array<{ id: string; isWritten: boolean }>>`
      WITH given AS (
        SELECT e.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS e (id uuid, connection_id uuid, topic text, webhook_id text, triggered_at timestamptz, payload jsonb)
      ), there AS (
        SELECT id FROM shopify_connections WHERE id IN (SELECT connection_id FROM given) FOR KEY SHARE
      ), written AS (
        INSERT INTO webhook_events (id, connection_id, topic, webhook_id, triggered_at, payload)
        SELECT g.id, g.connection_id, g.topic, g.webhook_id, g.triggered_at, g.payload FROM given g JOIN there t ON t.id = g.connection_id
        ON CONFLICT (connection_id, webhook_id) DO NOTHING RETURNING id, connection_id
      ), told AS (
        SELECT count(pg_notify(${EVENTS_CHANNEL}, connection_id::text)) FROM (SELECT DISTINCT connection_id FROM written) w
      )
      SELECT g.id, w.id IS NOT NULL AS "isWritten"
      FROM told, given g JOIN there t ON t.id = g.connection_id LEFT JOIN written w ON w.id = g.id`
    const outcomes = new Map(of.map(({ id, isWritten }) => [id, isWritten ? 'stored' : 'known'] as const))
    return rows.map(({ id }) => outcomes.get(id) ?? 'unauthorized')
  }

  /** @param kept 'all' messages, or the pending ones of a group */
  async #isFull(connectionId: string, platform: StorePlatform, kept: TopicGroup | 'all'): Promise<boolean> {
    const name = `${kept} ${connectionId}`
    const known = this.#full.get(name)
    if (known !== undefined) return known
    const { messages, bytes } = kept === 'all' ? this.#mostBeforeApproval : this.#mostWaiting
    const [row] = await this.#db.$queryRaw<Array<{ isFull: boolean }>>`
      SELECT count(*) >= ${messages}::int OR coalesce(sum(pg_column_size(w.payload)), 0) >= ${bytes}::bigint AS "isFull" FROM (
        SELECT payload FROM webhook_events
        WHERE connection_id = ${connectionId}::uuid ${kept === 'all' ? Prisma.empty : Prisma.sql`AND status = 'waiting' AND topic = ANY(${topicsOf(platform, kept)}::text[])`} LIMIT ${messages}::int
      ) w`
    const isFull = row?.isFull ?? false
    this.#full.set(name, isFull)
    return isFull
  }

  /** Records for the partner that the store signs with a secret that we do not have. */
  #noteRefused(connectionId: string): void {
    if (this.#refused.has(connectionId)) return
    this.#refused.set(connectionId, true)
    void this.#db.shopifyConnection
      .updateMany({ where: { id: connectionId, status: { not: 'revoked' } }, data: { lastRefusedAt: new Date() } })
      .catch((error: unknown) => log.warn({ err: error, connectionId }, 'a rejected webhook was not recorded'))
  }

  /** Updates the last delivery's time, which is only shown to people. It may be seconds late or missing. */
  #touch(connectionId: string, topic: string): void {
    const key = `${connectionId} ${topic}`
    if (this.#touched.has(key)) return
    this.#touched.set(key, true)
    void this.#db
      .$transaction([
        // Update the connection first. All code that locks both uses this order.
        this.#db.shopifyConnection.updateMany({ where: { id: connectionId }, data: { lastDeliveryAt: new Date() } }),
        this.#db.shopifyWebhook.updateMany({
          where: { connectionId, topic },
          data: { lastDeliveryAt: new Date() },
        }),
      ])
      .catch((error: unknown) => log.warn({ err: error, connectionId }, 'the time of a webhook was not recorded'))
  }

  /** Queues a request for the store's identity, because it may have a new name. */
  #askWhoItIs(connectionId: string, shop: string): void {
    if (!SHOP_DOMAIN.test(shop) || this.#moved.has(connectionId)) return
    this.#moved.set(connectionId, true)
    void announce(this.#db, IDENTITY_CHANNEL, `${connectionId} ${shop}`).catch((error: unknown) =>
      log.warn({ err: error, connectionId }, 'could not queue a check for a new store domain'),
    )
  }
}

/** Computes everything regardless of the first result, so that the time reveals nothing. */
function isSigned({ body, signature }: Delivery, store: KnownStore): boolean {
  const given = Buffer.from(signature, 'base64')
  const fits = (secret: KeyObject | null) => {
    const expected = createHmac('sha256', secret ?? NOBODYS_SECRET)
      .update(body)
      .digest()
    return (
      timingSafeEqual(expected, given.length === expected.length ? given : Buffer.alloc(expected.length)) &&
      secret !== null
    )
  }
  const isCurrent = fits(store.secret)
  const isPrevious = fits(store.previousSecret)
  const untilMs = store.previousSecretUntil?.getTime() ?? 0
  return isCurrent || (isPrevious && Date.now() < untilMs)
}

/** Returns undefined for a body that is not JSON. */
function parseJsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}
