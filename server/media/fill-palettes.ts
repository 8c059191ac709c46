import { setImmediate } from 'node:timers/promises'
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { originalKey } from './media-keys.ts'
import { readPalette } from './palette.ts'
import { mediaName } from './picture.ts'
import { openStorage } from './storage.ts'

const BATCH = 200

/**
 * Computes the missing palettes of files, newest first. An unreadable file gets an empty one, so that it is not tried
 * again. Several runs may overlap. Never throws: an error is logged, and the next run goes on from there.
 * @returns how many files it went through.
 */
export async function fillPalettes(db: Db, dataDir: string, signal?: AbortSignal): Promise<number> {
  const storage = openStorage(dataDir)
  let filled = 0
  try {
    for (;;) {
      const files = await db.mediaFile.findMany({
        where: { palette: { equals: Prisma.DbNull } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: BATCH,
        select: { id: true, sha256: true },
      })
      if (files.length === 0) return filled
      for (const { id, sha256 } of files) {
        if (signal?.aborted) return filled
        const palette = await paletteOf(await storage.read(originalKey(mediaName(sha256))))
        await db.mediaFile.updateMany({ where: { id }, data: { palette } })
        filled++
        // Lets requests run first.
        await setImmediate()
      }
    }
  } catch (error) {
    if (!signal?.aborted) log.error({ err: error, filled }, 'filling palettes stopped')
    return filled
  }
}

async function paletteOf(bytes: Buffer | null) {
  return bytes
    ? readPalette(bytes).then(
        (palette) => palette.map((colour) => ({ ...colour })),
        () => [],
      )
    : []
}
