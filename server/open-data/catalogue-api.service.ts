import type { ProductCard } from '#server/catalogue/product-card.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { toAmount, toMinor } from '#server/platform/money.schema.ts'
import { getCategoryMenu } from '#server/search/category-menu.service.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { suggest } from '#server/search/suggest.service.ts'
import type { Suggestion } from '#server/search/search.types.ts'
import type { BrandList, CategoryList, ProductList, ProductsQuery, SuggestionList } from './catalogue-api.schema.ts'
import type { FeedProduct } from './feed-product.schema.ts'
import { listFeedProducts } from './list-feed-products.ts'

interface CatalogueAsk {
  db: Db
  engine: SearchEngine
  siteUrl: string
}

/**
 * Returns a page of the products that our own lists show for the same filters. @throws AppError bad_input: an amount
 * has more decimals than its currency
 */
export async function findOpenProducts(
  { db, engine, siteUrl }: CatalogueAsk,
  query: ProductsQuery,
): Promise<Omit<ProductList, 'next'>> {
  const { priceMin, priceMax, store, ...rest } = query
  const minor = (given: string | undefined) => {
    if (given === undefined) return {}
    const read = toMinor(given, query.currency)
    if (read === null)
      throw new AppError('bad_input', `${given} has more decimal places than ${query.currency} allows.`)
    return Number(read)
  }
  const [min, max] = [minor(priceMin), minor(priceMax)]
  const input = searchProductsInput.parse({
    ...rest,
    ...(typeof min === 'number' && { priceMinMinor: min }),
    ...(typeof max === 'number' && { priceMaxMinor: max }),
    ...(store !== undefined && { partnerId: store }),
  })
  const { products, total, page, totalPages, unknownWords, relaxed } = await searchProducts({ db, engine }, input)
  return {
    products: products.map((card) => openProductOf(card, siteUrl)),
    total,
    page,
    totalPages,
    unknownWords,
    leftOut: relaxed,
  }
}

/** Returns one product as in the feed. @throws AppError not_found */
export async function findOpenProduct({ db, siteUrl }: Omit<CatalogueAsk, 'engine'>, id: string): Promise<FeedProduct> {
  const [product] = isId(id) ? await listFeedProducts(db, siteUrl, [id]) : []
  if (!product) throw new AppError('not_found', 'Product not found. It may no longer be in the shop.')
  return product
}

/** Lists categories that have products, and those below them, in the order of the shop's menu. */
export async function findCategories({ siteUrl, ...search }: CatalogueAsk): Promise<CategoryList> {
  const place = ({ slug, name, count }: { slug: string; name: string; count: number }) => ({
    slug,
    name,
    products: count,
    url: listUrl(siteUrl, { category: slug }),
  })
  const menu = await getCategoryMenu(search)
  return { categories: menu.map((category) => ({ ...place(category), below: category.subcategories.map(place) })) }
}

/** Lists the brands with the most products. */
export async function findBrands({ siteUrl, ...search }: CatalogueAsk): Promise<BrandList> {
  const { facets } = await searchProducts(search, searchProductsInput.parse({ pageSize: 1 }))
  const brands = facets.brands.map(({ value: slug, label: name, count: products }) => ({
    slug,
    name,
    products,
    url: listUrl(siteUrl, { brand: slug }),
  }))
  return { brands }
}

/** Returns suggestions for the text typed so far. */
export async function findSuggestions({ siteUrl, ...search }: CatalogueAsk, q: string): Promise<SuggestionList> {
  const suggestions = await suggest(search, q)
  return {
    suggestions: suggestions.map(({ kind, label, detail, value }) => ({
      kind,
      label,
      detail,
      url:
        kind === 'product'
          ? `${siteUrl}/product/${value}`
          : listUrl(
              siteUrl,
              kind === 'list' ? Object.fromEntries(new URLSearchParams(value)) : { [PARAMETER[kind]]: value },
            ),
    })),
  }
}

const PARAMETER: Readonly<Record<Exclude<Suggestion['kind'], 'product' | 'list'>, string>> = {
  brand: 'brand',
  category: 'category',
  search: 'q',
}

const listUrl = (siteUrl: string, filter: Record<string, string>): string =>
  `${siteUrl}/discover?${new URLSearchParams({ all: 'true', ...filter }).toString()}`

function openProductOf(card: ProductCard, siteUrl: string): ProductList['products'][number] {
  const { currency, originalPriceMinor: original, stock } = card
  const money = (minor: number) => ({ amount: toAmount(minor, currency), minor, currency })
  return {
    id: card.id,
    url: `${siteUrl}/product/${card.id}`,
    name: card.name,
    brand: card.brand,
    storeId: card.partnerId,
    category: card.category,
    price: money(card.priceMinor),
    highestPrice: money(card.priceMaxMinor),
    originalPrice: original !== null && original > card.priceMinor ? money(original) : null,
    availability: card.isInStock ? 'in_stock' : stock === null ? 'unknown' : 'out_of_stock',
    pictures: card.pictures.map(({ name, width, height, alt }) => ({
      url: `${siteUrl}/img/${name}/1600.jpg`,
      width,
      height,
      alt,
    })),
  }
}
