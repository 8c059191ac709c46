import { afterAll, beforeAll } from 'vitest'
import { openBucket } from '#server/media/storage.ts'
import type { Storage } from '#server/media/storage-interface.ts'
import { startS3, type S3Server } from './s3-server.ts'

/** Uses S3 instead of the disk for the files of a test file's shop and its child processes. */
export function useS3(): { server: S3Server; bucket: Storage } {
  const s3 = {} as { server: S3Server; bucket: Storage }
  beforeAll(async () => {
    s3.server = await startS3()
    Object.assign(process.env, s3.server.env)
    const bucket = openBucket()
    if (bucket) s3.bucket = bucket
  })
  afterAll(async () => {
    for (const name of Object.keys(s3.server.env)) Reflect.deleteProperty(process.env, name)
    await s3.server.stop()
  })
  return s3
}
