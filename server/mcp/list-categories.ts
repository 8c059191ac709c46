import { z } from 'zod'
import { getCategoryMenu } from '#server/search/category-menu.service.ts'
import { defineTool } from './tool.ts'

const category = z.object({ slug: z.string(), name: z.string(), products: z.int() })

/** Lists the categories that have products. */
export const listCategoriesTool = defineTool({
  name: 'list_categories',
  title: 'List categories',
  description:
    'Returns all categories with products, as slugs for search_products, with the number of products in each.',
  input: z.strictObject({}),
  output: z.object({ categories: z.array(category.extend({ below: z.array(category) })) }),
  run: async (ask) => ({
    categories: (await getCategoryMenu(ask)).map(({ slug, name, count, subcategories }) => ({
      slug,
      name,
      products: count,
      below: subcategories.map((each) => ({ slug: each.slug, name: each.name, products: each.count })),
    })),
  }),
})
