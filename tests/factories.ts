import type { Prisma } from '#prisma/generated/client.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { summariseVariants, type VariantPricing } from '#server/catalogue/summarise-variants.ts'
import type { Db } from '#server/platform/db.ts'

let counter = 0
const next = () => ++counter

/** An approved partner with a verified domain, unless told otherwise. */
export async function createPartner(db: Db, given: Partial<Prisma.PartnerUncheckedCreateInput> & { domain?: string | null } = {}) {
  const number = next()
  const { domain = `shop${number}.example`, ...fields } = given
  const partner = await db.partner.create({
    data: { businessName: `Partner ${number}`, email: `partner${number}@example.test`, websiteUrl: `https://shop${number}.example`, verificationStatus: 'approved', ...fields },
  })
  if (domain) await db.partnerDomain.create({ data: { host: domain, partnerId: partner.id } })
  return partner
}

export async function createCategory(db: Db, given: Partial<Prisma.CategoryUncheckedCreateInput> = {}) {
  const number = next()
  return db.category.create({ data: { name: `Category ${number}`, slug: `category-${number}`, ...given } })
}

type ProductFields = Partial<Omit<Prisma.ProductUncheckedCreateInput, 'variants'>> & {
  partnerId: string
  brandName?: string
  variants?: Array<Partial<VariantPricing> & { size?: string; colourName?: string; sku?: string }>
}

/** An active product in US dollars with one variant in stock, unless told otherwise. */
export async function createProduct(db: Db, { brandName, variants = [{}], ...fields }: ProductFields) {
  const number = next()
  const name = fields.name ?? `Product ${number}`
  const partner = await db.partner.findUniqueOrThrow({ where: { id: fields.partnerId } })
  const label = brandName ?? partner.businessName
  const brand = await db.brand.upsert({ where: { slug: toSlug(label) }, create: { name: label, slug: toSlug(label) }, update: {} })
  const priced = variants.map((variant) => ({ priceMinor: 5_000, originalPriceMinor: null, stock: 3, ...variant }))
  const summary = summariseVariants(priced)
  return db.product.create({
    data: {
      handle: `product-${number}`,
      name,
      brandId: brand.id,
      status: 'active',
      currency: 'USD',
      productUrl: `${partner.websiteUrl ?? ''}/products/product-${number}`,
      searchText: toSearchText(name, label),
      priceBaseMinor: summary.priceMinor,
      ...summary,
      ...fields,
      variants: { create: priced.map((variant, position) => ({ ...variant, position, currency: fields.currency ?? 'USD' })) },
    },
    include: { variants: { orderBy: { position: 'asc' } } },
  })
}
