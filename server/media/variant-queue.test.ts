import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QueueFullError } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { originalKey, variantKey, type Variant } from './media-keys.ts'
import { writeOriginal } from './media.service.ts'
import { mediaName } from './picture.ts'
import { openStorage } from './storage.ts'
import { NotDrawnError, VariantQueue } from './variant-queue.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-media-'))
})
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }))

const never = new AbortController().signal
const shopper = { network: 'shopper', signal: never }
const picture = async (red: number) =>
  mediaName(
    await writeOriginal(
      dataDir,
      await sharp({ create: { width: 300, height: 300, channels: 3, background: { r: red, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
const variant = (name: string, width = 160): Variant => ({ name, width, format: 'jpg', quality: 'full' })

test('returns stored variants without waiting', async () => {
  const queue = new VariantQueue(dataDir, { atOnce: 0, maxWaiting: 0, maxWaitingOfGroup: 0 })
  const name = await picture(1)
  await expect(queue.read(variant(name), shopper)).rejects.toThrow(QueueFullError)
  const drawn = await new VariantQueue(dataDir).read(variant(name), shopper)
  expect(await queue.read(variant(name), shopper)).toEqual(drawn)
  expect(await queue.read(variant('f'.repeat(24)), shopper)).toBeNull()
})

test('draws once for many simultaneous requests', async () => {
  const queue = new VariantQueue(dataDir)
  const name = await picture(2)
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => queue.read(variant(name), shopper)))
  // All requests share one buffer, so none has drawn or read the picture again.
  for (const other of others) expect(other).toBe(first)
})

test('reports a broken image, does not retry it for a minute, and continues with others', async () => {
  const queue = new VariantQueue(dataDir)
  const broken = mediaName(await writeOriginal(dataDir, Buffer.from('no picture')))
  const { level } = log
  log.level = 'silent'
  await expect(queue.read(variant(broken), shopper)).rejects.toThrow(NotDrawnError)
  log.level = level
  // The picture could be drawn now, but is not retried yet.
  const storage = openStorage(dataDir)
  const mended = await storage.read(originalKey(await picture(3)))
  await storage.write(originalKey(broken), mended!)
  await expect(queue.read(variant(broken), shopper)).rejects.toThrow(NotDrawnError)
  expect(await queue.read(variant(broken, 320), shopper)).not.toBeNull()
  expect(await storage.has(variantKey(variant(broken)))).toBe(false)
})
