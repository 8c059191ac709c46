import { FEED_TIMEOUT_MS, fetchFeed, judgeFeed, noteFeedFailure } from './read-feeds.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { FetchError, type Network } from '#server/platform/fetch-public.ts'
import { listen } from '#server/platform/listen.ts'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { applyImport, undoImport } from './apply-import.ts'
import { formatOf, headerKeyOf, readLayout, validMapping } from './csv-layout.ts'
import { importSource, removeImportFile } from './import-files.ts'
import { IMPORT_CHANNEL } from './import-notice.ts'
import { Cancelled } from './import-step.ts'
import { readImport } from './read-import.ts'

const LOOK_EVERY_MS = 15_000
/** Longer than any file takes to be read, and than a feed may take to answer. */
const MAY_TAKE_SECONDS = Math.max(600, FEED_TIMEOUT_MS / 1000 + 60)
const WAITING = ['fetching', 'uploaded', 'reading', 'applying', 'undoing'] as const
const MOST_STEPS = 20

export interface ImportWork {
  db: Db
  dataDir: string
  /** For tests. */
  network?: Network
}

/**
 * Does what partners' imports wait for: one piece of work is all of a partner's, so that its imports take turns. A step
 * that was cut short is done again, or goes on where it was.
 */
export function importQueue(given: ImportWork & { databaseUrl: string }): Queue<{ partnerId: string }> {
  return {
    name: 'imports',
    keyOf: ({ partnerId }) => partnerId,
    atOnce: 2,
    pollSeconds: 5,
    mayTakeSeconds: MAY_TAKE_SECONDS,
    // What was cut short is looked for again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async ({ partnerId }, signal) => {
      const isDone = await workFor(given, partnerId, signal)
      return isDone ? null : { piece: { partnerId }, inSeconds: 0 }
    },
    feed: (add) => watch(given, add),
  }
}

/** Does a partner's steps one after another. @returns false if there may be more */
export async function workFor(given: ImportWork, partnerId: string, signal: AbortSignal): Promise<boolean> {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const next = await given.db.productImport.findFirst({
      where: { partnerId, status: { in: [...WAITING] } },
      // Whatever was begun ends before something else begins.
      orderBy: [{ status: 'desc' }, { id: 'asc' }],
    })
    if (!next) return true
    await step(given, next, signal)
  }
  return false
}

async function step(work: ImportWork, given: ProductImport, signal: AbortSignal): Promise<void> {
  const { db, dataDir } = work
  const { id } = given
  try {
    if (given.isCancelling && given.status !== 'undoing') throw new Cancelled()
    if (given.status === 'fetching') await fetchFeed(work, given)
    else if (given.status === 'applying') await applyImport(db, dataDir, given, signal)
    else if (given.status === 'undoing') await undoStep(db, given, signal)
    else {
      const known = given.format ? given : await recognise(db, dataDir, given)
      if (!known) return
      await readImport(db, dataDir, known, signal)
      await judgeFeed(db, id)
    }
  } catch (error) {
    if (signal.aborted) throw error
    await end(db, given, error)
    if (!(error instanceof Cancelled || error instanceof AppError || error instanceof FetchError))
      log.error({ err: error, importId: id }, 'an import failed')
    if (given.status !== 'undoing' && given.status !== 'applying') await removeImportFile(dataDir, id)
  }
}

/** @returns null if its columns are not known: the partner is asked then. */
async function recognise(db: Db, dataDir: string, given: ProductImport): Promise<ProductImport | null> {
  const layout = await readLayout(importSource(dataDir, given.id))
  const format = formatOf(layout.header)
  const headerKey = headerKeyOf(layout.header)
  const before = format
    ? null
    : await db.productImport.findFirst({
        where: { partnerId: given.partnerId, headerKey, format: 'mapped', id: { not: given.id } },
        orderBy: { createdAt: 'desc' },
        select: { mapping: true },
      })
  const mapping = before ? validMapping((before.mapping ?? {}) as Record<string, number>, layout.header) : null
  const data: Prisma.ProductImportUpdateInput = {
    layout,
    headerKey,
    format: format ?? (mapping ? 'mapped' : null),
    ...(mapping ? { mapping } : {}),
  }
  if (format || mapping) return db.productImport.update({ where: { id: given.id }, data })
  await db.productImport.update({ where: { id: given.id }, data: { ...data, status: 'unmapped' } })
  return null
}

async function undoStep(db: Db, given: ProductImport, signal: AbortSignal): Promise<void> {
  const undo = await db.productAct.findUniqueOrThrow({
    where: { id: given.undoId ?? '' },
    select: { actorKind: true, actorId: true, actorName: true },
  })
  await undoImport(db, given, { kind: undo.actorKind, userId: undo.actorId, name: undo.actorName }, signal)
}

/** What people read of an import that came to its end too early. */
async function end(db: Db, given: ProductImport, error: unknown): Promise<void> {
  const { id, status, feedId } = given
  const now = await db.productImport.findUnique({ where: { id }, select: { applied: true, done: true, actId: true } })
  if (!now) return
  const isCancelled = error instanceof Cancelled
  const why = isCancelled
    ? 'Stopped.'
    : error instanceof AppError
      ? error.message
      : error instanceof FetchError
        ? `The address was not read: ${error.message}.`
        : 'Something went wrong on our side. Please try again.'
  const message =
    status === 'applying' && now.applied > 0
      ? `${why} ${now.applied.toLocaleString('en-GB')} products were written before; you can undo them, or import the file again to go on.`
      : why
  await db.productImport.update({
    where: { id },
    data: { status: isCancelled ? 'cancelled' : 'failed', isCancelling: false, message },
  })
  if (feedId && !isCancelled) await noteFeedFailure(db, feedId, why)
}

/** Takes up the work of partners as it comes, and now and then what was lost. */
function watch(
  { db, databaseUrl }: ImportWork & { databaseUrl: string },
  add: (pieces: Array<{ partnerId: string }>) => Promise<void>,
): { stop: () => void } {
  let isStopped = false
  const unlessStopping = (work: Promise<void>) =>
    void work.catch((error: unknown) => {
      if (!isStopped) log.warn({ err: error }, 'imports not taken up; trying again')
    })
  const look = async () => {
    const waiting = await db.productImport.findMany({
      where: { status: { in: [...WAITING] } },
      distinct: ['partnerId'],
      select: { partnerId: true },
    })
    if (waiting.length) await add(waiting)
  }
  const listening = listen(databaseUrl, IMPORT_CHANNEL, {
    onConnect: () => unlessStopping(look()),
    onNotice: (partnerId) => unlessStopping(add([{ partnerId }])),
  })
  // In the process, as listening is: it makes up for what that has missed.
  const looking = setInterval(() => unlessStopping(look()), LOOK_EVERY_MS)
  return {
    stop: () => {
      isStopped = true
      clearInterval(looking)
      listening.stop()
    },
  }
}
