/**
 * The types shared by the demo's catalogue (what is sold), its drawings (how it looks) and the seeder (how it is
 * stored).
 */

export const GARMENT_KINDS = [
  'dress',
  'maxi-dress',
  'coat',
  'trench',
  'jacket',
  'biker-jacket',
  'puffer',
  'blazer',
  'shirt',
  'blouse',
  'tee',
  'polo',
  'hoodie',
  'knit',
  'cardigan',
  'jeans',
  'trousers',
  'leggings',
  'shorts',
  'skirt',
  'midi-skirt',
  'jumpsuit',
  'swimsuit',
  'lingerie-set',
  'trainer',
  'boot',
  'ankle-boot',
  'heel',
  'sandal',
  'loafer',
  'tote',
  'crossbody',
  'backpack',
  'clutch',
  'ring',
  'necklace',
  'earrings',
  'bracelet',
  'watch',
  'sunglasses',
  'hat',
  'beanie',
  'scarf',
  'belt',
] as const
export type GarmentKind = (typeof GARMENT_KINDS)[number]

export const PATTERNS = ['plain', 'stripe', 'check', 'dot', 'floral', 'knit', 'denim', 'leather', 'cord'] as const
export type Pattern = (typeof PATTERNS)[number]

/**
 * front: the complete product. back: its other side (side or three-quarter for shoes and bags). detail: a close-up.
 * styled: with a companion product. form: on a dress form, with measurements (a close-up for products that no form can
 * wear).
 */
export const VIEWS = ['front', 'back', 'detail', 'styled', 'form'] as const
export type View = (typeof VIEWS)[number]

/** The inputs of a product drawing. The same spec always gives the same SVG, byte for byte. Colours are '#rrggbb'. */
export interface DrawingSpec {
  kind: GarmentKind
  view: View
  colour: string
  /** The second colour: trim, buttons, sole, lining, stripe. */
  accent: string
  pattern: Pattern
  /** The plain background from the partner's palette. */
  ground: string
  /** Selects a kind's construction details: sleeve and hem length, collar, closure, pockets, heel height... */
  variant: number
}

export interface DemoPartner {
  /** In kebab case, unique and stable, because ids are derived from it. */
  key: string
  businessName: string
  websiteUrl: string
  email: string
  phone: string
  contactPerson: string
  businessAddress: string
  /** ISO 3166-1. */
  country: string
  businessType: string
  currency: 'GBP' | 'USD' | 'EUR'
  /** One line in the brand's own voice. */
  ethos: string
  heroTitle: string
  heroSubtitle: string
  storeDescription: string
  aboutSection: string
  shippingPolicy: string
  /** The days stated in the policy. */
  returnsDays: number
  returnsPolicy: string
  /** Background tints of its pictures, ink and accent of its logo and hero: '#rrggbb'. */
  palette: { grounds: string[]; ink: string; accent: string }
  platform: 'shopify' | 'other'
  /** Share of the demo's products, relative to the other partners. */
  weight: number
}

export interface DemoCategory {
  slug: string
  name: string
  parent: string | null
  sortOrder: number
  /** The drawing on the category's tile; every top-level category has one. */
  tile: { kind: GarmentKind; colour: string; accent: string; pattern: Pattern; ground: string; variant: number } | null
}

export interface DemoVariant {
  size: string | null
  colourName: string
  colourHex: string
  /** Parameters that open the demo's store with this variant selected. */
  storeLink: string
  sku: string
  /** GTIN-13 with a correct check digit, or null. */
  gtin: string | null
  /** Minor units of the partner's currency. */
  priceMinor: number
  /** The original price, above priceMinor if discounted; otherwise null. */
  originalPriceMinor: number | null
  /** Null if the store does not report it. */
  stock: number | null
}

export interface DemoImage {
  /** The drawing. A product has two to four. */
  spec: DrawingSpec
  alt: string
  /** The colour that the picture shows, as in the variants. */
  colourName: string
}

export interface DemoProduct {
  /** Unique and stable for (seed, index). */
  key: string
  partnerKey: string
  /** Brand label: usually the partner's name, in boutiques one of several labels. */
  brand: string
  name: string
  description: string
  categorySlug: string
  tags: string[]
  styleTags: string[]
  colourPalette: string[]
  material: string
  gender: 'women' | 'men' | 'unisex' | 'girls' | 'boys' | 'kids'
  targetAudience: string
  isFeatured: boolean
  status: 'active' | 'draft' | 'archived'
  /** The URL on the partner's site. */
  productUrl: string
  /** The product's age on the seeding day, in days: 0 to 540. */
  ageDays: number
  variants: DemoVariant[]
  images: DemoImage[]
}
