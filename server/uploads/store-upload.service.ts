import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import type { UploadSlot } from '#prisma/generated/client.ts'
import { videoKey, VIDEO_EXTENSIONS } from '#server/media/media-keys.ts'
import { keepPicture, type KeptPicture } from '#server/media/media.service.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockFiles, requireFileRoom } from '#server/quotas/file-room.ts'
import { examining } from './start-examine-process.ts'
import type { VideoFacts } from './parse-video.ts'

/** A video for pages. */
export interface UploadedVideo {
  /** The file's address; null if browsers cannot play it. */
  src: string | null
  mimeType: string
  /** In pixels. */
  width: number
  height: number
  durationMs: number
}

/** An uploaded file. A form sends its id. */
export interface UploadedFile {
  uploadId: string
  /** Null for videos. */
  picture: Picture | null
  /** Null for pictures. */
  video: UploadedVideo | null
}

/** The browser's response when its file has arrived. */
export type UploadOutcome = { file: UploadedFile; message?: undefined } | { file: null; message: string }

/**
 * Examines an uploaded file and keeps it, which removes the given file. A repeated upload gets the same answer as
 * before.
 * @returns the file, or why it was refused.
 */
export async function storeUpload(
  { db, dataDir }: { db: Db; dataDir: string },
  uploadId: string,
  file: string,
): Promise<UploadOutcome> {
  try {
    const upload = await db.upload.findFirst({
      where: { id: uploadId, status: 'waiting' },
      select: { id: true, slot: true, partnerId: true },
    })
    if (!upload) return (await findUploadOutcome(db, uploadId)) ?? gone
    return (await examineAndKeep(db, dataDir, upload, file)) ?? (await findUploadOutcome(db, uploadId)) ?? gone
  } finally {
    await fs.rm(file, { force: true })
  }
}

const gone: UploadOutcome = { file: null, message: 'This upload has expired. Please choose the file again.' }

/** Returns an upload's outcome, for a repeated upload; null while the file is missing, and for an unknown upload. */
export async function findUploadOutcome(db: Db, uploadId: string): Promise<UploadOutcome | null> {
  const upload = await db.upload.findUnique({
    where: { id: uploadId },
    select: { status: true, message: true, file: true, video: true },
  })
  if (!upload || upload.status === 'waiting') return null
  const { status, message, file, video } = upload
  if (status === 'refused') return { file: null, message }
  if (file) return { file: { uploadId, picture: pictureOf(file), video: null } }
  return video ? { file: { uploadId, picture: null, video: videoOf(video) } } : gone
}

/** @returns null if another request was faster, because the file was sent twice at once. */
async function examineAndKeep(
  db: Db,
  dataDir: string,
  { id, slot, partnerId }: { id: string; slot: UploadSlot; partnerId: string },
  file: string,
): Promise<UploadOutcome | null> {
  const answer = await examining.examine({ file, slot }, partnerId)
  const where = { id, status: 'waiting' } as const
  if ('problem' in answer) {
    const message = answer.problem
    const { count } = await db.upload.updateMany({ where, data: { status: 'refused', message } })
    return count ? { file: null, message } : null
  }
  const storedAt = new Date()
  if ('picture' in answer) {
    const { file: drawn, ...facts } = answer.picture
    const bytes = await fs.readFile(drawn).finally(() => fs.rm(drawn, { force: true }))
    const over = await countAs(db, { id, partnerId }, bytes.length)
    if (over) return over
    const kept = await keepPicture(db, dataDir, bytes, facts)
    const { count } = await db.upload.updateMany({
      where,
      data: { status: 'stored', fileId: kept.id, storedAt },
    })
    return count ? { file: { uploadId: id, picture: pictureOf(kept), video: null } } : null
  }
  const { sha256, ...facts } = answer.video
  const over = await countAs(db, { id, partnerId }, facts.byteSize)
  if (over) return over
  const videoId = await keepVideo(db, dataDir, file, sha256, facts)
  const { count } = await db.upload.updateMany({
    where,
    data: { status: 'stored', videoId, storedAt },
  })
  return count ? { file: { uploadId: id, picture: null, video: videoOf({ sha256, ...facts }) } } : null
}

/**
 * Counts a file by its stored size, which may exceed the announced one because pictures are redrawn.
 * @returns why it was refused, if the partner's storage has no room for the difference
 */
async function countAs(
  db: Db,
  { id, partnerId }: { id: string; partnerId: string },
  byteSize: number,
): Promise<UploadOutcome | null> {
  try {
    await db.$transaction(async (tx) => {
      await lockFiles(tx, partnerId)
      const { byteSize: announced } = await tx.upload.findUniqueOrThrow({ where: { id }, select: { byteSize: true } })
      await requireFileRoom(tx, partnerId, { files: 0, bytes: byteSize - announced })
      await tx.upload.updateMany({ where: { id, status: 'waiting' }, data: { byteSize } })
    })
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many') throw error
    const { message } = error
    await db.upload.updateMany({ where: { id, status: 'waiting' }, data: { status: 'refused', message } })
    return { file: null, message }
  }
}

const pictureOf = ({ sha256, width, height, colour }: Omit<KeptPicture, 'id'>): Picture => ({
  name: mediaName(sha256),
  width,
  height,
  colour,
  alt: '',
})

/** Converts a row of media_videos for pages. */
export function videoOf(video: Omit<VideoFacts, 'byteSize'> & { sha256: string }): UploadedVideo {
  const { sha256, mimeType, width, height, durationMs, isPlayable } = video
  const src = isPlayable ? `/video/${mediaName(sha256)}.${VIDEO_EXTENSIONS[mimeType] ?? ''}` : null
  return { src, mimeType, width, height, durationMs }
}

async function keepVideo(db: Db, dataDir: string, file: string, sha256: string, facts: VideoFacts): Promise<string> {
  const storage = openStorage(dataDir)
  const key = videoKey(mediaName(sha256), VIDEO_EXTENSIONS[facts.mimeType] ?? '')
  const { id } = await db.mediaVideo.upsert({
    where: { sha256 },
    create: { sha256, ...facts },
    update: { ...facts, storedAt: new Date() },
    select: { id: true },
  })
  // Stored after the row is written, because a cleanup may have deleted the file before the row existed again
  // (collect-unused.ts).
  await storage.writeStream(key, createReadStream(file))
  return id
}
