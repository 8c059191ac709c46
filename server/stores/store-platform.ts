import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { Save } from '#server/platform/fetch-public.ts'
import type { Signal, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import type { StoreError } from './store-error.ts'
import type { StoreProduct } from './store-product.ts'

/** The platforms whose stores can be connected. */
export type PlatformName = 'shopify' | 'woocommerce'

/** Access to a store's API. */
export interface StoreAccess {
  /** The store's name in its platform: 'name.myshopify.com', or its address without a scheme: 'brand.example/shop'. */
  shop: string
  /** A secret: WooCommerce's is 'ck_...:cs_...'. */
  token: string
}

/** A store as it names itself. */
export interface StoreShop {
  /** 'gid://shopify/Shop/1': stays when the store moves its domain. WooCommerce's has no other than its address. */
  id: string
  name: string
  /** As in `StoreAccess`. */
  domain: string
  currency: string
  /** Where its shoppers see it: 'brand.example'. */
  primaryHost: string
  /** What our key may do. */
  scopes: string[]
}

/** Groups of webhook topics with limits of their own, so that products never keep out orders, refunds or a removed app. */
export type TopicGroup = 'orders' | 'products' | 'app'

export interface Subscription {
  id: string
  /** An unknown topic keeps the store's spelling. */
  topic: string
  uri: string
  /** The store sends to it: it may have switched it off after failures. */
  isActive: boolean
}

/** The subscription of each topic, or why the store refused it. */
export type Subscribed = Record<string, { id: string } | { error: string }>

/** What a store's message says about itself in its headers. Nothing in it is verified. */
export interface DeliveryHeaders {
  /** Base64 of the body's HMAC-SHA256. */
  signature: string
  shop: string
  topic: string
  /** A redelivery has the same. */
  webhookId: string
  triggeredAt: string
}

/** A redacted message of a store, understood. */
export type StoreMessage =
  | { kind: 'order'; order: StoreOrder }
  /** The message alone does not suffice, for the reason in `error`: the order has to be read from the store. */
  | { kind: 'order to read'; orderId: string; error: StoreError }
  | { kind: 'refund'; orderId: string; refund: StoreRefund }
  | { kind: 'product'; productId: string }
  | { kind: 'product deleted'; productId: string }
  | { kind: 'stock'; inventoryItemId: string }
  | { kind: 'app removed' }

export interface AskOptions {
  signal?: AbortSignal
}

export interface OrderOptions extends AskOptions {
  /** Receives the buyer's email address in lower case without blanks; returns 64 hex digits. */
  hashEmail: (email: string) => string
}

/** One page of changed orders. */
export interface ChangedOrders {
  orders: StoreOrder[]
  /** Orders that exist but do not have the expected form. */
  unreadable: Array<{ name: string; error: StoreError }>
  /** All earlier changes are on this page or a previous one. */
  until: Date
}

/** A request for all products of a store, which may take several runs. */
export interface ProductListing {
  /** What an earlier run has passed to `remember`; null at the start. */
  remembered: string | null
  remember: (state: string) => Promise<void>
  /** Tells the partner how far it is. @throws if the import was cancelled */
  tell: (products: number) => Promise<void>
  /** Reserves room for the list. @param bytes its size; null if unknown @throws AppError unavailable if there is none */
  reserve: (bytes: number | null) => Promise<{
    /** A local file that outlives the run, for a list that grows over several. */
    draft: string
    /** Stores the whole list. */
    save: Save
    maxBytes: number
    timeoutMs: number
  }>
  /** When this run has to end, in ms: then a later one continues. */
  until: number
  signal: AbortSignal
}

/**
 * Everything that the domains above need from a platform for stores. Each platform has a folder of its own in server/
 * that implements it; only server/stores/platforms.ts and the screens know platforms by name.
 */
export interface StorePlatform {
  readonly name: PlatformName
  /** For people: 'Shopify'. */
  readonly label: string
  /** The version of its API that we use. */
  readonly apiVersion: string
  /** The scopes that our key needs. */
  readonly neededScopes: readonly string[]
  /** The webhook topics that we subscribe to. */
  readonly topics: readonly string[]
  readonly groupOf: (topic: string) => TopicGroup
  /** How many products `readProducts` reads with one request. */
  readonly productsAtOnce: number
  /** A key may be one that only reads: then the store is compared every few minutes instead. */
  readonly worksWithoutWebhooks: boolean
  /** Deleting a refund does not count as a change of its order: only reading the order again shows it. */
  readonly hidesDeletedRefunds: boolean

  /** @throws StoreError */
  readonly readShop: (access: StoreAccess, signal?: AbortSignal) => Promise<StoreShop>
  /** Exchanges credentials for a token; null if keys are tokens. @throws StoreError unauthorized if the store does not know them */
  readonly exchangeCredentials:
    | ((
        shop: string,
        clientId: string,
        clientSecret: string,
        options?: AskOptions,
      ) => Promise<{ token: string; scopes: string[]; expiresAt: Date }>)
    | null
  /** Returns the origin of the store's API, where its admin is too. @throws StoreError not_found for a name that is none */
  readonly addressOf: (shop: string) => string
  /** Returns the address of a product in the store's admin. */
  readonly adminUrlOf: (shop: string, productId: string) => string

  /**
   * Subscribes to these topics at an address, each separately. Existing subscriptions to that address stay.
   * @param options.secret what the store signs with, if it lets us choose; else it signs with its app's
   * @throws StoreError if the store cannot be reached at all
   */
  readonly subscribe: (
    access: StoreAccess,
    callbackUrl: string,
    topics: readonly string[],
    options: AskOptions & { secret: string },
  ) => Promise<Subscribed>
  readonly listSubscriptions: (access: StoreAccess, options?: AskOptions) => Promise<Subscription[]>
  /** Deletes subscriptions; skips those that no longer exist. */
  readonly unsubscribe: (access: StoreAccess, ids: readonly string[], options?: AskOptions) => Promise<void>

  /** Whether a request only asks if we are there: it is answered and never processed. */
  readonly isPing: (header: (name: string) => string) => boolean
  readonly readHeaders: (header: (name: string) => string, body: Uint8Array) => DeliveryHeaders
  /**
   * Returns the parts of a verified message that may be kept, without personal data. Never throws for an unexpected body.
   * @returns null for an unknown topic
   */
  readonly redact: (topic: string, body: unknown, hashEmail: OrderOptions['hashEmail']) => object | null
  /** Reads a redacted message. @throws StoreError bad_answer; AppError for an unknown topic */
  readonly messageOf: (topic: string, payload: unknown) => StoreMessage

  /** Products with all their variants. Those that are gone are left out. @throws StoreError */
  readonly readProducts: (access: StoreAccess, ids: readonly string[], options?: AskOptions) => Promise<StoreProduct[]>
  /** Which products changed since a time, earliest change first, in pages. @throws StoreError */
  readonly listChangedProducts: (
    access: StoreAccess,
    since: Date,
    options?: AskOptions,
  ) => AsyncGenerator<Array<{ id: string; updatedAt: Date }>>
  /**
   * Saves a list of all products in a file. A later run continues.
   * @returns the file's bytes; null if a later run has to continue
   * @throws StoreError, FetchError, AppError; the disk's error if it is full
   */
  readonly listProducts: (access: StoreAccess, listing: ProductListing) => Promise<number | null>
  /** Reads the file of `listProducts`. @throws StoreError bad_answer */
  readonly readProductList: (source: CsvSource) => AsyncGenerator<StoreProduct>

  /** Returns null if the store has no such order or does not show it. @throws StoreError */
  readonly readOrder: (access: StoreAccess, id: string, options: OrderOptions) => Promise<StoreOrder | null>
  /** The orders that changed since a time, earliest change first, in pages. @throws StoreError */
  readonly listChangedOrders: (access: StoreAccess, since: Date, options: OrderOptions) => AsyncGenerator<ChangedOrders>
  /** Reads an order's customer journey, which is ready some time after the order; null if the platform has none. */
  readonly readJourney:
    | ((access: StoreAccess, orderId: string, options?: AskOptions) => Promise<{ isReady: boolean; signals: Signal[] }>)
    | null
}
