import { videoKey, VIDEO_EXTENSIONS, originalKey, variantKeys } from '#server/media/media-keys.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LOCKS } from '#server/platform/locks.ts'

/** A stored file gets its reference within this time. */
const GRACE_MS = 24 * 3600_000
const BATCH = 200
/** An id before all others. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** A deleted row with its files. */
interface Gone {
  id: string
  keys: string[]
}

/**
 * Deletes uploads that were not used within a day, and unreferenced pictures and videos. Keeps files that undoing a
 * product change could bring back, and files stored within the last day.
 * @returns the number of deleted pictures and videos.
 */
export async function collectUnused(db: Db, dataDir: string, now = new Date(), signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - GRACE_MS)
  await db.upload.deleteMany({
    where: {
      OR: [
        { status: { in: ['waiting', 'refused'] }, createdAt: { lt: before } },
        { status: 'stored', storedAt: { lt: before } },
      ],
    },
  })
  await removeOldArrivals(path.join(dataDir, 'uploads'), before)
  await db.partnerMedia.deleteMany({ where: { deletedAt: { lt: before } } })
  let deleted = 0
  for (const deleteRows of [deletePictures, deleteVideos]) {
    // Continues after the last one, so that kept files are checked only once.
    let after = FIRST
    for (let count = BATCH; count === BATCH && !signal?.aborted; deleted += count) {
      const gone = await deleteWithFiles(db, dataDir, (tx) => deleteRows(tx, before, after))
      count = gone.length
      for (const { id } of gone) if (id > after) after = id
    }
  }
  // Their files are gone, and no longer count against the quota.
  await db.upload.deleteMany({ where: { status: 'used', fileId: null, videoId: null } })
  return deleted
}

/** Deletes partial uploads of killed processes. */
async function removeOldArrivals(folder: string, before: Date): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const found = await fs.stat(file).catch(() => null)
    if (found && found.mtime < before) await fs.rm(file, { force: true })
  }
}

async function deletePictures(tx: Prisma.TransactionClient, before: Date, after: string): Promise<Gone[]> {
  const files = await tx.$queryRaw<Array<{ id: string; sha256: string }>>`
    DELETE FROM media_files WHERE id IN (
      SELECT f.id FROM media_files f
      -- Only the demo's drawings are SVG files.
      WHERE f.id > ${after}::uuid AND f.stored_at < ${before} AND f.mime_type <> 'image/svg+xml'
        -- Repeated, so that PostgreSQL starts at this id in both indexes.
        AND NOT EXISTS (SELECT FROM product_images i WHERE i.file_id = f.id AND i.file_id > ${after}::uuid)
        AND NOT EXISTS (SELECT FROM partner_media m WHERE f.id IN (m.file_id, m.former_file_id))
        AND NOT EXISTS (SELECT FROM categories c WHERE c.file_id = f.id)
        AND NOT EXISTS (SELECT FROM review_pictures r WHERE r.file_id = f.id)
        AND NOT EXISTS (SELECT FROM storefront_drafts d WHERE f.id IN (d.hero_file_id, d.logo_file_id))
        AND NOT EXISTS (SELECT FROM uploads u WHERE u.file_id = f.id AND u.status = 'stored')
        -- The same expression as in the index product_events_files_idx.
        AND NOT EXISTS (SELECT FROM product_events e WHERE jsonb_path_query_array(e.before, '$.images[*].fileId') ? f.id::text)
      ORDER BY f.id LIMIT ${BATCH} FOR UPDATE)
      AND stored_at < ${before}
    RETURNING id, sha256`
  return files.map(({ id, sha256 }) => ({
    id,
    keys: [originalKey(mediaName(sha256)), ...variantKeys(mediaName(sha256))],
  }))
}

async function deleteVideos(tx: Prisma.TransactionClient, before: Date, after: string): Promise<Gone[]> {
  const videos = await tx.$queryRaw<Array<{ id: string; sha256: string; mimeType: string }>>`
    DELETE FROM media_videos WHERE id IN (
      SELECT v.id FROM media_videos v
      WHERE v.id > ${after}::uuid AND v.stored_at < ${before}
        AND NOT EXISTS (SELECT FROM partner_media m WHERE m.video_id = v.id)
        AND NOT EXISTS (SELECT FROM uploads u WHERE u.video_id = v.id AND u.status = 'stored')
      ORDER BY v.id LIMIT ${BATCH} FOR UPDATE)
      AND stored_at < ${before}
    RETURNING id, sha256, mime_type AS "mimeType"`
  return videos.map(({ id, sha256, mimeType }) => ({
    id,
    keys: [videoKey(mediaName(sha256), VIDEO_EXTENSIONS[mimeType] ?? '')],
  }))
}

/**
 * Deletes files before the deletion of their rows is committed. A process that stores the same file waits for the row,
 * and then finds that the file is gone (`keepPicture`). In the other order its new file would be deleted.
 */
async function deleteWithFiles(
  db: Db,
  dataDir: string,
  deleteRows: (tx: Prisma.TransactionClient) => Promise<Gone[]>,
): Promise<Gone[]> {
  const storage = openStorage(dataDir)
  return db.$transaction(
    async (tx) => {
      // Deletes nothing while a backup reads the files. The next nightly run deletes them.
      const [lock] = await tx.$queryRaw<Array<{ isOurs: boolean }>>`
        SELECT pg_try_advisory_xact_lock(${LOCKS.storedFiles}) AS "isOurs"`
      if (!lock?.isOurs) return []
      const gone = await deleteRows(tx)
      for (const { keys } of gone) await storage.remove(...keys)
      return gone
    },
    { timeout: 60_000 },
  )
}
