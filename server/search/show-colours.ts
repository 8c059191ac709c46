import { Prisma } from '#prisma/generated/client.ts'
import type { PicturesOfColours } from '#server/catalogue/find-cards.ts'
import type { ProductCard } from '#server/catalogue/product-card.ts'
import { queryKept, type Db } from '#server/platform/db.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { COLOUR_FAMILIES, familyOf, knownColour, parseColours } from './attributes/colours.ts'
import type { ShownColours, Understanding } from './search.types.ts'

interface ColourRow {
  productId: string
  name: string
  hex: string | null
  /** The number of colours of the product. */
  colours: number
}

const MAX_SWATCHES = 5
/**
 * The maximum number of colours of one product to check, available ones first, because each variant may name another.
 */
const MAX_COLOURS = 60

/** Returns the colours that a search names: its filters, and those of its words that only mean a colour. */
export function coloursAsked({ colours, words }: Pick<Understanding, 'colours' | 'words'>): string[] {
  const named = words.flatMap((word) => {
    const colour = knownColour(word)
    return colour && !colour.isAmbiguous ? colour.value : []
  })
  return [...new Set([...colours, ...named])]
}

/**
 * Adds colours to cards, and pictures of the first requested colour, preferring an available one. A product with one
 * colour, or without that colour, stays unchanged.
 * @param rows the result of `listColourRows` for them
 * @param pictures of their colours; may be empty if no colour is asked for or wanted
 * @param wanted by product, the position of the picture that resembles the wanted look, whose colour is shown
 */
export async function showColours<Card extends ProductCard>(
  db: Db,
  cards: Card[],
  { rows, pictures }: { rows: readonly ColourRow[]; pictures: PicturesOfColours },
  asked: readonly string[],
  wanted: ReadonlyMap<string, number> = new Map(),
): Promise<Array<Card & ShownColours>> {
  if (!cards.length) return []
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  const seen = await coloursOfPictures(db, wanted)
  const families = asked.map((colour) => familyOf(colour) ?? colour)
  const shown = new Map(
    [...byProduct].flatMap(([id, productColours]) => {
      const row =
        productColours.find((each) => each.name === seen.get(id)) ??
        productColours.find((each) => isOneOf(each, asked)) ??
        productColours.find((each) => isOneOf(each, families))
      return row ? [[id, row.name]] : []
    }),
  )
  return cards.map((card) => {
    const productColours = byProduct.get(card.id) ?? []
    const colour = shown.get(card.id) ?? null
    return {
      ...card,
      colour,
      pictures: (colour !== null && pictures.get(card.id)?.get(colour)) || card.pictures,
      swatches: [...new Set(productColours.flatMap((row) => hexOf(row) ?? []))].slice(0, MAX_SWATCHES),
      colourCount: productColours[0]?.colours ?? 0,
    }
  })
}

function isOneOf({ name, hex }: ColourRow, colours: readonly string[]): boolean {
  if (!colours.length) return false
  const values = parseColours({ names: [name], hexes: [hex], palettes: [] })
  return colours.some((colour) => values.includes(colour))
}

/** Returns the hex code of a colour, or else of its family; null if the name is not a colour. */
function hexOf({ name, hex }: ColourRow): string | null {
  if (hex !== null) return hex
  const family = familyOf(name)
  return COLOUR_FAMILIES.find(({ key }) => key === family)?.hex ?? null
}

/** Returns the colours of products that have several, available ones first, in the partner's order. */
export async function listColourRows(db: Db, productIds: string[]): Promise<ColourRow[]> {
  if (!productIds.length) return []
  return queryKept(
    db,
    Prisma.sql`${KEPT_PLAN}
    SELECT "productId", name, hex, colours FROM (
      SELECT v.product_id AS "productId", v.colour_name AS name, max(v.colour_hex) AS hex, bool_and(v.stock IS NOT DISTINCT FROM 0) AS is_gone, min(v.position) AS position,
        (count(*) OVER (PARTITION BY v.product_id))::int AS colours,
        row_number() OVER (PARTITION BY v.product_id ORDER BY bool_and(v.stock IS NOT DISTINCT FROM 0), min(v.position)) AS place
      FROM product_variants v WHERE v.product_id = ANY(${productIds}::uuid[]) AND v.colour_name IS NOT NULL
      GROUP BY v.product_id, v.colour_name
    ) each WHERE colours > 1 AND place <= ${MAX_COLOURS}::int ORDER BY is_gone, position`,
  )
}

/**
 * Returns the colours shown in pictures, by product, if the pictures name one. @param places by product, the position
 * of one of its pictures
 */
async function coloursOfPictures(db: Db, places: ReadonlyMap<string, number>): Promise<Map<string, string>> {
  if (!places.size) return new Map()
  const rows = await db.$queryRaw<Array<{ productId: string; name: string }>>`
    SELECT wanted.id AS "productId", picture.colour_name AS name
    FROM unnest(${[...places.keys()]}::uuid[], ${[...places.values()]}::int[]) AS wanted (id, place)
    CROSS JOIN LATERAL (
      SELECT i.colour_name FROM product_images i WHERE i.product_id = wanted.id AND i.file_id IS NOT NULL
      ORDER BY i.is_primary DESC, i.position, i.id OFFSET wanted.place LIMIT 1
    ) picture WHERE picture.colour_name IS NOT NULL`
  return new Map(rows.map(({ productId, name }) => [productId, name]))
}
