import type { Db } from '#server/platform/db.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import { LISTED } from '#server/platform/listed.ts'

export interface CategoryTile {
  id: string
  name: string
  slug: string
  /** Listed products in the category and below it. */
  productCount: number
  picture: Picture | null
}

/** Top-level categories that have listed products, in their order. */
export function listCategoryTiles(db: Db): Promise<CategoryTile[]> {
  return db.$queryRaw<CategoryTile[]>`
    WITH RECURSIVE tree AS (
      SELECT id, id AS root FROM categories WHERE parent_id IS NULL AND is_active
      UNION ALL
      SELECT child.id, tree.root FROM categories child JOIN tree ON child.parent_id = tree.id WHERE child.is_active
    ), counted AS (
      SELECT p.category_id, count(*)::int AS n FROM products p WHERE ${LISTED} AND p.category_id IS NOT NULL GROUP BY 1
    )
    SELECT c.id, c.name, c.slug, sum(counted.n)::int AS "productCount",
      CASE WHEN f.id IS NULL THEN NULL ELSE ${pictureJson('f', `''`)} END AS picture
    FROM tree JOIN counted ON counted.category_id = tree.id
    JOIN categories c ON c.id = tree.root
    LEFT JOIN media_files f ON f.id = c.file_id
    GROUP BY c.id, f.id ORDER BY c.sort_order, c.name`
}
