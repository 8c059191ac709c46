import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { EditedProduct, EditedVariant } from './edited-product.ts'
import type { FieldError } from './parse-product-form.ts'

type Tx = Db | Prisma.TransactionClient

/** The message for a field that cannot be edited here. */
export const MANAGED = 'Your store manages this. Change it there, and it changes here within minutes'

/**
 * Returns which of these products a connected store manages. The store's next message or comparison would overwrite
 * edits made here.
 */
export async function findManaged(tx: Tx, productIds: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT DISTINCT s.product_id AS id FROM store_products s JOIN shopify_connections c ON c.id = s.connection_id
    WHERE s.product_id = ANY(${productIds}::uuid[]) AND c.status <> 'revoked'`
  return new Set(rows.map(({ id }) => id))
}

/** Returns the edited fields that belong to the store. */
export function lockedChanges(before: EditedProduct, after: EditedProduct): FieldError[] {
  const refuse = (field: string): FieldError => ({ field, message: MANAGED })
  const texts = (['name', 'handle', 'description', 'brand', 'status', 'productUrl'] as const).filter(
    (field) => before[field] !== after[field],
  )
  return [
    ...texts.map(refuse),
    ...(isSame(before.variants.map(ofStore), after.variants.map(ofStore)) ? [] : [refuse('variants')]),
  ]
}

/** Returns the variant without the swatch colour, which stores do not provide. */
const ofStore = ({ colourHex: _, ...variant }: EditedVariant) => variant

/**
 * Whether the store's pictures are unchanged and in the same order. Ignores uploaded pictures between them, which
 * belong to the partner.
 * @param ofStore ids of the store's pictures
 */
export function keepsStorePictures(before: EditedProduct, after: EditedProduct, ofStore: ReadonlySet<string>): boolean {
  const ownPictures = ({ pictures }: EditedProduct) =>
    pictures.flatMap(({ id, alt, colourName }) => (id !== null && ofStore.has(id) ? [{ id, alt, colourName }] : []))
  return isSame(ownPictures(before), ownPictures(after))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
