/** Data about a product that only a store provides, not a file. */
export interface StoreFact {
  /** Shopify's id. */
  externalId: string
  updatedAt: Date
  inventoryItemIds: string[]
}
/** Facts by handle. */
export type StoreFacts = ReadonlyMap<string, StoreFact>
