import { parseS3Settings } from '#server/platform/env.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage-interface.ts'

/**
 * Opens the shop's storage: the S3 bucket in S3_URL if it is set, otherwise the disk. The settings come from the
 * environment, which child processes inherit, so no process of a shop uses the disk by mistake.
 * @param dataDir the folder on the disk
 */
export function openStorage(dataDir: string): Storage {
  return openBucket() ?? diskStorage(dataDir)
}

/** Opens the bucket in S3_URL; null if the shop keeps its files on the disk. */
export function openBucket(): Storage | null {
  const settings = parseS3Settings(process.env)
  return settings && s3Storage(settings)
}
