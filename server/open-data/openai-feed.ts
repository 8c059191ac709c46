import type { Db } from '#server/platform/db.ts'
import { inPieces } from '#server/platform/in-pieces.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'
import { cut, feedItems, itemDescription, nextText, PEOPLE, priceText } from './feed-items.ts'
import type { FeedProduct } from './feed-product.schema.ts'
import { MAX_LENGTHS, MAX_MORE_PICTURES, type OpenAiProduct } from './openai-product.schema.ts'
import { eachFeedProduct } from './list-feed-products.ts'

export const OPENAI_FEED_PATH = '/feeds/openai-products.jsonl'

/** The data about a store in the feed. */
interface FeedStore {
  /** ISO 3166-1 alpha-2. */
  country: string
  returnsDays: number | null
}

/**
 * Writes OpenAI's product feed as JSON lines, one for each variant, in chunks of about 64 KB. Never invents a required
 * value. Leaves out products without a picture and stores without a country.
 */
export const writeOpenAiFeed = (ask: { db: Db; siteUrl: string }): AsyncGenerator<string> => inPieces(lines(ask))

async function* lines({ db, siteUrl }: { db: Db; siteUrl: string }): AsyncGenerator<string> {
  const stores = await db.partner.findMany({
    where: { ...OPEN_WHERE, country: { not: null } },
    select: { id: true, country: true, returnsDays: true },
  })
  const storeOf = new Map(stores.map(({ id, country, returnsDays }) => [id, { country: country ?? '', returnsDays }]))
  for await (const product of eachFeedProduct(db, { siteUrl })) {
    const store = storeOf.get(product.store.id)
    if (!store) continue
    const texts = openAiLines(product, store)
    for (let line = nextText(texts, product); line !== null; line = nextText(texts, product)) yield line
  }
}

function* openAiLines(product: FeedProduct, store: FeedStore): Generator<string> {
  for (const row of openAiProducts(product, store)) yield `${JSON.stringify(row)}\n`
}

/** Returns a product's rows, one for each variant. */
export function* openAiProducts(product: FeedProduct, { country, returnsDays }: FeedStore): Generator<OpenAiProduct> {
  const [first, ...others] = product.pictures
  const brand = short(product.brand, MAX_LENGTHS.brand)
  const seller = short(product.store.name, MAX_LENGTHS.seller)
  const description = short(itemDescription(product), MAX_LENGTHS.description)
  if (!first || !brand || !seller || !description) return
  const [gender, age] = PEOPLE[product.gender] ?? []
  const material = short(product.material, MAX_LENGTHS.material)
  for (const { variant, title, url, gtin } of feedItems(product)) {
    const shortTitle = short(title, MAX_LENGTHS.title)
    if (!shortTitle) continue
    const [colour, size] = [short(variant.colour, MAX_LENGTHS.colour), short(variant.size, MAX_LENGTHS.size)]
    const mpn = short(variant.sku, MAX_LENGTHS.mpn)
    const options: Record<string, string> = { ...(colour && { color: colour }), ...(size && { size }) }
    // A variant without a colour or size to distinguish it becomes a separate item.
    const isVariant = product.variants.length > 1 && Object.keys(options).length > 0
    yield {
      is_eligible_search: true,
      is_eligible_checkout: false,
      item_id: variant.id,
      title: shortTitle,
      description,
      url,
      brand,
      image_url: first.url,
      ...(others.length > 0 && { additional_image_urls: others.slice(0, MAX_MORE_PICTURES).map((each) => each.url) }),
      price: priceText(variant.originalPrice ?? variant.price),
      ...(variant.originalPrice && { sale_price: priceText(variant.price) }),
      availability: variant.availability,
      condition: 'new',
      listing_has_variations: isVariant,
      ...(isVariant && { group_id: product.id, variant_dict: options }),
      ...(gtin && { gtin }),
      ...(mpn && { mpn }),
      ...(product.category.length > 0 && { product_category: product.category.join(' > ') }),
      ...(material && { material }),
      ...options,
      ...(gender && age && { gender, age_group: age }),
      seller_name: seller,
      seller_url: product.store.url,
      ...(returnsDays && { accepts_returns: true as const, return_deadline_in_days: returnsDays }),
      target_countries: [country],
      store_country: country,
    }
  }
}

const short = (text: string | null, most: number): string => cut((text ?? '').toWellFormed().trim(), most).trim()
