import type { ProductStatus } from '#prisma/generated/enums.ts'

/** Something to tell about a line of the file; `handle` is '' where the line does not say it. */
export interface Note {
  line: number
  handle: string
  reason: string
}

export interface ShopifyVariant {
  line: number
  sku: string | null
  gtin: string | null
  size: string | null
  colourName: string | null
  /** Options beyond size and colour, as the store names them. */
  options: Record<string, string>
  /** Minor units of the partner's currency. */
  priceMinor: number
  /** Above priceMinor, else null. */
  originalPriceMinor: number | null
  /** Null: the store does not track it. */
  stock: number | null
}

export interface ShopifyImage {
  line: number
  url: string
  alt: string
  /** The colour whose variants show this picture, where that is one. */
  colourName: string | null
}

/** A product as its rows tell it. What is undefined has no column in the file: what we know of it stays as it is. */
export interface ShopifyProduct {
  /** Of its first row. */
  line: number
  handle: string
  title: string
  description: string | undefined
  descriptionHtml: string | null | undefined
  vendor: string | undefined
  type: string
  productCategory: string
  tags: string[] | undefined
  status: ProductStatus
  gender: string
  variants: ShopifyVariant[]
  images: ShopifyImage[] | undefined
  /** Some of its rows could not be read, so what is missing here may still be sold. */
  isIncomplete: boolean
}

/** All rows of one handle. Without a product it was skipped, or none of its rows could be read. */
export interface ShopifyGroup {
  product: ShopifyProduct | null
  isSkipped: boolean
  problems: Note[]
  warnings: Note[]
}
