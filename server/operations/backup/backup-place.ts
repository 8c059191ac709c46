import fs from 'node:fs/promises'
import path from 'node:path'
import { diskStorage } from '#server/media/disk-storage.ts'
import { openBucket } from '#server/media/storage.ts'
import type { Storage } from '#server/media/storage-interface.ts'
import { BackupError } from './backup-format.ts'

/** A backup's name may be the path of a file, or 's3:NAME' for 'backups/NAME' in the shop's bucket. */
const IN_BUCKET = 's3:'
const FOLDER = 'backups'

/** Returns the bucket and key of a backup; null if it is a file on the disk. @throws BackupError without S3_URL */
export function inBucket(file: string): { bucket: Storage; key: string } | null {
  if (!file.startsWith(IN_BUCKET)) return null
  const bucket = openBucket()
  if (!bucket) throw new BackupError(`${file} is in the S3 storage, but S3_URL is not set.`)
  return { bucket, key: `${FOLDER}/${file.slice(IN_BUCKET.length)}` }
}

/** Returns the name of a backup in a folder, which may be 's3:'. */
export const backupIn = (folder: string, name: string): string =>
  folder === IN_BUCKET ? `${IN_BUCKET}${name}` : path.join(folder, name)

/** Turns an operator's relative path into an absolute one. Leaves 's3:NAME' unchanged. */
export const resolveBackup = (given: string): string => (given.startsWith(IN_BUCKET) ? given : path.resolve(given))

/** Returns a backup's bytes. Throws an error with the code ENOENT if there is none. */
export function readBackupFile(file: string): AsyncIterable<Uint8Array> {
  const place = inBucket(file)
  return place ? place.bucket.stream(place.key) : diskStorage(path.dirname(file)).stream(path.basename(file))
}

/** Returns a backup's size in bytes; null if there is none. */
export async function sizeOfBackup(file: string): Promise<number | null> {
  const place = inBucket(file)
  if (place) return place.bucket.size(place.key)
  return fs.stat(file).then(
    ({ size }) => size,
    () => null,
  )
}

export async function removeBackup(file: string): Promise<void> {
  const place = inBucket(file)
  await (place ? place.bucket.remove(place.key) : fs.rm(file, { force: true }))
}

/** Renames a backup, and replaces an existing one of that name. In a bucket the file is written again. */
export async function renameBackup(file: string, name: string): Promise<void> {
  const place = inBucket(file)
  if (!place) return fs.rename(file, path.join(path.dirname(file), name))
  await place.bucket.writeStream(`${FOLDER}/${name}`, place.bucket.stream(place.key))
  await place.bucket.remove(place.key)
}

/** Returns the names of a folder's files and when they were last changed, in milliseconds since 1970. */
export async function listBackupFiles(folder: string): Promise<Array<{ name: string; changedAt: number }>> {
  const place = inBucket(folder)
  if (place) {
    const files: Array<{ name: string; changedAt: number }> = []
    for await (const { key, writtenAt } of place.bucket.list(FOLDER))
      files.push({ name: path.basename(key), changedAt: writtenAt })
    return files
  }
  const names = await fs.readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const file = await fs.stat(path.join(folder, name)).catch(() => null)
      return file ? [{ name, changedAt: file.mtimeMs }] : []
    }),
  )
  return found.flat()
}
