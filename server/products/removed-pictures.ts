import type { Prisma } from '#prisma/generated/client.ts'
import type { StoredImage, StoredProduct } from './load-products.ts'
import type { PictureForm } from './product-form.schema.ts'
import type { FieldError } from './parse-product-form.ts'

/** A removed picture of a product, with the data to restore it. */
export type RemovedPicture = Pick<StoredImage, 'id' | 'fileId' | 'sourceUrl'>

const LOST = 'A colleague removed this image, and its file is deleted. Please upload it again, or remove it here too'

/**
 * Finds the form's pictures that have been removed from the product in the meantime. Looks in the copies that acts
 * keep, by id.
 * @param stored null for a new product
 * @returns `lost`: errors for pictures that cannot be restored, because their file or every act with them is gone
 */
export async function findRemovedPictures(
  tx: Prisma.TransactionClient,
  partnerId: string,
  stored: StoredProduct | null,
  pictures: PictureForm[],
): Promise<{ removed: Map<string, RemovedPicture>; lost: FieldError[] }> {
  const kept = new Set(stored?.images.map(({ id }) => id))
  const ids = pictures.flatMap(({ id }) => (id === null || kept.has(id) ? [] : [id]))
  if (!ids.length) return { removed: new Map(), lost: [] }
  const found = await tx.$queryRaw<RemovedPicture[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (i ->> 'id') i ->> 'id' AS id, i ->> 'fileId' AS "fileId", i ->> 'sourceUrl' AS "sourceUrl"
      FROM product_events e, jsonb_array_elements(e.before -> 'images') i
      WHERE e.product_id = ${stored?.id}::uuid AND e.partner_id = ${partnerId}::uuid AND i ->> 'id' = ANY(${ids})
      ORDER BY i ->> 'id', e.revision DESC) r
    WHERE r."fileId" IS NULL OR EXISTS (SELECT FROM media_files f WHERE f.id = r."fileId"::uuid)`
  const removed = new Map(found.map((picture) => [picture.id, picture]))
  const lost = pictures.flatMap(({ id }, index) =>
    id === null || kept.has(id) || removed.has(id) ? [] : [{ field: `pictures.${index}`, message: LOST }],
  )
  return { removed, lost }
}
