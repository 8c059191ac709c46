import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'
import { GroupWriter } from '#server/platform/group-writer.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { SHOP_DOMAIN } from './connections.schema.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { TOPICS } from '#server/shopify/subscriptions.ts'
import { redact } from '#server/shopify/webhook-payloads.ts'
import { announce, EVENTS_CHANNEL, IDENTITY_CHANNEL } from './connection-channels.ts'
import { keyOf, KnownStores, type KnownStore } from './known-stores.ts'

/** Bytes of a message; those of our topics have some tens of thousands. */
export const MOST_WEBHOOK_BYTES = 2 * 2 ** 20
const MOST_OF_GROUP = 100
const LONGEST_ID = 100
/** The times of the last delivery are written no more often. */
const TOUCH_EVERY_MS = 10_000
const IDENTITY_EVERY_MS = 60_000
const NOBODYS_SECRET = keyOf(randomBytes(32).toString('hex'))

/** A message as it came: nothing of it is believed yet. */
export interface Delivery {
  connectionId: string
  body: Uint8Array
  /** X-Shopify-Hmac-Sha256 */
  signature: string
  /** X-Shopify-Shop-Domain */
  shop: string
  /** X-Shopify-Topic */
  topic: string
  /** X-Shopify-Webhook-Id */
  webhookId: string
  /** X-Shopify-Triggered-At */
  triggeredAt: string
}

/** 'stored' is committed, and so is what 'known' repeats. */
export type Reception = 'stored' | 'known' | 'unauthorized' | 'unknown topic' | 'unreadable'

interface Row {
  id: string
  connection_id: string
  topic: string
  webhook_id: string
  triggered_at: Date
  payload: object
}

/**
 * Takes what stores tell us: checks the signature, drops what is personal, and stores each message once. attribution.md,
 * section 3. Many that come together are written in one transaction.
 */
export class WebhookReceiver {
  readonly #db: Db
  readonly #stores: KnownStores
  readonly #writer: GroupWriter<Row, 'stored' | 'known'>
  readonly #touched = new LRUCache<string, true>({ max: 20_000, ttl: TOUCH_EVERY_MS })
  readonly #moved = new LRUCache<string, true>({ max: 1_000, ttl: IDENTITY_EVERY_MS })

  constructor(db: Db) {
    this.#db = db
    this.#stores = new KnownStores(db)
    this.#writer = new GroupWriter((rows) => this.#insert(rows), MOST_OF_GROUP)
  }

  /** @throws what the database says if nothing could be stored */
  async receive(delivery: Delivery): Promise<Reception> {
    const { connectionId, body, topic, webhookId, shop } = delivery
    let store = await this.#stores.find(connectionId)
    if (!isSigned(delivery, store)) {
      store = await this.#stores.find(connectionId, { isDoubted: true })
      if (!isSigned(delivery, store)) return 'unauthorized'
    }
    if (!store) return 'unauthorized'
    if (shop.toLowerCase() !== store.shop) {
      this.#askWhoItIs(connectionId, shop.toLowerCase())
      return 'unauthorized'
    }
    if (!TOPICS.some((known) => known === topic)) return 'unknown topic'
    if (!webhookId || webhookId.length > LONGEST_ID) return 'unreadable'
    const said = readBody(body)
    const payload =
      said === undefined ? null : redact(topic, said, emailHasher(await appSecret(this.#db, 'customer-hash')))
    if (!payload) return 'unreadable'
    const triggered = Date.parse(delivery.triggeredAt)
    const outcome = await this.#writer.submit({
      id: newId(),
      connection_id: connectionId.toLowerCase(),
      topic,
      webhook_id: webhookId,
      // A clock ahead of ours must not put a message behind all later ones.
      triggered_at: new Date(Math.min(Number.isNaN(triggered) ? Infinity : Math.max(triggered, 0), Date.now())),
      payload,
    })
    this.#touch(connectionId, topic)
    return outcome
  }

  /** Resolves when everything so far is answered. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }

  /** One statement, so that a group costs one round trip and one commit. */
  async #insert(rows: Row[]): Promise<Array<'stored' | 'known'>> {
    const written = await this.#db.$queryRaw<Array<{ id: string }>>`
      WITH written AS (
        INSERT INTO webhook_events (id, connection_id, topic, webhook_id, triggered_at, payload)
        SELECT id, connection_id, topic, webhook_id, triggered_at, payload FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS e (id uuid, connection_id uuid, topic text, webhook_id text, triggered_at timestamptz, payload jsonb)
        ON CONFLICT (connection_id, webhook_id) DO NOTHING RETURNING id, connection_id
      ), told AS (
        SELECT count(pg_notify(${EVENTS_CHANNEL}, connection_id::text)) FROM (SELECT DISTINCT connection_id FROM written) w
      )
      SELECT written.id FROM written, told`
    const isWritten = new Set(written.map(({ id }) => id))
    return rows.map(({ id }) => (isWritten.has(id) ? 'stored' : 'known'))
  }

  /** For people who look whether messages come: it may be some seconds late, and need not be there. */
  #touch(connectionId: string, topic: string): void {
    const key = `${connectionId} ${topic}`
    if (this.#touched.has(key)) return
    this.#touched.set(key, true)
    void this.#db
      .$transaction([
        this.#db.shopifyWebhook.updateMany({
          where: { connectionId, topic },
          data: { lastDeliveryAt: new Date() },
        }),
        this.#db.shopifyConnection.updateMany({ where: { id: connectionId }, data: { lastDeliveryAt: new Date() } }),
      ])
      .catch((error: unknown) => log.warn({ err: error, connectionId }, 'the time of a delivery was not noted'))
  }

  /** A store may have moved to another name: whoever does the work asks it. */
  #askWhoItIs(connectionId: string, shop: string): void {
    if (!SHOP_DOMAIN.test(shop) || this.#moved.has(connectionId)) return
    this.#moved.set(connectionId, true)
    void announce(this.#db, IDENTITY_CHANNEL, `${connectionId} ${shop}`).catch((error: unknown) =>
      log.warn({ err: error, connectionId }, 'a store that may have moved was not asked'),
    )
  }
}

/** All of it is computed whatever the first part says, so that its time tells nothing. */
function isSigned({ body, signature }: Delivery, store: KnownStore | null): boolean {
  const given = Buffer.from(signature, 'base64')
  const fits = (secret: KeyObject | null) => {
    const own = createHmac('sha256', secret ?? NOBODYS_SECRET)
      .update(body)
      .digest()
    return timingSafeEqual(own, given.length === own.length ? given : Buffer.alloc(own.length)) && secret !== null
  }
  const isCurrent = fits(store?.secret ?? null)
  const isPrevious = fits(store?.previousSecret ?? null)
  const untilMs = store?.previousSecretUntil?.getTime() ?? 0
  return isCurrent || (isPrevious && Date.now() < untilMs)
}

/** Undefined for what is no JSON. PostgreSQL keeps neither a NUL nor half a surrogate pair in its JSON. */
function readBody(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8')
  const mayBeUnstorable = text.includes('\\u0000') || /\\ud[89a-f]/i.test(text)
  try {
    return JSON.parse(text, mayBeUnstorable ? (_, value) => storable(value) : undefined)
  } catch {
    return undefined
  }
}

const storable = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)
