import fs from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { openStorage } from '#server/media/storage.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { makePrivateFolder } from '#server/platform/private-files.ts'

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

export const removeImportFile = (dataDir: string, importId: string): Promise<void> =>
  rm(importFile(dataDir, importId), { force: true })
