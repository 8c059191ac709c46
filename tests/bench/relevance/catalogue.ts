import type pg from 'pg'

/** A listed product with the attributes that shoppers search for. */
export interface Item {
  id: string
  name: string
  brand: string
  /** Names of its category and all parents, in lower case. */
  kinds: string[]
  /** Colour families and shades. */
  colours: string[]
  materials: string[]
  description: string
  tags: string[]
  gender: string
  /** The category's slug; '' without a category. */
  slug: string
  /** Sizes in stock. */
  sizes: string[]
  isSoldOut: boolean
  /** USD cents. */
  priceBaseMinor: number
}

/** Reads every listed product of a catalogue, ordered by id. */
export async function loadCatalogue(pool: pg.Pool): Promise<Item[]> {
  const { rows } = await pool.query<Item>(`
    SELECT p.id, p.name, lower(b.name) AS brand, p.colours, p.materials, p.description, p.tags || p.style_tags AS tags, p.gender, coalesce(c.slug, '') AS slug, p.sizes, (NOT p.is_in_stock AND p.stock = 0) IS TRUE AS "isSoldOut", p.price_base_minor AS "priceBaseMinor",
      array_remove(ARRAY[lower(c.name), lower(above.name), lower(top.name)], NULL) AS kinds
    FROM products p JOIN partners s ON s.id = p.partner_id JOIN brands b ON b.id = p.brand_id
      LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN categories above ON above.id = c.parent_id LEFT JOIN categories top ON top.id = above.parent_id
    WHERE p.status = 'active' AND s.verification_status = 'approved' AND p.taken_down_at IS NULL
    ORDER BY p.id`)
  return rows
}
