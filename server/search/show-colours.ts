import type { ProductCard } from '#server/catalogue/product-card.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { COLOUR_FAMILIES, familyOf, knownColour, readColours } from './attributes/colours.ts'
import type { ShownColours, Understanding } from './search.types.ts'

interface ColourRow {
  productId: string
  name: string
  hex: string | null
  /** The number of colours of the product. */
  colours: number
}

const MAX_SWATCHES = 5
/** The most colours of one product to check, available ones first, because each variant may name another. */
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
 * @param rows the result of `readColourRows` for them
 * @param wanted by product, the position of the picture that resembles the wanted look, whose colour is shown
 */
export async function showColours<Card extends ProductCard>(
  db: Db,
  cards: Card[],
  rows: readonly ColourRow[],
  asked: readonly string[],
  wanted: ReadonlyMap<string, number> = new Map(),
): Promise<Array<Card & ShownColours>> {
  if (!cards.length) return []
  const byProduct = Map.groupBy(rows, ({ productId }) => productId)
  const seen = await coloursOfPictures(db, wanted)
  const families = asked.map((colour) => familyOf(colour) ?? colour)
  const shown = new Map(
    [...byProduct].flatMap(([id, own]) => {
      const row =
        own.find((each) => each.name === seen.get(id)) ??
        own.find((each) => isOneOf(each, asked)) ??
        own.find((each) => isOneOf(each, families))
      return row ? [[id, row.name]] : []
    }),
  )
  const pictures = await readPictures(db, shown)
  return cards.map((card) => {
    const own = byProduct.get(card.id) ?? []
    return {
      ...card,
      colour: shown.get(card.id) ?? null,
      pictures: pictures.get(card.id) ?? card.pictures,
      swatches: [...new Set(own.flatMap((row) => hexOf(row) ?? []))].slice(0, MAX_SWATCHES),
      colourCount: own[0]?.colours ?? 0,
    }
  })
}

function isOneOf({ name, hex }: ColourRow, colours: readonly string[]): boolean {
  if (!colours.length) return false
  const values = readColours({ names: [name], hexes: [hex], palettes: [] })
  return colours.some((colour) => values.includes(colour))
}

/** Whether it is the colour or its family; null if the name is not a colour. */
function hexOf({ name, hex }: ColourRow): string | null {
  if (hex !== null) return hex
  const family = familyOf(name)
  return COLOUR_FAMILIES.find(({ key }) => key === family)?.hex ?? null
}

/** Returns the colours of products that have several, available ones first, in the partner's order. */
export async function readColourRows(db: Db, productIds: string[]): Promise<ColourRow[]> {
  if (!productIds.length) return []
  return db.$queryRaw`${KEPT_PLAN}
    SELECT "productId", name, hex, colours FROM (
      SELECT v.product_id AS "productId", v.colour_name AS name, max(v.colour_hex) AS hex, bool_and(v.stock IS NOT DISTINCT FROM 0) AS is_gone, min(v.position) AS position,
        (count(*) OVER (PARTITION BY v.product_id))::int AS colours,
        row_number() OVER (PARTITION BY v.product_id ORDER BY bool_and(v.stock IS NOT DISTINCT FROM 0), min(v.position)) AS place
      FROM product_variants v WHERE v.product_id = ANY(${productIds}::uuid[]) AND v.colour_name IS NOT NULL
      GROUP BY v.product_id, v.colour_name
    ) each WHERE colours > 1 AND place <= ${MAX_COLOURS}::int ORDER BY is_gone, position`
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

/** Returns up to two pictures of each product's colour, if it has any. */
async function readPictures(db: Db, colours: ReadonlyMap<string, string>): Promise<Map<string, Picture[]>> {
  if (!colours.size) return new Map()
  const rows = await db.$queryRaw<Array<{ productId: string; pictures: Picture[] }>>`${KEPT_PLAN}
    SELECT shown.id AS "productId", first_two.pictures
    FROM unnest(${[...colours.keys()]}::uuid[], ${[...colours.values()]}::text[]) AS shown (id, colour)
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(picture ORDER BY position) AS pictures FROM (
        SELECT ${pictureJson('f', 'i.alt')} AS picture, i.position
        FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = shown.id AND i.colour_name = shown.colour ORDER BY i.position LIMIT 2
      ) each
    ) first_two WHERE first_two.pictures IS NOT NULL`
  return new Map(rows.map(({ productId, pictures }) => [productId, pictures]))
}
