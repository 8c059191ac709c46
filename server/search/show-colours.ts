import type { ProductCard } from '#server/catalogue/product-card.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { familyOf, knownColour, readColours } from './attributes/colours.ts'
import type { Understanding } from './search.types.ts'

interface ColourRow {
  productId: string
  name: string
  hex: string | null
  /** Up to two that show it. */
  pictures: Picture[]
}

/** The colours that a search names: its filters, and of its words those that mean nothing but a colour. */
export function coloursAsked({ colours, words }: Pick<Understanding, 'colours' | 'words'>): string[] {
  const named = words.flatMap((word) => {
    const colour = knownColour(word)
    return colour && !colour.isAmbiguous ? colour.value : []
  })
  return [...new Set([...colours, ...named])]
}

/**
 * Cards with the pictures of the first colour that was asked for, one that can be bought before one that is gone, and its name in
 * `colour` for the link. A product of one colour, or without that colour's name, stays as it is.
 */
export async function showColours<Card extends ProductCard>(
  db: Db,
  cards: Card[],
  asked: readonly string[],
): Promise<Array<Card & { colour: string | null }>> {
  const rows =
    asked.length && cards.length
      ? await readColourRows(
          db,
          cards.map(({ id }) => id),
        )
      : []
  const families = asked.map((colour) => familyOf(colour) ?? colour)
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  return cards.map((card) => {
    const own = byProduct.get(card.id) ?? []
    const shown =
      own.length > 1 ? (own.find((row) => isOneOf(row, asked)) ?? own.find((row) => isOneOf(row, families))) : undefined
    if (!shown) return { ...card, colour: null }
    return { ...card, colour: shown.name, pictures: shown.pictures.length ? shown.pictures : card.pictures }
  })
}

function isOneOf({ name, hex }: ColourRow, colours: readonly string[]): boolean {
  const values = readColours({ names: [name], hexes: [hex], palettes: [] })
  return colours.some((colour) => values.includes(colour))
}

function readColourRows(db: Db, productIds: string[]): Promise<ColourRow[]> {
  return db.$queryRaw`
    SELECT v.product_id AS "productId", v.colour_name AS name, max(v.colour_hex) AS hex, (
      SELECT coalesce(jsonb_agg(picture ORDER BY position), '[]') FROM (
        SELECT ${pictureJson('f', 'i.alt')} AS picture, i.position
        FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = v.product_id AND i.colour_name = v.colour_name ORDER BY i.position LIMIT 2
      ) first_two
    ) AS pictures
    FROM product_variants v WHERE v.product_id = ANY(${productIds}::uuid[]) AND v.colour_name IS NOT NULL
    GROUP BY v.product_id, v.colour_name
    ORDER BY bool_and(v.stock IS NOT DISTINCT FROM 0), min(v.position)`
}
