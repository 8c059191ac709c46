import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { originalKey } from './media-keys.ts'
import { mediaName } from './picture.ts'
import { parsePicture, type PictureFacts } from './parse-picture.ts'
import { openStorage } from './storage.ts'

/** Writes an original under its content hash; repeating it changes nothing. @returns its SHA-256, hex. */
export async function writeOriginal(dataDir: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await openStorage(dataDir).write(originalKey(mediaName(sha256)), bytes)
  return sha256
}

/**
 * Stores a partner's picture. Reads its type, facts and main colours from the content.
 * @throws AppError bad_input if it is not a picture that can be shown.
 */
export async function storePicture(db: Db, dataDir: string, bytes: Buffer): Promise<{ id: string }> {
  return keepPicture(db, dataDir, bytes, await parsePicture(bytes))
}

/** Stores a picture with known facts. It is kept for at least a day, even if unused. */
export async function keepPicture(db: Db, dataDir: string, bytes: Buffer, facts: PictureFacts): Promise<KeptPicture> {
  const sha256 = await writeOriginal(dataDir, bytes)
  const kept = await db.mediaFile.upsert({
    where: { sha256 },
    create: { sha256, byteSize: bytes.length, ...facts },
    // Must not be empty. Otherwise Prisma would not use a single ON CONFLICT statement, which is safe for concurrent
    // writes of one picture.
    update: { palette: facts.palette, appearance: facts.appearance, storedAt: new Date() },
    select: { id: true, sha256: true, width: true, height: true, colour: true },
  })
  // A cleanup may have deleted the file before the row existed again (collect-unused.ts).
  if (!(await openStorage(dataDir).has(originalKey(mediaName(sha256))))) await writeOriginal(dataDir, bytes)
  return kept
}

export interface KeptPicture {
  id: string
  sha256: string
  width: number
  height: number
  colour: string
}
