import type pg from 'pg'
import { toSlug } from '#server/catalogue/slug.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { CATEGORIES } from './catalogue/categories.ts'
import { generateProducts } from './catalogue/generate-products.ts'
import { PARTNERS } from './catalogue/partners.ts'
import { demoId } from './demo-ids.ts'
import type { DemoPartner, DrawingSpec } from './demo.types.ts'
import type { DrawingStore } from './drawing-store.ts'
import { drawHero, drawLogo, drawTile } from './drawings/draw-brand.ts'

/** Earlier than the demo's first sales. */
const NEWEST_JOINED_DAYS = 200
/** The store of the demo's dashboard joined more than a year ago. */
const FIRST_JOINED_DAYS = 460
export const partnerIdOf = (key: string): string => demoId(0, 'partner', key)
export const categoryIdOf = (slug: string): string => demoId(0, 'category', slug)
export const brandIdOf = (name: string): string => demoId(0, 'brand', toSlug(name))

/** Partners with a promotion for the home page, and the administrators' decision. */
const PROMOTED: Readonly<Record<string, 'approved' | 'pending'>> = {
  'oswick-and-dray': 'pending',
  'inverskerry-mill': 'approved',
  wrenhallam: 'approved',
  'bahia-lenta': 'approved',
}

/** A partner for trying the import: approved, with a website, and without products. */
const IMPORT_PARTNER = {
  key: 'partners-demo',
  businessName: 'Partners Demo',
  websiteUrl: 'https://partners-demo.example',
  email: 'hello@partners-demo.example',
}

/** Creates the demo's categories and partners with their texts, logo and hero; existing ones stay unchanged. */
export async function seedPartnersAndCategories(
  client: pg.ClientBase,
  drawings: DrawingStore,
  now: Date,
): Promise<void> {
  for (const category of CATEGORIES) {
    const { tile } = category
    const file = tile
      ? await drawings.keep(`tile ${category.slug}`, () => drawTile(tile), {
          width: 1000,
          height: 1250,
          colour: tile.ground,
        })
      : null
    await client.query(
      `INSERT INTO categories (id, name, slug, parent_id, level, sort_order, file_id) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [
        categoryIdOf(category.slug),
        category.name,
        category.slug,
        category.parent && categoryIdOf(category.parent),
        category.parent ? 1 : 0,
        category.sortOrder,
        file,
      ],
    )
  }
  const pieces = heroPieces()
  for (const [index, partner] of PARTNERS.entries())
    await seedPartner(
      client,
      drawings,
      partner,
      pieces.get(partner.key) ?? [],
      new Date(now.getTime() - (index === 0 ? FIRST_JOINED_DAYS : index * 9 + NEWEST_JOINED_DAYS) * DAY_MS),
    )
  await client.query(
    `INSERT INTO partners (id, business_name, approved_name, email, website_url, platform, verification_status, created_at, updated_at)
     VALUES ($1, $2, $2, $3, $4, 'shopify', 'approved', $5, $5) ON CONFLICT DO NOTHING`,
    [
      partnerIdOf(IMPORT_PARTNER.key),
      IMPORT_PARTNER.businessName,
      IMPORT_PARTNER.email,
      IMPORT_PARTNER.websiteUrl,
      now,
    ],
  )
  await verifyDomain(client, partnerIdOf(IMPORT_PARTNER.key), IMPORT_PARTNER.websiteUrl)
}

async function seedPartner(
  client: pg.ClientBase,
  drawings: DrawingStore,
  partner: DemoPartner,
  pieces: DrawingSpec[],
  joined: Date,
): Promise<void> {
  const id = partnerIdOf(partner.key)
  const { rowCount } = await client.query(
    `INSERT INTO partners (id, business_name, approved_name, contact_person, business_address, business_type, email, phone, website_url, platform, currency,
       ethos, shipping_policy, returns_policy, returns_days, country, verification_status, created_at, updated_at)
     VALUES ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'approved', $16, $16) ON CONFLICT DO NOTHING`,
    [
      id,
      partner.businessName,
      partner.contactPerson,
      partner.businessAddress,
      partner.businessType,
      partner.email,
      partner.phone,
      partner.websiteUrl,
      partner.platform,
      partner.currency,
      partner.ethos,
      partner.shippingPolicy,
      partner.returnsPolicy,
      partner.returnsDays,
      partner.country,
      joined,
    ],
  )
  if (!rowCount) return
  await verifyDomain(client, id, partner.websiteUrl)
  const texts = {
    hero_title: partner.heroTitle,
    hero_subtitle: partner.heroSubtitle,
    store_description: partner.storeDescription,
    about_section: partner.aboutSection,
  }
  for (const [type, content] of Object.entries(texts)) {
    await client.query(
      `INSERT INTO partner_content (id, partner_id, content_type, content, updated_at) VALUES ($1, $2, $3::partner_content_type, $4, $5)`,
      [demoId(0, `content ${type}`, partner.key), id, type, content, joined],
    )
  }
  const ground = partner.palette.grounds[0] ?? partner.palette.ink
  const media = {
    logo: await drawings.keep(`logo ${partner.key}`, () => drawLogo(partner.key, partner.palette), {
      width: 512,
      height: 512,
      colour: ground,
    }),
    hero_image: await drawings.keep(`hero ${partner.key}`, () => drawHero(partner.key, partner.palette, pieces), {
      width: 2000,
      height: 1125,
      colour: ground,
    }),
  }
  for (const [type, fileId] of Object.entries(media)) {
    await client.query(
      `INSERT INTO partner_media (id, partner_id, media_type, file_id, alt_text) VALUES ($1, $2, $3::partner_media_type, $4, $5)`,
      [
        demoId(0, `media ${type}`, partner.key),
        id,
        type,
        fileId,
        type === 'logo' ? `${partner.businessName} logo` : '',
      ],
    )
  }
  const review = PROMOTED[partner.key]
  if (review)
    await client.query(
      `INSERT INTO partner_media (id, partner_id, media_type, file_id, file_name, alt_text, review) VALUES ($1, $2, 'promotional_image', $3, $4, $5, $6::media_review)`,
      [
        demoId(0, 'media promotion', partner.key),
        id,
        media.hero_image,
        `${partner.key}.png`,
        `Three ${partner.businessName} pieces, illustrated`,
        review,
      ],
    )
}

/** Returns three products of different kinds from each partner's assortment. */
function heroPieces(): Map<string, DrawingSpec[]> {
  const pieces = new Map<string, DrawingSpec[]>()
  for (const product of generateProducts({ seed: 1, count: 400 })) {
    const chosen = pieces.get(product.partnerKey) ?? []
    const spec = product.images[0]?.spec
    if (spec && chosen.length < 3 && !chosen.some((piece) => piece.kind === spec.kind))
      pieces.set(product.partnerKey, [...chosen, spec])
  }
  return pieces
}

async function verifyDomain(client: pg.ClientBase, partnerId: string, websiteUrl: string): Promise<void> {
  const host = new URL(websiteUrl).hostname.replace(/^www\./, '')
  await client.query(`INSERT INTO partner_domains (host, partner_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    host,
    partnerId,
  ])
}
