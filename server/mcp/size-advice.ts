import { z } from 'zod'
import { findGarment } from '#server/fitting/find-garment.service.ts'
import { getProductSizes } from '#server/fitting/product-sizes.service.ts'
import { advise } from '#server/sizing/advise.schema.ts'
import { personOf } from '#server/sizing/person.schema.ts'
import { sayAdvice } from '#server/sizing/say-advice.schema.ts'
import { MAX_NAME } from './describe-cards.ts'
import { measurementsCm, shopperSizesOf } from './measurements.ts'
import { storeText } from './store-text.ts'
import { defineTool } from './tool.ts'

/** Advises a person on the size of a product. Nothing is stored. */
export const sizeAdviceTool = defineTool({
  name: 'size_advice',
  title: 'Get size advice',
  description:
    'Recommends a size of one product from body measurements or a garment that fits, using the brand’s size chart and reviews. We do not store measurements.',
  input: z.strictObject({
    productId: z.uuid(),
    measurements: measurementsCm.optional(),
    garment: z
      .strictObject({
        brand: z.string().min(1).max(100),
        category: z.string().min(1).max(100).describe('A slug from list_categories.'),
        size: z.string().min(1).max(40),
      })
      .optional()
      .describe('A garment that fits the person.'),
  }),
  output: z.object({
    product: z.object({ id: z.string(), name: z.string(), brand: z.string() }),
    advice: z.string(),
    howSure: z.string().nullable(),
    why: z.array(z.string()),
    sizes: z.array(z.string()).describe('The product’s sizes that match the recommended row of the table.'),
  }),
  run: async ({ db }, { productId, measurements = {}, garment }) => {
    const garments = garment ? [await findGarment({ db }, { ...garment, productId })] : []
    const sizes = shopperSizesOf(measurements, garments)
    const { product, table, feedback, sizes: offered } = await getProductSizes({ db }, { productId })
    const advice = advise({ table, person: personOf(sizes), feedback })
    const { title, sure, why } = sayAdvice(advice, sizes.unit)
    return {
      product: { id: product.id, name: storeText(product.name, MAX_NAME), brand: storeText(product.brand, MAX_NAME) },
      advice: storeText(title, MAX_NAME),
      howSure: sure === null ? null : storeText(sure, 300),
      why: why.map((each) => storeText(each, 300)),
      sizes:
        advice.kind === 'size'
          ? offered.flatMap(({ size, row }) => (row === advice.size ? [storeText(size, MAX_NAME)] : []))
          : [],
    }
  },
})
