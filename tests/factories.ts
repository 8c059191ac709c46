import { encodeTime } from 'ulid'
import { v7 as uuidv7 } from 'uuid'
import type { Prisma } from '#prisma/generated/client.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { summariseVariants, type VariantPricing } from '#server/catalogue/summarise-variants.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { describeProducts } from '#server/search/describe-products.ts'

// Several processes of one run may share a database.
let counter = process.pid * 10_000
const next = () => ++counter

/** Creates a partner, by default approved with a verified domain. */
export async function createPartner(
  db: Db,
  given: Partial<Prisma.PartnerUncheckedCreateInput> & { domain?: string | null } = {},
) {
  const number = next()
  const { domain = `shop${number}.example`, ...fields } = given
  const businessName = fields.businessName ?? `Partner ${number}`
  const isApproved = (fields.verificationStatus ?? 'approved') === 'approved'
  const partner = await db.partner.create({
    data: {
      businessName,
      ...(isApproved && { approvedName: businessName }),
      email: `partner${number}@example.test`,
      websiteUrl: `https://shop${number}.example`,
      verificationStatus: 'approved',
      ...fields,
    },
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
  variants?: Array<
    Partial<VariantPricing> & {
      size?: string
      colourName?: string
      colourHex?: string
      sku?: string
      gtin?: string
      storeLink?: string
      options?: Record<string, string>
    }
  >
}

/** Creates a product, by default active in US dollars with one variant in stock. */
export async function createProduct(db: Db, { brandName, variants = [{}], ...fields }: ProductFields) {
  const number = next()
  const name = fields.name ?? `Product ${number}`
  const partner = await db.partner.findUniqueOrThrow({ where: { id: fields.partnerId } })
  const label = brandName ?? partner.businessName
  const slug = toSlug(label)
  const isOwn = slug === toSlug(partner.businessName) && partner.verificationStatus === 'approved'
  const brand = await db.brand.upsert({
    where: { slug },
    create: { name: label, slug, ...(isOwn && { ownerId: partner.id }) },
    update: { slug },
  })
  const spelt = { brandId: brand.id, partnerId: partner.id }
  await db.brandSpelling.upsert({
    where: { brandId_partnerId: spelt },
    create: { ...spelt, name: label },
    update: { name: label },
  })
  const priced = variants.map((variant) => ({ priceMinor: 5_000, originalPriceMinor: null, stock: 3, ...variant }))
  const summary = summariseVariants(priced)
  const created = await db.product.create({
    data: {
      handle: `product-${number}`,
      name,
      brandId: brand.id,
      status: 'active',
      currency: 'USD',
      productUrl: `${partner.websiteUrl ?? ''}/products/product-${number}`,
      priceBaseMinor: summary.priceMinor,
      ...summary,
      ...fields,
      variants: {
        create: priced.map((variant, position) => ({ ...variant, position, currency: fields.currency ?? 'USD' })),
      },
    },
    include: { variants: { orderBy: { position: 'asc' } } },
  })
  await describeProducts(db, [created.id])
  return created
}

/**
 * Creates a size table of a partner's brand, by default with three letter sizes by chest and waist. Creates a category
 * unless one is given.
 */
export async function createSizeTable(
  db: Db,
  { categoryId, ...given }: Partial<Prisma.SizeTableUncheckedCreateInput> & { partnerId: string; brandId: string },
) {
  const { id } = categoryId === undefined ? await createCategory(db) : { id: categoryId }
  const row = (label: string, chest: number) => ({
    label,
    key: label,
    body: { chest: [chest, chest + 50], waist: [chest - 200, chest - 150] },
  })
  const rows = [row('S', 880), row('M', 940), row('L', 1000)]
  return db.sizeTable.create({
    data: {
      audience: 'unisex',
      source: 'partner',
      measures: 'body',
      rows,
      categoryId: id,
      ...given,
      versions: {
        create: { revision: 1, source: 'partner', measures: 'body', rows, savedByName: 'Ada Byron' },
      },
    },
  })
}

/** Creates a product's picture. The original file is not on disk. */
export async function createPicture(
  db: Db,
  productId: string,
  given: Partial<Prisma.ProductImageUncheckedCreateInput> = {},
) {
  const sha256 = String(next()).padStart(64, '0')
  const file = await db.mediaFile.create({
    data: { sha256, mimeType: 'image/png', byteSize: 1, width: 1200, height: 1500, colour: '#aabbcc' },
  })
  return db.productImage.create({ data: { productId, fileId: file.id, alt: `Picture ${sha256.slice(-3)}`, ...given } })
}

type Listed = { id: string; partnerId: string }

/** Creates a click, by default valid, now, and by a new visitor. */
export const createClick = (db: Db, product: Listed, given: Partial<Prisma.OutboundClickCreateManyInput> = {}) =>
  db.outboundClick.create({ data: clickFields(product, given) })

/** Returns the fields of a click, for inserting many in one statement. */
export function clickFields(product: Listed, given: Partial<Prisma.OutboundClickCreateManyInput> = {}) {
  const clickedAt = new Date(given.clickedAt ?? Date.now())
  return {
    id: `wc_${encodeTime(clickedAt.getTime(), 10)}${String(next()).padStart(16, '0')}`,
    clickedAt,
    expiresAt: new Date(clickedAt.getTime() + 30 * 86_400_000),
    partnerId: product.partnerId,
    productId: product.id,
    visitorId: `visitor ${next()}`,
    surface: 'product' as const,
    destinationUrl: 'https://shop.example/',
    destinationHost: 'shop.example',
    priceMinor: 5_000,
    currency: 'USD',
    browserFamily: 'Firefox',
    country: 'GB',
    isValid: true,
    ...given,
  }
}

/** Creates a partner's discount code for our shoppers, by default active. */
export async function createDiscountCode(db: Db, data: Prisma.DiscountCodeUncheckedCreateInput) {
  return db.discountCode.create({ data })
}

/** Creates a counted view, by default now and by a new visitor. */
export const createView = (db: Db, product: Listed, given: Partial<Prisma.ProductViewCreateManyInput> = {}) =>
  db.productView.create({ data: viewFields(product, given) })

/** Returns the fields of a view, for inserting many in one statement. */
export const viewFields = (product: Listed, given: Partial<Prisma.ProductViewCreateManyInput> = {}) => ({
  id: uuidv7({ msecs: new Date(given.viewedAt ?? Date.now()).getTime() }),
  productId: product.id,
  partnerId: product.partnerId,
  visitorId: `visitor ${next()}`,
  viewedAt: new Date(),
  ...given,
})

/** Adds products to a user's wishlist, saved at the current price. */
export async function createWishes(
  db: Db,
  userId: string,
  productIds: readonly string[],
  given: Partial<Prisma.WishlistItemUncheckedCreateInput> = {},
) {
  const products = await db.product.findMany({ where: { id: { in: [...productIds] } } })
  const priced = new Map(products.map(({ id, priceMinor, currency }) => [id, { priceMinor, currency }]))
  return db.wishlistItem.createManyAndReturn({
    data: productIds.map((productId) => ({
      userId,
      productId,
      addedPriceMinor: priced.get(productId)?.priceMinor ?? 0,
      addedCurrency: priced.get(productId)?.currency ?? 'USD',
      ...(typeof given.targetMinor === 'number' && { targetCurrency: priced.get(productId)?.currency ?? 'USD' }),
      ...given,
    })),
  })
}

/** Creates an email, by default waiting to be sent. */
export async function createMail(db: Db, given: Partial<Prisma.MailUncheckedCreateInput> & { toAddress: string }) {
  return db.mail.create({
    data: {
      kind: 'notice',
      subject: 'A word of ours',
      text: 'Some text.',
      html: '<!doctype html><title>Mail</title><p>Some text.</p>',
      ...given,
    },
  })
}

/** Creates a user, by default a customer with a profile and a verified address. */
export async function createUser(
  db: Db,
  { fullName = 'Ada Example', ...given }: Partial<Prisma.UserCreateInput> & { fullName?: string } = {},
) {
  return db.user.create({
    data: {
      // New administrators may not move money yet.
      ...(given.role === 'admin' && { createdAt: new Date('2020-01-01') }),
      email: `person${next()}@example.test`,
      emailVerifiedAt: new Date(),
      profile: { create: { fullName } },
      ...given,
    },
    include: { profile: true },
  })
}

/** Creates a review, by default pending and by a new shopper. */
export async function createReview(
  db: Db,
  given: Partial<Prisma.ProductReviewUncheckedCreateInput> & { productId: string; partnerId: string },
) {
  const { userId = (await createUser(db)).id, ...fields } = given
  const number = next()
  return db.productReview.create({
    data: {
      userId,
      rating: 4,
      title: 'Well cut',
      comment: 'It fits.',
      customerName: 'Ada Example',
      customerEmail: `person${number}@example.test`,
      ...fields,
    },
  })
}

/** Creates feedback for a store, by default by a new shopper. */
export async function createStoreFeedback(
  db: Db,
  given: Partial<Prisma.PartnerFeedbackUncheckedCreateInput> & { partnerId: string },
) {
  const { userId = (await createUser(db)).id, ...fields } = given
  return db.partnerFeedback.create({
    data: {
      userId,
      rating: 2,
      title: 'Late',
      comment: 'It came a week too late.',
      priority: 'high',
      customerName: 'Ada Example',
      customerEmail: `person${next()}@example.test`,
      ...fields,
    },
  })
}

/** Creates a partner with its owner, and the context that partner services take. */
export async function createPartnerAsk(db: Db, given: Parameters<typeof createPartner>[1] = {}) {
  const owner = await createUser(db, { role: 'partner' })
  const partner = await createPartner(db, { ownerId: owner.id, ...given })
  const viewer = await viewerOf(db, owner)
  return { db, viewer, partner: { id: partner.id } }
}

/** Creates a signed-in user with a session in the database, as services see them. */
export async function createViewer(db: Db, given: Parameters<typeof createUser>[1] = {}): Promise<Viewer> {
  return viewerOf(db, await createUser(db, given))
}

async function viewerOf(db: Db, user: Awaited<ReturnType<typeof createUser>>): Promise<Viewer> {
  const session = await db.session.create({
    data: {
      id: String(next()).padStart(64, '0'),
      userId: user.id,
      expiresAt: new Date(Date.now() + 86_400_000),
      device: 'Chrome on Linux',
      country: 'GB',
    },
  })
  const partner = await db.partner.findFirst({
    where: { ownerId: user.id },
    select: { id: true, verificationStatus: true },
  })
  return {
    userId: user.id,
    email: user.email,
    role: user.role,
    partner: partner && { id: partner.id, status: partner.verificationStatus, role: 'owner' },
    sessionId: session.id,
    expiresAt: session.expiresAt,
    authenticatedAt: session.authenticatedAt,
    isRemembered: false,
    hasProfile: user.profile !== null,
    fullName: user.profile?.fullName ?? '',
    isEmailVerified: user.emailVerifiedAt !== null,
    mustSetUpSecondFactor: false,
    searchMode: user.searchMode as Viewer['searchMode'],
  }
}
