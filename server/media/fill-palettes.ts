import fs from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { originalPath } from './media-files.ts'
import { readPalette } from './palette.ts'
import { mediaName } from './picture.ts'

const BATCH = 200

/**
 * Computes the palettes of files that have none yet, newest first; a file that cannot be read gets an empty one, so that it is
 * not tried again. Several may run at once. Never throws: what stops it is logged, and the next run goes on from there.
 * @returns how many files it went through.
 */
export async function fillPalettes(db: Db, dataDir: string, signal?: AbortSignal): Promise<number> {
  let filled = 0
  try {
    for (;;) {
      const files = await db.mediaFile.findMany({
        where: { palette: { equals: Prisma.DbNull } }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: BATCH, select: { id: true, sha256: true },
      })
      if (files.length === 0) return filled
      for (const { id, sha256 } of files) {
        if (signal?.aborted) return filled
        const palette = await paletteOf(originalPath(dataDir, mediaName(sha256)))
        await db.mediaFile.updateMany({ where: { id }, data: { palette } })
        filled++
        // Requests come first.
        await setImmediate()
      }
    }
  } catch (error) {
    if (!signal?.aborted) log.error({ err: error, filled }, 'filling palettes stopped')
    return filled
  }
}

async function paletteOf(file: string) {
  const bytes = await fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return bytes ? readPalette(bytes).then((palette) => palette.map((colour) => ({ ...colour })), () => []) : []
}
