import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { describeProducts } from '#server/search/describe-products.ts'

/** The size of a partner's products. */
export interface Width {
  products: number
  /** Per product, like all following values. */
  variants: number
  pictures: number
  tags: number
  /** In characters. */
  description: number
  /** Characters of each label, SKU and option of a variant. */
  label: number
}

/** The maximum that the form and files allow for one product (server/products/incoming-product.schema.ts). */
export const WIDEST: Omit<Width, 'products'> = {
  variants: 2_048,
  pictures: 250,
  tags: 250,
  description: 20_000,
  label: 100,
}

/**
 * Adds active products of this size to a partner by SQL, and describes them for search.
 * @returns their ids, in order
 */
export async function widenPartner(db: Db, partnerId: string, width: Width): Promise<string[]> {
  const { products, variants, pictures, tags, description, label } = width
  const [name, slug] = [`Wide ${partnerId}`, `wide-${partnerId}`]
  const brand = await db.brand.upsert({ where: { slug }, create: { name, slug }, update: {} })
  const batch = newId()
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    INSERT INTO products (id, partner_id, brand_id, handle, name, description, status, tags, colour_palette, style_tags, material, gender, product_url, currency,
      price_minor, price_max_minor, original_price_minor, price_base_minor, stock, is_in_stock, updated_at)
    SELECT uuidv7(), ${partnerId}::uuid, ${brand.id}::uuid, 'wide-' || lpad(n::text, 6, '0') || ${batch}, rpad('Wide & <long> linen dress ' || n, 255, ' with a very long name'),
      rpad('', ${description}::int, 'A description & <mark> of "many" words. '), 'active',
      ARRAY(SELECT rpad('tag ' || t, 255, ' of many words') FROM generate_series(1, ${tags}::int) t), '{}', '{}', rpad('Linen', 255, ', cotton'), 'women',
      'https://wide.example/products/' || n, 'USD', 5000, 5000, NULL, 5000, ${variants}::int, true, now()
    FROM generate_series(1, ${products}::int) n RETURNING id`
  const ids = rows.map(({ id }) => id).toSorted()
  await db.$executeRaw`
    INSERT INTO product_variants (id, product_id, position, size, colour_name, colour_hex, options, sku, gtin, currency, price_minor, original_price_minor, stock)
    SELECT uuidv7(), p.id, n - 1, rpad('Size ' || n, ${label}::int, ' & long'), rpad('Colour ' || n, ${label}::int, ' <shade>'), '#aabbcc',
      jsonb_build_object(rpad('Length', ${label}::int, ' name'), rpad('Option ' || n, ${label}::int, ' value')),
      rpad(left(p.id::text, 8) || '-' || right(p.id::text, 6) || '-' || n, ${label}::int, '/X'), NULL, 'USD', 5000, 6000, 1
    FROM unnest(${ids}::uuid[]) p (id), generate_series(1, ${variants}::int) n`
  await db.$executeRaw`
    WITH files AS (
      INSERT INTO media_files (id, sha256, mime_type, byte_size, width, height, colour)
      SELECT uuidv7(), lpad(right(${batch}, 12) || n, 64, '0'), 'image/png', 1, 1200, 1500, '#aabbcc' FROM generate_series(1, ${pictures}::int) n RETURNING id
    ), numbered AS (SELECT id, row_number() OVER () AS n FROM files)
    INSERT INTO product_images (id, product_id, position, is_primary, alt, colour_name, source_url, file_id)
    SELECT uuidv7(), p.id, f.n - 1, f.n = 1, rpad('Picture ' || f.n, 512, ' of it'), rpad('Colour ' || f.n, ${label}::int, ' <shade>'),
      rpad('https://wide.example/pictures/' || f.n || '/', 2000, 'x'), f.id
    FROM unnest(${ids}::uuid[]) p (id), numbered f`
  await describeProducts(db, ids)
  return ids
}
