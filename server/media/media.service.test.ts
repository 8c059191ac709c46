import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { originalKey } from './media-keys.ts'
import { storePicture } from './media.service.ts'
import { mediaName } from './picture.ts'
import { openStorage } from './storage.ts'

const database = useTestDatabase()
const painted = (red: number) =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: { r: red, g: 64, b: 32 } } })
const store = (bytes: Buffer) => storePicture(database.db, database.dataDir, bytes)

describe('storePicture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'stores a %s under the hash of its content, with its dimensions and colour',
    async (format) => {
      const bytes = await painted(255).toFormat(format).toBuffer()
      const { id } = await store(bytes)
      const file = await database.db.mediaFile.findUniqueOrThrow({ where: { id } })
      expect(file).toMatchObject({
        mimeType: `image/${format}`,
        byteSize: bytes.length,
        width: 120,
        height: 80,
        colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      })
      expect(await openStorage(database.dataDir).read(originalKey(mediaName(file.sha256)))).toEqual(bytes)
    },
  )
  test('stores the main colours, and adds them to an existing file without them', async () => {
    const bytes = await painted(30).png().toBuffer()
    const { id } = await store(bytes)
    const palette = [{ l: 23.8, a: -20.4, b: 15.8, share: 1 }]
    expect(await database.db.mediaFile.findUniqueOrThrow({ where: { id } })).toMatchObject({ palette })
    await database.db.mediaFile.update({ where: { id }, data: { palette: Prisma.DbNull } })
    await store(bytes)
    expect(await database.db.mediaFile.findUniqueOrThrow({ where: { id } })).toMatchObject({ palette })
  })
  test('stores an image once, even if it is added several times at once', async () => {
    const bytes = await painted(7).png().toBuffer()
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await store(bytes)).id))
    expect(new Set([...ids, (await store(bytes)).id]).size).toBe(1)
  })
  test('refuses too many pixels, even in a small file', async () => {
    const bytes = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#884422' } })
      .png()
      .toBuffer()
    await expect(store(bytes)).rejects.toMatchObject({
      code: 'bad_input',
      message: 'Images can have up to 30 million pixels.',
    })
  })
  test('keeps the first frame of an animation', async () => {
    const frames = await Promise.all([10, 200].map((red) => painted(red).png().toBuffer()))
    const { id } = await store(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    expect(await database.db.mediaFile.findUniqueOrThrow({ where: { id } })).toMatchObject({
      mimeType: 'image/gif',
      width: 120,
      height: 80,
    })
  })
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['an HTML page', '<!doctype html><p>hi'],
    ['an empty file', ''],
    ['a truncated image', null],
    ['junk', '\u0000\u0001\u0002'],
    ['a TIFF', 'II*\u0000\u0008\u0000\u0000\u0000'],
  ])('rejects %s and stores nothing', async (_, text) => {
    const before = await database.db.mediaFile.count()
    const bytes = text === null ? (await painted(9).png().toBuffer()).subarray(0, 60) : Buffer.from(text)
    await expect(store(bytes)).rejects.toMatchObject({ code: 'bad_input' })
    expect(await database.db.mediaFile.count()).toBe(before)
  })
})
