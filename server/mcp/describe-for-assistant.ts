import { z } from 'zod'
import type { PriceHistory } from '#server/catalogue/price-history.ts'
import { getProduct } from '#server/catalogue/get-product.ts'
import { listReviews } from '#server/feedback/list-reviews.service.ts'
import { availability, availabilityOf, MAX_NAME, price, priceOf } from './describe-cards.ts'
import { goLink } from './go-link.ts'
import { MAX_VARIANTS } from './limits.values.ts'
import { storeText } from './store-text.ts'
import type { AssistantAsk } from './tool.ts'

const MAX_DESCRIPTION = 2_000
const MAX_POLICY = 600
const MAX_REVIEW = 300
const MAX_LABEL = 60
const REVIEWS = 3

const link = z.string().nullable().describe('Opens the product in its store. Null while the store cannot be visited.')

/** One product, as `describeForAssistant` describes it. */
export const productDetail = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  category: z.string().nullable(),
  gender: z.string(),
  description: z.string(),
  material: z.string(),
  colours: z.array(z.string()),
  price,
  highestPrice: price,
  storesOriginalPrice: price.nullable(),
  priceTruth: z.object({ lowestIn30Days: price, reduction: z.string().nullable() }).nullable(),
  availability,
  variants: z.array(
    z.object({
      id: z.string(),
      size: z.string().nullable(),
      colour: z.string().nullable(),
      price,
      stock: z.int().nullable().describe('Null if the store does not report it.'),
      link,
    }),
  ),
  moreVariants: z.int(),
  store: z.object({
    id: z.string(),
    name: z.string(),
    returnsDays: z.int().nullable(),
    returns: z.string(),
    delivery: z.string(),
  }),
  reviews: z.object({
    count: z.int(),
    averageRating: z.number().nullable(),
    fit: z.object({ small: z.int(), asExpected: z.int(), large: z.int() }),
    mostHelpful: z.array(
      z.object({
        rating: z.int(),
        title: z.string(),
        text: z.string(),
        sizeBought: z.string().nullable(),
        isVerifiedPurchase: z.boolean(),
      }),
    ),
  }),
  link,
  page: z.string(),
  pictures: z.array(z.string()),
})

/** Describes one listed product. @throws AppError not_found */
export async function describeForAssistant(ask: AssistantAsk, productId: string) {
  const product = await getProduct(ask.db, productId)
  const reviews = await listReviews({ db: ask.db, viewer: null }, { productId, sort: 'helpful', stars: null, page: 1 })
  const { id, currency, partner, originalPriceMinor: original } = product
  const variants = product.variants.toSorted((a, b) => Number((b.stock ?? 0) > 0) - Number((a.stock ?? 0) > 0))
  const label = (text: string | null) => text && storeText(text, MAX_LABEL)
  return {
    id,
    name: storeText(product.name, MAX_NAME),
    brand: storeText(product.brand.name, MAX_NAME),
    category: product.category?.name ?? null,
    gender: product.gender,
    description: storeText(product.description, MAX_DESCRIPTION),
    material: storeText(product.material, MAX_NAME),
    colours: product.colours.map((colour) => storeText(colour, MAX_LABEL)),
    price: priceOf(product.priceMinor, currency),
    highestPrice: priceOf(product.priceMaxMinor, currency),
    storesOriginalPrice: original !== null && original > product.priceMinor ? priceOf(original, currency) : null,
    priceTruth: product.priceHistory && priceTruthOf(product.priceHistory, currency),
    availability: availabilityOf(product.isInStock, product.stock),
    variants: variants.slice(0, MAX_VARIANTS).map((variant) => ({
      id: variant.id,
      size: label(variant.size),
      colour: label(variant.colourName),
      price: priceOf(variant.priceMinor, currency),
      stock: variant.stock,
      link: partner.canBeVisited ? goLink(ask, id, { variantId: variant.id }) : null,
    })),
    moreVariants: Math.max(0, variants.length - MAX_VARIANTS),
    store: {
      id: partner.id,
      name: storeText(partner.businessName, MAX_NAME),
      returnsDays: partner.returnsDays,
      returns: storeText(partner.returnsPolicy, MAX_POLICY),
      delivery: storeText(partner.shippingPolicy, MAX_POLICY),
    },
    reviews: {
      count: reviews.count,
      averageRating: reviews.averageRating,
      fit: reviews.fits,
      mostHelpful: reviews.reviews
        .slice(0, REVIEWS)
        .map(({ rating, title, comment, sizeBought, verifiedPurchase }) => ({
          rating,
          title: storeText(title, MAX_NAME),
          text: storeText(comment, MAX_REVIEW),
          sizeBought: label(sizeBought),
          isVerifiedPurchase: verifiedPurchase,
        })),
    },
    link: partner.canBeVisited ? goLink(ask, id) : null,
    page: `${ask.siteUrl}/product/${id}`,
    pictures: product.pictures.slice(0, 2).map(({ name }) => `${ask.siteUrl}/img/${name}/640.jpg`),
  }
}

/** Compares the store's reduction with our price history. */
function priceTruthOf({ lowestMinor, reduction }: PriceHistory, currency: string) {
  const lowestIn30Days = priceOf(lowestMinor, currency)
  if (!reduction) return { lowestIn30Days, reduction: null }
  const since = new Date(reduction.since).toISOString().slice(0, 10)
  if (reduction.kind === 'usual')
    return { lowestIn30Days, reduction: `At this price since ${since}, so this is now its usual price.` }
  const before = priceOf(reduction.referenceMinor, currency)
  return {
    lowestIn30Days,
    reduction: {
      holds: `Reduced on ${since}. Lowest price in the previous 30 days: ${before}.`,
      smaller: `Reduced on ${since}, by less than the store shows. Lowest price in the previous 30 days: ${before}.`,
      none: `Not a real reduction: the lowest price in the 30 days before ${since} was ${before}.`,
    }[reduction.kind],
  }
}
