import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { fillAppearances } from './fill-appearances.ts'
import { writeOriginal } from './media.service.ts'

const database = useTestDatabase()
const painted = (red: number) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer()
const add = async (sha256: string, palette?: object[]) =>
  (
    await database.db.mediaFile.create({
      data: {
        sha256,
        mimeType: 'image/png',
        byteSize: 1,
        width: 40,
        height: 40,
        colour: '#000000',
        ...(palette && { palette, appearance: Buffer.of(1) }),
      },
    })
  ).id
const paletteOf = async (id: string) => (await database.db.mediaFile.findUniqueOrThrow({ where: { id } })).palette

test('adds missing appearances and keeps the others, even if files are missing or broken', async () => {
  const kept = [{ l: 1, a: 2, b: 3, share: 1 }]
  const red = await add(await writeOriginal(database.dataDir, await painted(255)))
  const done = await add(await writeOriginal(database.dataDir, await painted(99)), kept)
  const broken = await add(await writeOriginal(database.dataDir, Buffer.from('no picture')))
  const missing = await add(randomBytes(32).toString('hex'))
  expect(await fillAppearances(database.db, database.dataDir)).toBe(2)
  expect([await paletteOf(red), await paletteOf(done), await paletteOf(broken), await paletteOf(missing)]).toEqual([
    [{ l: 53.2, a: 80.1, b: 67.2, share: 1 }],
    kept,
    [],
    null,
  ])
  expect(await fillAppearances(database.db, database.dataDir)).toBe(0)
  await database.db.mediaFile.delete({ where: { id: missing } })
})

test('can run twice at the same time', async () => {
  const ids = await Promise.all(
    [10, 60, 110, 160, 210].map(async (red) => add(await writeOriginal(database.dataDir, await painted(red)))),
  )
  await Promise.all([fillAppearances(database.db, database.dataDir), fillAppearances(database.db, database.dataDir)])
  for (const id of ids) expect(await paletteOf(id)).toHaveLength(1)
})

test('stops on request, and never throws', async () => {
  const sha256 = await writeOriginal(database.dataDir, await painted(77))
  const id = await add(sha256)
  expect(await fillAppearances(database.db, database.dataDir, AbortSignal.abort())).toBe(0)
  // With a file in place of the folder, the images are not at fault and stay unmarked.
  const blocked = `${database.dataDir}/blocked`
  await fs.writeFile(blocked, '')
  expect(await fillAppearances(database.db, blocked)).toBe(0)
  expect(await paletteOf(id)).toBeNull()
})

test('stops with instructions if the files are missing, and marks no image as read', async () => {
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.push(await add(randomBytes(32).toString('hex')))
  await expect(fillAppearances(database.db, database.dataDir)).rejects.toThrow(/of 2\d pictures have no file .* Mount/)
  expect(await database.db.mediaFile.count({ where: { id: { in: ids }, appearance: { not: null } } })).toBe(0)
  await database.db.mediaFile.deleteMany({ where: { id: { in: ids } } })
})
