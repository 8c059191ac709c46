import { createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'
import { isId } from '#server/platform/ids.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { StorePlatform } from '#server/stores/store-platform.ts'
import { openSecrets } from '#server/stores/store-secrets.ts'

const KEPT_MS = 5_000
/** After a wrong signature a store is read again, because its secret may have changed, but at most this often. */
const AGAIN_AFTER_MS = 1_000
const MAX_KEPT = 2_000
/** Unknown ids are cached separately, so that a flood of them does not evict known stores. */
const MAX_NONE = 20_000
/** How long we remember that an id is a store's: longer than its secrets. */
const MET_MS = 24 * 3_600_000

/** The data for checking a delivery. */
export interface KnownStore {
  partnerId: string
  platform: StorePlatform
  /** Whether its partner was never approved. */
  isStrangers: boolean
  shop: string
  secret: KeyObject
  previousSecret: KeyObject | null
  previousSecretUntil: Date | null
}

interface Kept {
  store: KnownStore
  readAt: number
}

/** Caches connected stores by id for a few seconds, so that not every delivery reads and decrypts its store's secrets. */
export class KnownStores {
  readonly #db: Db
  readonly #kept: LRUCache<string, Kept>
  readonly #met = new LRUCache<string, true>({ max: MAX_NONE, ttl: MET_MS })
  /** Lookups in progress, shared by concurrent requests for an id: a store often sends many messages at once. */
  readonly #asked = new Map<string, Promise<KnownStore | null>>()
  readonly #none = new LRUCache<string, true>({ max: MAX_NONE, ttl: KEPT_MS })

  /** @param keptMs for tests */
  constructor(db: Db, keptMs = KEPT_MS) {
    this.#db = db
    this.#kept = new LRUCache({ max: MAX_KEPT, ttl: keptMs })
  }

  /** Whether `find` would ask the database for an id that is not known as a store. */
  isStranger(connectionId: string): boolean {
    return (
      [this.#kept, this.#met, this.#none, this.#asked].every((known) => !known.has(connectionId)) && isId(connectionId)
    )
  }

  /** Returns null if no such store is connected. @param isDoubted reads it again unless the cached entry is under a second old */
  async find(connectionId: string, { isDoubted = false } = {}): Promise<KnownStore | null> {
    if (!isId(connectionId) || this.#none.has(connectionId)) return null
    const kept = this.#kept.get(connectionId)
    if (kept && !(isDoubted && Date.now() - kept.readAt > AGAIN_AFTER_MS)) return kept.store
    const asked = isDoubted ? undefined : this.#asked.get(connectionId)
    if (asked) return asked
    const asking = this.#ask(connectionId)
    this.#asked.set(connectionId, asking)
    try {
      return await asking
    } finally {
      this.#asked.delete(connectionId)
    }
  }

  async #ask(connectionId: string): Promise<KnownStore | null> {
    const store = await this.#read(connectionId)
    if (store) {
      this.#kept.set(connectionId, { store, readAt: Date.now() })
      this.#met.set(connectionId, true)
    } else {
      this.#met.delete(connectionId)
      this.#kept.delete(connectionId)
      this.#none.set(connectionId, true)
    }
    return store
  }

  async #read(connectionId: string): Promise<KnownStore | null> {
    const row = await this.#db.shopifyConnection.findFirst({
      where: { id: connectionId, status: { not: 'revoked' } },
      include: { partner: { select: { verificationStatus: true } } },
    })
    if (!row) return null
    const { secret, previousSecret } = openSecrets(row)
    if (secret === null) return null
    const { partnerId, shop, previousSecretUntil, partner } = row
    return {
      partnerId,
      platform: platformOf(row),
      isStrangers: ['pending', 'rejected'].includes(partner.verificationStatus),
      shop,
      secret: keyOf(secret),
      previousSecret: previousSecret === null ? null : keyOf(previousSecret),
      previousSecretUntil,
    }
  }
}

/** Creates a key object, once per store: per message it would cost more than the signature. */
export const keyOf = (secret: string): KeyObject => createSecretKey(secret, 'utf8')
