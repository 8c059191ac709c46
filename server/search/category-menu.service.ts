import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { searchProductsInput } from './search.schema.ts'
import { searchProducts } from './search.service.ts'
import type { SearchContext } from './search.types.ts'

interface MenuEntry {
  name: string
  slug: string
  /** The number of products in its list, including subcategories. */
  count: number
}

export interface MenuCategory extends MenuEntry {
  picture: Picture | null
  subcategories: MenuEntry[]
}

const ALL_PRODUCTS = searchProductsInput.parse({ pageSize: 1 })

/**
 * Returns top-level categories with products, each with its subcategories that have some, in display order. Counted
 * with one query of the search behind the lists, so that the numbers match.
 */
export async function getCategoryMenu({ db, engine }: SearchContext): Promise<MenuCategory[]> {
  const [
    {
      facets: { categories },
    },
    pictures,
  ] = await Promise.all([searchProducts({ db, engine }, ALL_PRODUCTS), listMenuPictures(db)])
  const below = (parent: string | null): MenuEntry[] =>
    categories
      .filter((category) => category.parent === parent)
      .map(({ label, value, count }) => ({ name: label, slug: value, count }))
  return below(null).map((category) => ({
    ...category,
    picture: pictures.get(category.slug) ?? null,
    subcategories: below(category.slug),
  }))
}

async function listMenuPictures(db: Db): Promise<Map<string, Picture>> {
  const rows = await db.$queryRaw<Array<{ slug: string; picture: Picture }>>`
    SELECT c.slug, ${pictureJson('f', `''`)} AS picture FROM categories c JOIN media_files f ON f.id = c.file_id WHERE c.parent_id IS NULL`
  return new Map(rows.map(({ slug, picture }) => [slug, picture]))
}
