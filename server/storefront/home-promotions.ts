import { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { OPEN } from '#server/platform/listed.ts'
import { videoOf, type UploadedVideo } from '#server/uploads/store-upload.service.ts'

const MAX_PROMOTIONS = 6

/**
 * Promotions that shoppers may see: approved, turned on, not deleted, and playable. `m` is the partner_media row, `v`
 * its video.
 */
const LIVE = Prisma.sql`m.media_type IN ('promotional_image', 'promotional_video') AND m.review = 'approved' AND m.is_active
  AND m.deleted_at IS NULL AND (m.video_id IS NULL OR v.is_playable)`

export interface HomePromotion {
  id: string
  partnerId: string
  businessName: string
  altText: string
  picture: Picture | null
  video: UploadedVideo | null
}

/**
 * Lists promotions for the home page: one for each open partner, at most six. The selection and order change daily
 * (UTC), so that every partner has its turn.
 */
export async function listHomePromotions(db: Db, now = new Date()): Promise<HomePromotion[]> {
  const day = now.toISOString().slice(0, 10)
  const rows = await db.$queryRaw<Row[]>`
    SELECT * FROM (
      SELECT DISTINCT ON (m.partner_id) m.id, m.partner_id AS "partnerId", s.business_name AS "businessName", m.alt_text AS "altText",
        coalesce(f.sha256, v.sha256) AS sha256, f.id IS NOT NULL AS "isPicture", coalesce(f.width, v.width) AS width, coalesce(f.height, v.height) AS height,
        f.colour, v.mime_type AS "mimeType", v.duration_ms AS "durationMs"
      FROM partner_media m JOIN partners s ON s.id = m.partner_id
        LEFT JOIN media_files f ON f.id = m.file_id LEFT JOIN media_videos v ON v.id = m.video_id
      WHERE ${LIVE} AND ${OPEN}
      ORDER BY m.partner_id, md5(m.id::text || ${day})) chosen
    ORDER BY md5("partnerId"::text || ${day}) LIMIT ${MAX_PROMOTIONS}`
  return rows.map(({ sha256, isPicture, width, height, colour, mimeType, durationMs, ...about }) => ({
    ...about,
    picture: isPicture ? { name: mediaName(sha256), width, height, colour: colour ?? '', alt: about.altText } : null,
    video: isPicture
      ? null
      : videoOf({ sha256, mimeType: mimeType ?? '', width, height, durationMs: durationMs ?? 0, isPlayable: true }),
  }))
}

interface Row {
  id: string
  partnerId: string
  businessName: string
  altText: string
  sha256: string
  isPicture: boolean
  width: number
  height: number
  colour: string | null
  mimeType: string | null
  durationMs: number | null
}
