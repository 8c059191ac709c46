/** What a store says of a product and no file does. */
export interface StoreFact {
  /** Shopify's number. */
  externalId: string
  updatedAt: Date
  inventoryItemIds: string[]
}
/** By handle. */
export type StoreFacts = ReadonlyMap<string, StoreFact>
