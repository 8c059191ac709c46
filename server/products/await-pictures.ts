import type { Prisma } from '#prisma/generated/client.ts'

/** The channel that is notified with the id of a partner whose pictures can be downloaded. */
export const PICTURE_CHANNEL = 'pictures'

/** Queues those of these pictures that have an address and no file yet. All sources of products use this. */
export async function awaitPictures(tx: Prisma.TransactionClient, imageIds: string[]): Promise<void> {
  // eslint-disable-next-line house/listed-products -- drafts need their pictures too
  const partners = await tx.$queryRaw<Array<{ partnerId: string }>>`
    WITH waiting AS (
      INSERT INTO picture_fetches AS known (image_id, partner_id, url, next_at)
      SELECT i.id, p.partner_id, i.source_url, now() FROM product_images i JOIN products p ON p.id = i.product_id
      WHERE i.id = ANY(${imageIds}::uuid[]) AND i.file_id IS NULL AND i.source_url IS NOT NULL
      ON CONFLICT (image_id) DO UPDATE SET url = excluded.url, tries = 0, next_at = excluded.next_at, reason = ''
      WHERE known.url <> excluded.url
      RETURNING partner_id
    )
    SELECT DISTINCT partner_id AS "partnerId" FROM waiting`
  for (const { partnerId } of partners) await tx.$executeRaw`SELECT pg_notify(${PICTURE_CHANNEL}, ${partnerId}::text)`
}
