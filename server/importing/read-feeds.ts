import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { savePublic, type Network } from '#server/platform/fetch-public.ts'
import { newId } from '#server/platform/ids.ts'
import { hasRoomFor, importFileWriter, LEFT_FREE, RESERVING, reserveImportFile } from './import-files.ts'
import { wakeImports } from './wake-imports.ts'
import { MAX_IMPORT_BYTES } from './imports.schema.ts'

export const FEED_TIMEOUT_MS = 300_000
/** Consecutive failures that pause a feed. */
const MAX_FAILURES = 3
const AT_ONCE = 100

/** Starts reading all feeds that are due. */
export async function beginFeeds(db: Db, now: Date): Promise<void> {
  const due = await db.productFeed.findMany({
    where: { isActive: true, nextReadAt: { lte: now } },
    orderBy: { nextReadAt: 'asc' },
    take: AT_ONCE,
  })
  for (const feed of due) {
    const nextReadAt = new Date(now.getTime() + feed.everyHours * HOUR_MS)
    // A concurrent run that has started this feed has already moved its next time.
    const { count } = await db.productFeed.updateMany({
      where: { id: feed.id, isActive: true, nextReadAt: feed.nextReadAt },
      data: { nextReadAt },
    })
    if (count) await beginFeed(db, feed, { isAutomatic: true, createdById: feed.createdById })
  }
}

/** @returns the import's id */
export async function beginFeed(
  db: Db,
  { id: feedId, partnerId, url, gone }: { id: string; partnerId: string; url: string; gone: 'keep' | 'archive' },
  by: { isAutomatic: boolean; createdById: string | null },
): Promise<string> {
  const { id } = await db.productImport.create({
    data: {
      id: newId(),
      partnerId,
      feedId,
      source: 'feed',
      fileName: new URL(url).host,
      gone,
      status: 'fetching',
      ...by,
    },
    select: { id: true },
  })
  await wakeImports(db, partnerId)
  return id
}

/**
 * Downloads the file of a feed's import.
 * @param leftFree bytes of disk that must stay free
 * @throws FetchError; AppError unavailable if the disk is full, too_many if the partner's storage is full
 */
export async function fetchFeed(
  { db, dataDir, network }: { db: Db; dataDir: string; network?: Network },
  { id, feedId, partnerId }: ProductImport,
  leftFree = LEFT_FREE,
): Promise<void> {
  const noRoom = () =>
    new AppError(
      'unavailable',
      'We have no space for this file right now. Nothing was changed. Please check the feed again later.',
    )
  const feed = await db.productFeed.findUniqueOrThrow({ where: { id: feedId ?? '' }, select: { url: true } })
  // The host reports the file's length late or not at all.
  const most = await db.$transaction(
    (tx) => reserveImportFile(tx, dataDir, { importId: id, partnerId, bytes: null, most: MAX_IMPORT_BYTES }),
    RESERVING,
  )
  if (!(await hasRoomFor(dataDir, most, leftFree))) throw noRoom()
  const byteSize = await savePublic(feed.url, importFileWriter(dataDir, id), {
    maxBytes: most,
    timeoutMs: FEED_TIMEOUT_MS,
    ...(network ? { network } : {}),
  }).catch((error: unknown) => {
    throw isDiskFull(error) ? noRoom() : error
  })
  // Changes nothing if another process has already moved the import to a later step.
  await db.productImport.updateMany({
    where: { id, status: 'fetching' },
    data: { status: 'uploaded', byteSize, fileBytes: byteSize },
  })
}

/** Records a failure. Three in a row pause a feed. */
export async function noteFeedFailure(db: Db, feedId: string, why: string): Promise<void> {
  const { failures } = await db.productFeed.update({
    where: { id: feedId },
    data: { failures: { increment: 1 }, message: why },
    select: { failures: true },
  })
  if (failures >= MAX_FAILURES)
    await db.productFeed.update({
      where: { id: feedId },
      data: {
        isActive: false,
        nextReadAt: null,
        message: `${why} The feed failed ${failures} times in a row, so we paused it.`,
      },
    })
}
