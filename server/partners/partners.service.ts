import { isId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { ACTIVE, ACTIVE_WHERE, OPEN, OPEN_WHERE } from '#server/platform/listed.ts'
import { reachableAddress } from '#server/partners/demo-stores.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import { isWebsiteVerified } from './website.service.ts'
import { Prisma } from '#prisma/generated/client.ts'

export interface StoreCard {
  id: string
  businessName: string
  ethos: string
  productCount: number
  logo: Picture | null
  hero: Picture | null
}

/** SQL: the first active picture of a kind, for the partner in the row `s`. */
export const mediaOf = (type: 'logo' | 'hero_image') => Prisma.sql`(
  SELECT ${pictureJson('f', 'm.alt_text')} FROM partner_media m JOIN media_files f ON f.id = m.file_id
  WHERE m.partner_id = s.id AND m.media_type = ${type}::partner_media_type AND m.is_active ORDER BY m.display_order, m.id LIMIT 1)`

/** Lists open partners with something in stock, newest first. */
export function listFeaturedStores(db: Db): Promise<StoreCard[]> {
  return db.$queryRaw<StoreCard[]>`
    SELECT s.id, s.business_name AS "businessName", s.ethos, counted.n AS "productCount", ${mediaOf('logo')} AS logo, ${mediaOf('hero_image')} AS hero
    FROM partners s
    JOIN (SELECT p.partner_id, count(*)::int AS n FROM products p WHERE ${ACTIVE} AND p.is_in_stock GROUP BY 1) counted ON counted.partner_id = s.id
    WHERE ${OPEN} ORDER BY s.created_at DESC, s.id DESC`
}

/**
 * Returns the public data of an open partner.
 * @throws AppError not_found
 */
export async function getStore(db: Db, partnerId: string) {
  if (!isId(partnerId)) throw new AppError('not_found', 'Brand not found')
  const [partner, media] = await Promise.all([
    db.partner.findFirst({
      where: { id: partnerId, ...OPEN_WHERE },
      select: {
        id: true,
        businessName: true,
        email: true,
        contactEmail: true,
        phone: true,
        websiteUrl: true,
        ethos: true,
        shippingPolicy: true,
        returnsPolicy: true,
        returnsDays: true,
        content: { where: { isActive: true }, select: { contentType: true, content: true } },
        _count: { select: { products: { where: ACTIVE_WHERE } } },
        products: { where: { ...ACTIVE_WHERE, isInStock: true }, take: 1, select: { id: true } },
      },
    }),
    db.$queryRaw<Array<{ logo: Picture | null; hero: Picture | null }>>`
      SELECT ${mediaOf('logo')} AS logo, ${mediaOf('hero_image')} AS hero FROM partners s WHERE s.id = ${partnerId}::uuid`,
  ])
  if (!partner) throw new AppError('not_found', 'Brand not found')
  const { content, _count, products, contactEmail, websiteUrl, ...rest } = partner
  // A partner may change its website at any time, so show only a verified one.
  const isShown = websiteUrl !== null && (await isWebsiteVerified(db, partnerId, websiteUrl))
  const text = (type: (typeof content)[number]['contentType']) =>
    content.find((entry) => entry.contentType === type)?.content ?? ''
  return {
    ...rest,
    websiteUrl: isShown ? reachableAddress(websiteUrl) : null,
    email: contactEmail ?? rest.email,
    productCount: _count.products,
    /** Whether `listFeaturedStores` lists the partner. */
    isFeatured: products.length > 0,
    heroTitle: text('hero_title'),
    heroSubtitle: text('hero_subtitle'),
    storeDescription: text('store_description'),
    aboutSection: text('about_section'),
    logo: media[0]?.logo ?? null,
    hero: media[0]?.hero ?? null,
  }
}
