import type { Prisma } from '#prisma/generated/client.ts'
import { summariseVariants } from '#server/catalogue/summarise-variants.ts'
import { matchProducts } from '#server/offers/match-products.ts'
import type { Db } from '#server/platform/db.ts'
import { describeProducts } from '#server/search/describe-products.ts'
import { checkDigit } from './catalogue/identifiers.ts'
import { demoId } from './demo-ids.ts'

/** The positions of the demo products that may become twins. Tests and pictures use the others by name. */
const [FROM, TO] = [700, 1_200]
/** How the stores of a twin show that they sell the same product. Every fourth twin is also in a third store. */
const TWINS = ['gtin', 'gtin', 'style', 'gtin', 'look', 'gtin', 'style', 'gtin', 'look', 'gtin'] as const
const AT_THREE = 2
/** Maximum ratio of prices, because a product costs about the same everywhere. */
const NEARLY = 1.25
/** The GS1 prefix for demonstrations, which no real product has. */
const DEMO_PREFIX = '952'
const MAX_VARIANTS = 20

const PRODUCT = {
  id: true,
  partnerId: true,
  brandId: true,
  categoryId: true,
  gender: true,
  name: true,
  description: true,
  tags: true,
  styleTags: true,
  colourPalette: true,
  material: true,
  targetAudience: true,
  priceBaseMinor: true,
  brand: { select: { name: true } },
  partner: { select: { businessName: true } },
  variants: {
    orderBy: { position: 'asc' },
    take: MAX_VARIANTS,
    select: { id: true, sku: true, size: true, colourName: true, colourHex: true },
  },
  images: {
    orderBy: { position: 'asc' },
    select: { position: true, isPrimary: true, alt: true, colourName: true, fileId: true },
  },
} as const satisfies Prisma.ProductSelect

/**
 * Turns some demo products into copies of another store's products, with their own prices and stock. Runs once: seeded
 * data stays unchanged. Call it before anyone has clicked on them.
 */
export async function seedOffers(db: Db, seed: number): Promise<void> {
  if (await db.productVariant.findFirst({ where: { gtin: { startsWith: DEMO_PREFIX } }, select: { id: true } })) return
  const ids = Array.from({ length: TO - FROM }, (_, at) => demoId(seed, 'product', FROM + at))
  const rows = await db.product.findMany({ where: { id: { in: ids }, status: 'active' }, select: PRODUCT })
  const order = new Map(ids.map((id, at) => [id, at]))
  rows.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
  const used = new Set<string>()
  const twins: string[] = []
  for (const original of rows) {
    const way = TWINS[twins.length]
    if (way === undefined) break
    if (used.has(original.id) || original.brand.name !== original.partner.businessName) continue
    const most = twins.length % 4 === 1 ? AT_THREE : 1
    const copies = copiesOf(original, rows, used, most)
    if (copies.length < most) continue
    for (const { id } of [original, ...copies]) used.add(id)
    twins.push(original.id)
    for (const [at, { id }] of original.variants.entries())
      await db.productVariant.update({
        where: { id },
        data: { gtin: way === 'gtin' ? gtinOf(twins.length, at) : null },
      })
    for (const copy of copies) await become(db, copy, original, way, twins.length)
  }
  await describeProducts(db, [...used])
  await matchProducts(db, [...used], new Date())
}

type Row = Prisma.ProductGetPayload<{ select: typeof PRODUCT }>

/**
 * Returns products of other stores that can become this one: of the same kind, for the same people, at a similar price.
 */
function copiesOf(original: Row, rows: readonly Row[], used: ReadonlySet<string>, most: number): Row[] {
  const copies: Row[] = []
  for (const row of rows) {
    const ratio = row.priceBaseMinor / original.priceBaseMinor
    if (used.has(row.id) || row.id === original.id || copies.length === most) continue
    if (row.categoryId !== original.categoryId || row.gender !== original.gender) continue
    if (ratio > NEARLY || ratio < 1 / NEARLY) continue
    if ([original, ...copies].some(({ partnerId }) => partnerId === row.partnerId)) continue
    copies.push(row)
  }
  return copies
}

async function become(db: Db, copy: Row, original: Row, way: (typeof TWINS)[number], number: number): Promise<void> {
  const { brandId, name, description, tags, styleTags, colourPalette, material, targetAudience } = original
  await db.product.update({
    where: { id: copy.id },
    data: { brandId, name, description, tags, styleTags, colourPalette, material, targetAudience },
  })
  const shared = Math.min(copy.variants.length, original.variants.length)
  for (const [at, { id, sku }] of copy.variants.slice(0, shared).entries()) {
    const { size, colourName, colourHex, sku: theirs } = original.variants[at] ?? {}
    await db.productVariant.update({
      where: { id },
      data: {
        size: size ?? null,
        colourName: colourName ?? null,
        colourHex: colourHex ?? null,
        gtin: way === 'gtin' ? gtinOf(number, at) : null,
        // Spells the code as another store might.
        sku: way === 'style' ? (theirs ?? '').toLowerCase().replaceAll(/[-./_]/g, ' ') : sku,
      },
    })
  }
  await db.productVariant.deleteMany({ where: { productId: copy.id, position: { gte: shared } } })
  await summarise(db, copy.id)
  await db.productImage.deleteMany({ where: { productId: copy.id } })
  await db.productImage.createMany({ data: original.images.map((image) => ({ ...image, productId: copy.id })) })
}

/** Recomputes the product's summary for lists and filters from its remaining variants. */
async function summarise(db: Db, productId: string): Promise<void> {
  const variants = await db.productVariant.findMany({ where: { productId }, orderBy: { position: 'asc' } })
  const { priceBaseMinor, priceMinor } = await db.product.findUniqueOrThrow({ where: { id: productId } })
  const summary = summariseVariants(variants)
  // Uses the exchange rate at which the product was listed.
  const base = Math.round((priceBaseMinor * summary.priceMinor) / priceMinor)
  await db.product.update({ where: { id: productId }, data: { ...summary, priceBaseMinor: base } })
}

const gtinOf = (number: number, variant: number): string => {
  const twelve = `${DEMO_PREFIX}${String(number * 100 + variant).padStart(9, '0')}`
  return twelve + String(checkDigit(twelve))
}
