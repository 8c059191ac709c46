import type { Db } from '#server/platform/db.ts'

/** Addresses per claim. */
const BATCH = 20
/**
 * Seconds from the start of each failed download to the next one. After the last failure, in five days, we give up on
 * the picture.
 */
const PAUSES = [300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400]
/** How long pictures wait while the partner's storage is full. */
const FULL_SECONDS = 21_600
const MAX_REASON = 300

export const findDuePictures = (db: Db): Promise<Array<{ partnerId: string }>> =>
  db.$queryRaw`SELECT DISTINCT partner_id AS "partnerId" FROM picture_fetches WHERE next_at <= now()`

/**
 * Claims some of the partner's due pictures. Each claim counts as an attempt and sets the time of the next one, so that
 * a picture that crashes the process is not retried forever.
 * @returns their addresses, each once, however many products show it
 */
export async function claimPictures(db: Db, partnerId: string): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ url: string }>>`
    WITH next AS (
      SELECT url FROM picture_fetches WHERE partner_id = ${partnerId}::uuid AND next_at <= now()
      ORDER BY next_at, image_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    UPDATE picture_fetches f SET tries = tries + 1, next_at = now() + (${PAUSES}::int[])[tries + 1] * interval '1 second'
    FROM (SELECT DISTINCT url FROM next) n WHERE f.partner_id = ${partnerId}::uuid AND f.url = n.url
    RETURNING f.url`
  return [...new Set(rows.map(({ url }) => url))]
}

/** Stores why a claimed picture was not downloaded. */
export async function noteFailure(db: Db, partnerId: string, url: string, reason: string): Promise<void> {
  await db.pictureFetch.updateMany({ where: { partnerId, url }, data: { reason: reason.slice(0, MAX_REASON) } })
}

/**
 * Counts an attempt for all due pictures of a host that does not respond.
 * @param host with its port, if it has one
 * @returns the number of addresses
 */
export async function noteHostFailure(db: Db, partnerId: string, host: string, reason: string): Promise<number> {
  const rows = await db.$queryRaw<Array<{ count: bigint }>>`
    WITH failed AS (
      UPDATE picture_fetches SET tries = tries + 1, reason = ${reason.slice(0, MAX_REASON)},
        next_at = now() + (${PAUSES}::int[])[tries + 1] * interval '1 second'
      WHERE partner_id = ${partnerId}::uuid AND next_at <= now() AND lower(split_part(url, '/', 3)) = ${host}
      RETURNING url
    )
    SELECT count(DISTINCT url) AS count FROM failed`
  return Number(rows[0]?.count ?? 0)
}

/**
 * Undoes the claims of pictures that were not tried.
 * @param limitReason why the partner can store no more: all its pictures wait for free space. If null, the pictures are
 * due at once
 */
export async function giveBack(db: Db, partnerId: string, urls: string[], limitReason: string | null): Promise<void> {
  if (urls.length)
    await db.$executeRaw`
      UPDATE picture_fetches SET tries = tries - 1, next_at = now()
      WHERE partner_id = ${partnerId}::uuid AND url = ANY(${urls}::text[]) AND tries > 0`
  if (limitReason !== null)
    await db.$executeRaw`
      UPDATE picture_fetches SET reason = ${limitReason.slice(0, MAX_REASON)}, next_at = now() + ${FULL_SECONDS} * interval '1 second'
      WHERE partner_id = ${partnerId}::uuid AND next_at <= now()`
}

/**
 * Assigns a file to all pictures of a partner with this address.
 * @returns the products that show them
 */
export async function takeFile(
  db: Db,
  { partnerId, url, fileId }: { partnerId: string; url: string; fileId: string },
): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ productId: string }>>`
    WITH arrived AS (
      DELETE FROM picture_fetches WHERE partner_id = ${partnerId}::uuid AND url = ${url} RETURNING image_id
    )
    UPDATE product_images i SET file_id = ${fileId}::uuid FROM arrived a
    WHERE i.id = a.image_id AND i.source_url = ${url} RETURNING i.product_id AS "productId"`
  return [...new Set(rows.map(({ productId }) => productId))]
}
