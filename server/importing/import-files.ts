import fs from 'node:fs/promises'
import path from 'node:path'
import type { Prisma } from '#prisma/generated/client.ts'
import { openStorage } from '#server/media/storage.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { Db } from '#server/platform/db.ts'
import { freeBytes, lockFiles, requireFileRoom } from '#server/quotas/file-room.ts'

/** Bytes of disk that partners' files never use: PostgreSQL may be on the same disk. */
export const LEFT_FREE = 500 * 2 ** 20

/** Returns the key of an import's file in the storage. It uses our id, never an external name. */
export const importKey = (importId: string) => `imports/${importId}.csv`

export const importSource =
  (dataDir: string, importId: string): CsvSource =>
  () =>
    openStorage(dataDir).stream(importKey(importId))

/** Returns the function that stores an import's file, whole or not at all. */
export const importFileWriter =
  (dataDir: string, importId: string) =>
  (bytes: AsyncIterable<Uint8Array>): Promise<number> =>
    openStorage(dataDir).writeStream(importKey(importId), bytes)

const draftPath = (dataDir: string, importId: string) => path.join(dataDir, 'drafts', `${importId}.ndjson`)

/** Returns the path of a local file that collects a store's list over several runs, before it is stored. */
export async function draftOf(dataDir: string, importId: string): Promise<string> {
  const file = draftPath(dataDir, importId)
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  return file
}

/** Whether the disk keeps `leftFree` free bytes after a file of this size. */
export const hasRoomFor = (dataDir: string, bytes: number, leftFree: number): Promise<boolean> =>
  openStorage(dataDir).hasRoom(bytes + leftFree)

/** Options of a transaction that reserves an import's storage. Pictures that are being stored may hold the lock. */
export const RESERVING = { timeout: 120_000, maxWait: 120_000 }

/**
 * Reserves the partner's storage for an import's file. First deletes files of ended imports, oldest first: they are no
 * longer read.
 * @param bytes the file's length; null if unknown, which reserves all that is left, up to `most`
 * @returns the reserved bytes
 * @throws AppError too_many if the partner has too little storage left
 */
export async function reserveImportFile(
  tx: Prisma.TransactionClient,
  dataDir: string,
  { importId, partnerId, bytes, most }: { importId: string; partnerId: string; bytes: number | null; most: number },
): Promise<number> {
  await lockFiles(tx, partnerId)
  await tx.productImport.updateMany({ where: { id: importId }, data: { fileBytes: 0 } })
  const ended = await tx.productImport.findMany({
    where: { partnerId, status: { in: [...ENDED] }, fileBytes: { gt: 0 } },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  const wanted = bytes ?? most
  let free = await freeBytes(tx, partnerId)
  for (const { id } of ended) {
    if (free >= wanted) break
    await openStorage(dataDir).remove(importKey(id))
    await tx.productImport.update({ where: { id }, data: { fileBytes: 0 } })
    free = await freeBytes(tx, partnerId)
  }
  const reserved = bytes ?? Math.min(free, most)
  await requireFileRoom(tx, partnerId, { files: 0, bytes: Math.max(1, reserved) })
  await tx.productImport.updateMany({ where: { id: importId }, data: { fileBytes: reserved } })
  return reserved
}

/** Statuses of imports that no longer need their file. */
export const ENDED = ['applied', 'undone', 'failed', 'cancelled'] as const

/** Deletes an import's file, if it has one, and frees the partner's storage. */
export async function removeImportFile(db: Db, dataDir: string, importId: string): Promise<void> {
  await fs.rm(draftPath(dataDir, importId), { force: true })
  await openStorage(dataDir).remove(importKey(importId))
  await db.productImport.updateMany({ where: { id: importId, fileBytes: { gt: 0 } }, data: { fileBytes: 0 } })
}
