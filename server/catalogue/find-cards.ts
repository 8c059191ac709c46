import { Prisma } from '#prisma/generated/client.ts'
import type { Picture } from '#server/media/picture.ts'
import { queryKept, type Db } from '#server/platform/db.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { LISTED } from '#server/platform/listed.ts'
import { CARD_TEXTS, NAME_JOINS, type ProductCard } from './product-card.ts'

const MAX_PICTURES = 2

/** Up to two pictures of each colour, by the product's id and the colour's name. */
export type PicturesOfColours = ReadonlyMap<string, ReadonlyMap<string, Picture[]>>

interface PictureRow extends Picture {
  productId: string
  colourName: string | null
  /** The position among the product's pictures, from 1. */
  place: number
  /** The position among the pictures of its colour, from 1; 0 if colours are not requested. */
  placeOfColour: number
}

/** Returns the cards of these products by id; unlisted ones are left out. */
export async function findCards(db: Db, ids: string[]): Promise<Map<string, ProductCard>> {
  return (await findCardsAndColours(db, ids, false)).cards
}

/**
 * Returns the cards, and the pictures of each colour if they are requested. Reads the pictures as rows of a separate
 * statement, because PostgreSQL would take longer to write them as JSON than for all the rest.
 */
export async function findCardsAndColours(
  db: Db,
  ids: string[],
  hasColours: boolean,
): Promise<{ cards: Map<string, ProductCard>; ofColours: PicturesOfColours }> {
  if (!ids.length) return { cards: new Map(), ofColours: new Map() }
  const [texts, pictures] = await Promise.all([
    queryKept<Omit<ProductCard, 'pictures'>>(
      db,
      Prisma.sql`${KEPT_PLAN} SELECT ${CARD_TEXTS} FROM products p ${NAME_JOINS} WHERE p.id = ANY(${ids}::uuid[]) AND ${LISTED}`,
    ),
    findPictures(db, ids, hasColours),
  ])
  const firstOf = new Map<string, Picture[]>()
  const ofColours = new Map<string, Map<string, Picture[]>>()
  for (const { productId, colourName, place, placeOfColour, ...picture } of pictures) {
    // Only the first picture has alt text, because the second one only shows on hover.
    if (place <= MAX_PICTURES) add(firstOf, productId, place, { ...picture, alt: place === 1 ? picture.alt : '' })
    if (colourName === null || placeOfColour === 0 || placeOfColour > MAX_PICTURES) continue
    let colours = ofColours.get(productId)
    if (!colours) ofColours.set(productId, (colours = new Map()))
    add(colours, colourName, placeOfColour, picture)
  }
  return {
    cards: new Map(texts.map((card) => [card.id, { ...card, pictures: firstOf.get(card.id) ?? [] }])),
    ofColours,
  }
}

function add(lists: Map<string, Picture[]>, key: string, place: number, picture: Picture): void {
  const list = lists.get(key) ?? []
  list[place - 1] = picture
  lists.set(key, list)
}

const OF_COLOUR = Prisma.sql`(row_number() OVER (PARTITION BY product_id, colour_name ORDER BY position))::int`

/** Returns the first pictures of each product, and of each of its colours if requested. */
const findPictures = (db: Db, ids: string[], hasColours: boolean): Promise<PictureRow[]> =>
  queryKept(
    db,
    Prisma.sql`${KEPT_PLAN}
    SELECT i.product_id AS "productId", i.colour_name AS "colourName", i.place, i."placeOfColour", left(f.sha256, 24) AS name, f.width, f.height, f.colour, i.alt
    FROM (
      SELECT product_id, colour_name, file_id, alt, (row_number() OVER (PARTITION BY product_id ORDER BY is_primary DESC, position))::int AS place,
        ${hasColours ? OF_COLOUR : Prisma.sql`0`} AS "placeOfColour"
      FROM product_images WHERE product_id = ANY(${ids}::uuid[]) AND file_id IS NOT NULL
    ) i JOIN media_files f ON f.id = i.file_id
    WHERE i.place <= 2 ${hasColours ? Prisma.sql`OR i."placeOfColour" <= 2` : Prisma.empty}`,
  )
