import { z } from 'zod'
import { getProduct } from '#server/catalogue/get-product.ts'
import { listRelated } from '#server/catalogue/home.service.ts'
import { AppError } from '#server/platform/errors.ts'
import { describeCards, productCard } from './describe-cards.ts'
import { describeForAssistant, productDetail } from './describe-for-assistant.ts'
import { MAX_COMPARED, MAX_SIMILAR } from './limits.values.ts'
import { defineTool, type AssistantAsk } from './tool.ts'

const SIMILAR = 6
const productId = z.uuid().describe('A product’s id, from search_products.')

/** Returns everything that a product's page shows. */
export const getProductTool = defineTool({
  name: 'get_product',
  title: 'Get a product',
  description:
    'Returns one product with its variants and stock, what its price history says about a reduction, its store’s delivery and returns, and its most helpful reviews. Give people the `link` of the product or of a variant to buy.',
  input: z.strictObject({ productId }),
  output: productDetail,
  run: (ask, input) => describeForAssistant(ask, input.productId),
})

/** Finds alternatives to a product. */
export const findSimilarTool = defineTool({
  name: 'find_similar',
  title: 'Find similar products',
  description: 'Returns products like this one, from any store. Products in stock come first.',
  input: z.strictObject({ productId, limit: z.int().min(1).max(MAX_SIMILAR).optional() }),
  output: z.object({ products: z.array(productCard) }),
  run: async (ask, { productId: id, limit = SIMILAR }) => {
    await getProduct(ask.db, id)
    return { products: await describeCards(ask, await listRelated(ask.db, id, limit)) }
  },
})

const comparedProduct = productDetail.omit({ variants: true, moreVariants: true, description: true }).extend({
  reviews: productDetail.shape.reviews.omit({ mostHelpful: true }),
  sizesInStock: z.array(z.string()),
  hasMoreVariants: z.boolean(),
})

/** Compares several products side by side. */
export const compareProductsTool = defineTool({
  name: 'compare_products',
  title: 'Compare products',
  description: `Returns up to ${MAX_COMPARED} products side by side: price, price history, material, sizes in stock, reviews, delivery and returns.`,
  input: z.strictObject({
    productIds: z.array(productId).min(2).max(MAX_COMPARED),
  }),
  output: z.object({ products: z.array(comparedProduct), notFound: z.array(z.string()) }),
  run: async (ask, { productIds }) => {
    const found = await Promise.all([...new Set(productIds)].map((id) => productOrId(ask, id)))
    return {
      products: found.flatMap((each) => (typeof each === 'string' ? [] : [sideBySide(each)])),
      notFound: found.filter((each) => typeof each === 'string'),
    }
  },
})

async function productOrId(ask: AssistantAsk, id: string) {
  try {
    return await describeForAssistant(ask, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return id
    throw error
  }
}

const sideBySide = ({
  variants,
  moreVariants,
  reviews: { mostHelpful: _, ...reviews },
  description: __,
  ...product
}: Awaited<ReturnType<typeof describeForAssistant>>) => ({
  ...product,
  sizesInStock: [...new Set(variants.flatMap(({ size, stock }) => (stock && size ? [size] : [])))],
  hasMoreVariants: moreVariants > 0,
  reviews,
})
