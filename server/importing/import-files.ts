import fs from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Prisma } from '#prisma/generated/client.ts'
import { openStorage } from '#server/media/storage.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { Db } from '#server/platform/db.ts'
import { makePrivateFolder } from '#server/platform/private-files.ts'
import { freeBytes, lockFiles, requireFileRoom } from '#server/quotas/file-room.ts'

const AT_ONCE = 256 * 1024
/** Bytes of disk that files of partners never take: PostgreSQL may be on the same one. */
export const LEFT_FREE = 500 * 2 ** 20

/** Where the file of an import lies: by our id, never by a name from outside. */
export const importFile = (dataDir: string, importId: string) => path.join(dataDir, 'imports', `${importId}.csv`)

export const importSource = (dataDir: string, importId: string): CsvSource => {
  const file = importFile(dataDir, importId)
  return () => fs.createReadStream(file, { highWaterMark: AT_ONCE })
}

/** @returns where to write the file; its folder is there then. */
export async function newImportFile(dataDir: string, importId: string): Promise<string> {
  const file = importFile(dataDir, importId)
  await makePrivateFolder(path.dirname(file))
  return file
}

/** Whether a file of so many bytes leaves so many free. */
export const hasRoomFor = (dataDir: string, bytes: number, leftFree: number): Promise<boolean> =>
  openStorage(dataDir).hasRoom(bytes + leftFree)

/**
 * Reserves storage of the partner for an import's file. Files of imports that have ended make room first, the oldest
 * first: nothing reads them any more.
 * @param bytes how long the file is; null: nobody knows, so that all that is left is reserved, up to `most`
 * @returns the bytes that are reserved
 * @throws AppError too_many if the partner has no room for it
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
    await rm(importFile(dataDir, id), { force: true })
    await tx.productImport.update({ where: { id }, data: { fileBytes: 0 } })
    free = await freeBytes(tx, partnerId)
  }
  const reserved = bytes ?? Math.min(free, most)
  await requireFileRoom(tx, partnerId, { files: 0, bytes: Math.max(1, reserved) })
  await tx.productImport.updateMany({ where: { id: importId }, data: { fileBytes: reserved } })
  return reserved
}

/** Imports whose file nothing reads any more. */
export const ENDED = ['applied', 'undone', 'failed', 'cancelled'] as const

/** Removes the file of an import, if it has one. It no longer counts against the partner's storage. */
export async function removeImportFile(db: Db, dataDir: string, importId: string): Promise<void> {
  await rm(importFile(dataDir, importId), { force: true })
  await db.productImport.updateMany({ where: { id: importId, fileBytes: { gt: 0 } }, data: { fileBytes: 0 } })
}
