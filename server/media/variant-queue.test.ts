import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { QueueFullError } from '#server/platform/fair-queue.ts'
import { log } from '#server/platform/log.ts'
import { originalPath, variantPath, type Variant } from './media-files.ts'
import { writeOriginal } from './media.service.ts'
import { mediaName } from './picture.ts'
import { NotDrawnError, VariantQueue } from './variant-queue.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'wtf-media-'))
})
afterAll(() => fs.rm(dataDir, { recursive: true, force: true }))

const never = new AbortController().signal
const shopper = { network: 'shopper', signal: never }
const picture = async (red: number) => mediaName(await writeOriginal(dataDir, await sharp({ create: { width: 300, height: 300, channels: 3, background: { r: red, g: 0, b: 0 } } }).png().toBuffer()))
const variant = (name: string, width = 160): Variant => ({ name, width, format: 'jpg', quality: 'full' })

it('gives out what lies there without a turn', async () => {
  const queue = new VariantQueue(dataDir, { atOnce: 0, maxWaiting: 0, maxWaitingOfGroup: 0 })
  const name = await picture(1)
  await expect(queue.read(variant(name), shopper)).rejects.toThrow(QueueFullError)
  const drawn = await new VariantQueue(dataDir).read(variant(name), shopper)
  expect(await queue.read(variant(name), shopper)).toEqual(drawn)
  expect(await queue.read(variant('f'.repeat(24)), shopper)).toBeNull()
})

it('draws once what many ask for at once', async () => {
  const queue = new VariantQueue(dataDir)
  const name = await picture(2)
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => queue.read(variant(name), shopper)))
  // The very same bytes in memory: nobody has drawn or read them for himself.
  for (const other of others) expect(other).toBe(first)
})

it('tells of a picture that cannot be drawn and leaves it alone for a minute; others go on', async () => {
  const queue = new VariantQueue(dataDir)
  const broken = mediaName(await writeOriginal(dataDir, Buffer.from('no picture')))
  const { level } = log
  log.level = 'silent'
  await expect(queue.read(variant(broken), shopper)).rejects.toThrow(NotDrawnError)
  log.level = level
  // It is not looked at again: by now it could be drawn.
  await fs.copyFile(originalPath(dataDir, await picture(3)), originalPath(dataDir, broken))
  await expect(queue.read(variant(broken), shopper)).rejects.toThrow(NotDrawnError)
  expect(await queue.read(variant(broken, 320), shopper)).not.toBeNull()
  await expect(fs.access(variantPath(dataDir, variant(broken)))).rejects.toThrow()
})
