import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseS3Settings } from '#server/platform/env.ts'
import { startS3, type S3Server } from '#tests/setup/s3-server.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { diskStorage } from './disk-storage.ts'
import { moveFiles } from './move-files.ts'
import { s3Storage } from './s3-storage.ts'
import { checkStorage } from './storage-pair.ts'
import type { Storage } from './storage-interface.ts'

const database = useTestDatabase()
let folder: string
let s3: S3Server
let bucket: Storage
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-move-'))
  s3 = await startS3()
  const settings = parseS3Settings(s3.env)
  if (settings) bucket = s3Storage(settings)
})
afterAll(async () => {
  await s3.stop()
  await fs.rm(folder, { recursive: true, force: true })
})

const contents = async (storage: Storage) => {
  const found: Record<string, string> = {}
  for (const below of ['media', 'imports', 'backups', 'feeds'])
    for await (const { key } of storage.list(below)) found[key] = String(await storage.read(key))
  return found
}

test(
  'moves all files to S3 and back, resumes after an interruption, and replaces damaged copies',
  { timeout: 120_000 },
  async () => {
    const disk = diskStorage(path.join(folder, 'shop'))
    const files: Record<string, string> = {
      'imports/0.csv': 'a,b',
      'backups/wtf.tar': 'a backup',
      'media/shop-id': 'the shop',
    }
    for (let at = 0; at < 10; at++) files[`media/originals/${at % 3}/${at}`] = `picture ${at}`
    for (const [key, text] of Object.entries(files)) await disk.write(key, Buffer.from(text))
    await disk.write('feeds/products.json', Buffer.from('{}'))

    // The storage fails halfway.
    let sent = 0
    s3.answerWith((method) => (method === 'PUT' && ++sent > 6 ? 403 : null))
    await expect(moveFiles(disk, bucket)).rejects.toThrow('403')
    s3.answerWith(() => null)
    // Five files, and the marker of an unfinished move.
    expect(Object.keys(await contents(bucket))).toHaveLength(6)
    // A shop does not start with only some of its files.
    Object.assign(process.env, s3.env)
    await expect(checkStorage(database.db, folder)).rejects.toThrow('not all of them are there')
    for (const name of Object.keys(s3.env)) Reflect.deleteProperty(process.env, name)

    // The size is the same, so only the content differs.
    await bucket.write('imports/0.csv', Buffer.from('x,y'))
    const again = await moveFiles(disk, bucket)
    expect(again.files).toBe(Object.keys(files).length)
    expect(again.found).toBeGreaterThan(0)
    expect(await contents(bucket)).toEqual(files)

    const back = diskStorage(path.join(folder, 'new machine'))
    expect(await moveFiles(bucket, back)).toMatchObject({ files: Object.keys(files).length, found: 0 })
    expect(await contents(back)).toEqual(files)
  },
)
