import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { DrawingProcess, type SeenPicture } from './start-draw-process.ts'
import { FilesMissing, MissingFiles } from './missing-files.ts'
import { mediaName } from './picture.ts'

const BATCH = 50
const WRITING_MS = 30_000

type Tx = Prisma.TransactionClient

/**
 * Reads the palettes and appearances of files without one, newest first. Stores empty ones for a file that is not a
 * picture, so that it is not retried. Leaves a missing file for the next run. Runs may overlap. Logs other errors, and
 * the next run continues from there.
 * @param onWritten called in the writing transaction with the files' ids
 * @returns the number of processed files.
 * @throws FilesMissing if it does not see the shop's files
 */
export async function fillAppearances(
  db: Db,
  dataDir: string,
  signal: AbortSignal = new AbortController().signal,
  onWritten: (tx: Tx, fileIds: string[]) => Promise<void> = async () => undefined,
): Promise<number> {
  const process = new DrawingProcess(dataDir)
  const missing = new MissingFiles(db)
  let filled = 0
  try {
    for (;;) {
      const files = await db.mediaFile.findMany({
        where: { appearance: null, id: { notIn: missing.ids } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: BATCH,
        select: { id: true, sha256: true },
      })
      const seen = new Map<string, SeenPicture | null>()
      for (const { id, sha256 } of files) {
        if (signal.aborted) break
        const picture = await process.read(mediaName(sha256), signal)
        if (picture === 'missing') {
          await missing.missed(id)
          continue
        }
        missing.found()
        seen.set(id, picture === 'unreadable' ? null : picture)
      }
      if (seen.size === 0) {
        if (files.length === 0 || signal.aborted) return filled
        continue
      }
      await db.$transaction(
        async (tx) => {
          await write(tx, seen)
          await onWritten(tx, [...seen.keys()])
        },
        { timeout: WRITING_MS, maxWait: WRITING_MS },
      )
      filled += seen.size
    }
  } catch (error) {
    if (error instanceof FilesMissing) throw error
    if (!signal.aborted) log.error({ err: error, filled }, 'analysing pictures stopped')
    return filled
  } finally {
    process.stop()
    missing.report()
  }
}

async function write(tx: Tx, seen: ReadonlyMap<string, SeenPicture | null>): Promise<void> {
  const rows = [...seen].map(([id, picture]) => ({
    id,
    palette: picture?.palette ?? [],
    appearance: picture?.appearance ?? '',
  }))
  await tx.$executeRaw`
    UPDATE media_files f SET missing_at = NULL, palette = r.palette, appearance = decode(r.appearance, 'base64')
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, palette jsonb, appearance text) WHERE f.id = r.id`
}
