import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { Save } from '#server/platform/fetch-public.ts'
import type { Signal, StoreOrder, StoreRefund } from '#server/sales/store-order.schema.ts'
import type { StoreError } from './store-error.ts'
import type { StoreProduct } from './store-product.ts'

/** The platforms whose stores can be connected. */
export type PlatformName = 'shopify' | 'woocommerce'

/** Access to a store's API. */
export interface StoreAccess {
  /** The store's name on its platform: 'name.myshopify.com', or its address without a scheme: 'brand.example/shop'. */
  shop: string
  /** A secret: WooCommerce's is 'ck_...:cs_...'. */
  token: string
}

/** A store's own data. */
export interface StoreShop {
  /** 'gid://shopify/Shop/1', which stays the same if the store changes its domain. WooCommerce has only the address. */
  id: string
  name: string
  /** As in `StoreAccess`. */
  domain: string
  currency: string
  /** The host that shoppers see: 'brand.example'. */
  primaryHost: string
  /** The permissions of our key. */
  scopes: string[]
}

/**
 * Groups of webhook topics with separate limits, so that product messages never block orders, refunds or a removed app.
 */
export type TopicGroup = 'orders' | 'products' | 'app'

export interface Subscription {
  id: string
  /** An unknown topic keeps the store's spelling. */
  topic: string
  uri: string
  /** False if the store has disabled it after failures. */
  isActive: boolean
}

/** The subscription of each topic, or why the store refused it. */
export type Subscribed = Record<string, { id: string } | { error: string }>

/** Data in the headers of a store's message. Nothing in it is verified. */
export interface DeliveryHeaders {
  /** Base64 of the body's HMAC-SHA256. */
  signature: string
  shop: string
  topic: string
  /** Redeliveries have the same id. */
  webhookId: string
  triggeredAt: string
}

/** A parsed message of a store, without personal data. */
export type StoreMessage =
  | { kind: 'order'; order: StoreOrder }
  /** The order has to be read from the store, because the message is insufficient. `error` says why. */
  | { kind: 'order to read'; orderId: string; error: StoreError }
  | { kind: 'refund'; orderId: string; refund: StoreRefund }
  | { kind: 'product'; productId: string }
  | { kind: 'product deleted'; productId: string }
  | { kind: 'stock'; inventoryItemId: string }
  | { kind: 'app removed' }

export interface AskOptions {
  signal?: AbortSignal
}

/** How a store's owner approves us in the store's admin, which then sends us a key. */
export interface StoreApproval {
  /** Finds the store at an address without a key. Returns the store's own spelling. @throws StoreError */
  findStore: (shop: string, options?: AskOptions) => Promise<string>
  /**
   * Returns the address of the page in the store's admin.
   * @param options.state comes back with the key, and at `returnUrl`
   */
  pageOf: (shop: string, options: { state: string; returnUrl: string; callbackUrl: string }) => string
  /** Reads the message with the key; null if it has a different format. */
  parseKey: (body: unknown) => { state: string; token: string } | null
}

export interface OrderOptions extends AskOptions {
  /** Receives the buyer's email address in lower case without blanks; returns 64 hex digits. */
  hashEmail: (email: string) => string
}

/** One page of changed orders. */
export interface ChangedOrders {
  orders: StoreOrder[]
  /** Orders that exist but do not have the expected format. */
  unreadable: Array<{ name: string; error: StoreError }>
  /** This page and the previous ones contain all changes before this time. */
  until: Date
}

/** A request for all products of a store. It may take several runs. */
export interface ProductListing {
  /** The value that an earlier run passed to `remember`; null at the start. */
  remembered: string | null
  remember: (state: string) => Promise<void>
  /**
   * Reports progress to the partner.
   * @throws if the import was cancelled
   */
  tell: (products: number) => Promise<void>
  /**
   * Reserves space for the list.
   * @param bytes its size; null if unknown
   * @throws AppError unavailable if there is none
   */
  reserve: (bytes: number | null) => Promise<{
    /** A local file that is kept between runs, for a list that grows over several. */
    draft: string
    /** Stores the complete list. */
    save: Save
    maxBytes: number
    timeoutMs: number
  }>
  /** When this run has to end, in ms. A later run then continues. */
  until: number
  signal: AbortSignal
}

/**
 * The interface that the domains above need from a store platform. Each platform has a separate folder in server/ that
 * implements it. Only server/stores/platforms.ts and the screens know platforms by name.
 */
export interface StorePlatform {
  readonly name: PlatformName
  /** The name to show: 'Shopify'. */
  readonly label: string
  /** The version of its API that we use. */
  readonly apiVersion: string
  /** The scopes that our key needs. */
  readonly neededScopes: readonly string[]
  /** The webhook topics that we subscribe to. */
  readonly topics: readonly string[]
  readonly groupOf: (topic: string) => TopicGroup
  /** How many products one request of `fetchProducts` reads. */
  readonly productsAtOnce: number
  /** The name of our access: 'access token'. */
  readonly credential: string
  /** Where a partner turns on test payments, as a part of a sentence; '' if the store has no such mode. */
  readonly testOrders: string
  /** Whether a read-only key is enough. Such a store is compared every few minutes instead. */
  readonly worksWithoutWebhooks: boolean
  /** Whether the platform sends a message again that we did not accept. */
  readonly resendsMessages: boolean
  /**
   * Whether deleting a refund does not count as a change of its order, so that only reading the order again reveals it.
   */
  readonly hidesDeletedRefunds: boolean

  /** Returns the currency of the store's prices. Needs no more permissions than reading products. @throws StoreError */
  readonly fetchCurrency: (access: StoreAccess, signal?: AbortSignal) => Promise<string>
  /** @throws StoreError */
  readonly fetchShop: (access: StoreAccess, signal?: AbortSignal) => Promise<StoreShop>
  /** Exchanges credentials for a token; null if keys are tokens. @throws StoreError unauthorized if the store does not know them */
  readonly exchangeCredentials:
    | ((
        shop: string,
        clientId: string,
        clientSecret: string,
        options?: AskOptions,
      ) => Promise<{ token: string; scopes: string[]; expiresAt: Date }>)
    | null
  /**
   * Returns the origin of the store's API and admin.
   * @throws StoreError not_found for an invalid name
   */
  readonly addressOf: (shop: string) => string
  /** Our plugin for its stores, which keeps clicks and saves them with orders; null if there is none. */
  readonly plugin: {
    /** Returns the ZIP file. */
    zip: (siteUrl: string) => Promise<Buffer>
    /** Text that each page of a store with the plugin contains. */
    mark: string
  } | null
  /** Null if the store's admin has no page for approving an app. */
  readonly approval: StoreApproval | null
  /** Returns the address of a product in the store's admin. */
  readonly adminUrlOf: (shop: string, productId: string) => string

  /**
   * Subscribes to these topics at an address, each separately. Existing subscriptions to that address stay, but sign
   * with the given secret from now on.
   * @param options.secret the secret for signatures, if the store lets us choose it; otherwise it uses its app's
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

  /** Whether a request only checks that we respond. We never process it. */
  readonly isPing: (header: (name: string) => string) => boolean
  readonly parseHeaders: (header: (name: string) => string, body: Uint8Array) => DeliveryHeaders
  /**
   * Returns the parts of a verified message that may be kept, without personal data. Never throws for an unexpected body.
   * @returns null for an unknown topic
   */
  readonly redact: (topic: string, body: unknown, hashEmail: OrderOptions['hashEmail']) => object | null
  /** Reads a redacted message. @throws StoreError bad_answer; AppError for an unknown topic */
  readonly messageOf: (topic: string, payload: unknown) => StoreMessage

  /**
   * Returns products with all their variants. Leaves out deleted ones.
   * @throws StoreError
   */
  readonly fetchProducts: (access: StoreAccess, ids: readonly string[], options?: AskOptions) => Promise<StoreProduct[]>
  /**
   * Lists products that changed since a time, earliest change first, in pages.
   * @throws StoreError
   */
  readonly listChangedProducts: (
    access: StoreAccess,
    since: Date,
    options?: AskOptions,
  ) => AsyncGenerator<Array<{ id: string; updatedAt: Date }>>
  /**
   * Returns those of these products that still exist: messages about deleted ones may be lost.
   * @throws StoreError
   */
  readonly findExistingProducts: (
    access: StoreAccess,
    ids: readonly string[],
    options?: AskOptions,
  ) => Promise<string[]>
  /**
   * Saves a list of all products in a file. A later run continues.
   * @returns the file's bytes; null if a later run has to continue
   * @throws StoreError, FetchError, AppError; the disk's error if it is full
   */
  readonly listProducts: (access: StoreAccess, listing: ProductListing) => Promise<number | null>
  /** Reads the file of `listProducts`. @throws StoreError bad_answer */
  readonly readProductList: (source: CsvSource) => AsyncGenerator<StoreProduct>

  /** Returns null if the store has no such order or does not show it. @throws StoreError */
  readonly fetchOrder: (access: StoreAccess, id: string, options: OrderOptions) => Promise<StoreOrder | null>
  /**
   * Lists orders that changed since a time, earliest change first, in pages.
   * @throws StoreError
   */
  readonly listChangedOrders: (access: StoreAccess, since: Date, options: OrderOptions) => AsyncGenerator<ChangedOrders>
  /**
   * Reads an order's customer journey, which is ready some time after the order. Null if the platform has no journeys.
   */
  readonly fetchJourney:
    | ((access: StoreAccess, orderId: string, options?: AskOptions) => Promise<{ isReady: boolean; signals: Signal[] }>)
    | null
}
