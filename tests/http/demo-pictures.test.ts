import { expect, inject, test } from 'vitest'
import { appearanceBytes } from '#server/media/appearance/appearance-bytes.shared.ts'
import { decodeAppearance } from '#server/media/appearance/decode-appearance.ts'
import { originalKey } from '#server/media/media-keys.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import { useShop } from './shop.ts'

const shop = useShop()
/** Compares every 200th drawing, which takes two seconds. */
const EVERY = 200

test("the shipped appearances of the demo's drawings equal the computed ones", async () => {
  const drawings = { mimeType: 'image/svg+xml' }
  expect(await shop.db.mediaFile.count({ where: { ...drawings, appearance: null } })).toBe(0)
  const products = await shop.db.product.count({
    where: { appearances: { equals: new Uint8Array() }, images: { some: { file: drawings } } },
  })
  expect(products).toBe(0)
  const files = await shop.db.mediaFile.findMany({ where: drawings, orderBy: { sha256: 'asc' } })
  for (const { sha256, palette, appearance } of files.filter((_, at) => at % EVERY === 0)) {
    const seen = await decodeAppearance(
      (await openStorage(inject('shopDataDir')).read(originalKey(mediaName(sha256))))!,
    )
    expect([palette, appearance]).toEqual([seen.palette, appearanceBytes(seen)])
  }
})
