/** A product from a store. Ids are the store's; prices are its decimal strings, in the store's currency. */
export interface StoreProduct {
  id: string
  handle: string
  title: string
  html: string
  vendor: string
  productType: string
  /** 'Apparel & Accessories > Clothing', from Shopify's taxonomy. */
  category: string
  tags: string[]
  /** 'active', 'draft', 'archived', 'unlisted'. */
  status: string
  /** Whether the product is published in the store's online shop. */
  isPublished: boolean
  /** The product's page there. */
  url: string | null
  isGiftCard: boolean
  /** Why the product is not imported; '' if it is. */
  leftOut: string
  updatedAt: Date
  variants: StoreVariant[]
  pictures: Array<{ url: string; alt: string }>
}

export interface StoreVariant {
  /** Selects the variant on the product's page: its number, parameters or an address. */
  link: string
  sku: string
  barcode: string
  price: string
  compareAtPrice: string
  quantity: number | null
  isTracked: boolean
  sellsWhenSoldOut: boolean
  /** The id that the store uses to report its stock; null if it reports stock with the product. */
  inventoryItemId: string | null
  options: Array<{ name: string; value: string }>
  pictureUrl: string
}
