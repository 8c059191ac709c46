import type { Prisma } from '#prisma/generated/client.ts'

/** The channel for ids of partners with pictures to download. */
export const PICTURE_CHANNEL = 'pictures'

/**
 * Queues the download of pictures that have a URL but no file yet. All sources of products use this.
 * @param images a statement that writes or selects pictures and returns id, product_id, source_url and file_id
 */
export async function awaitPictures(tx: Prisma.TransactionClient, images: Prisma.Sql): Promise<void> {
  // eslint-disable-next-line house/listed-products -- drafts need their pictures too
  await tx.$executeRaw`
    WITH images AS (${images}),
    waiting AS (
      INSERT INTO picture_fetches AS known (image_id, partner_id, url, next_at)
      SELECT i.id, p.partner_id, i.source_url, now() FROM images i JOIN products p ON p.id = i.product_id
      WHERE i.file_id IS NULL AND i.source_url IS NOT NULL
      ON CONFLICT (image_id) DO UPDATE SET url = excluded.url, tries = 0, next_at = excluded.next_at, reason = ''
      WHERE known.url <> excluded.url
      RETURNING partner_id
    )
    SELECT pg_notify(${PICTURE_CHANNEL}, partner_id::text) FROM (SELECT DISTINCT partner_id FROM waiting) partners`
}
