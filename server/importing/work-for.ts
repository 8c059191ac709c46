import type { Prisma, ProductImport } from '#prisma/generated/client.ts'
import { StorageAway } from '#server/media/s3-client.ts'
import { isDatabaseAway, isInterrupted } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { FetchError, type Network } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import { StoreError, type StoreErrorKind } from '#server/stores/store-error.ts'
import { applyProducts, undoProducts } from './apply-products.ts'
import { importSource, removeImportFile } from './import-files.ts'
import { fetchStore } from './fetch-store.ts'
import { Cancelled } from './import-step.ts'
import { fetchFeed, noteFeedFailure } from './read-feeds.ts'
import { openTable } from './open-table.ts'
import { hasScatteredRows } from './product-groups.ts'
import { parseImport } from './parse-import.ts'
import { headerKeyOf, detectLayout } from './tables/detect-layout.ts'
import { formatOf, suggestedMapping, validMapping } from './tables/table-columns.ts'
import { tableLayout } from './tables/table.schema.ts'
import type { Interruption } from './work-end.ts'

/** Statuses of imports with pending work. */
export const WAITING = ['fetching', 'uploaded', 'reading', 'applying', 'undoing'] as const
const MAX_STEPS = 20
const INTERRUPTED = new AppError(
  'unavailable',
  'Processing this file was interrupted several times. Please try again later, or use smaller files.',
)
const WHY_GIVEN_UP: Record<Interruption, AppError> = {
  'out of memory': new AppError(
    'bad_input',
    'The file needs too much memory to process. Please split it into smaller files.',
  ),
  'too long': new AppError(
    'bad_input',
    'The file took longer than ten minutes to process. Please split it into smaller files.',
  ),
  killed: INTERRUPTED,
  away: INTERRUPTED,
}

const KNOWN_ERRORS = [Cancelled, AppError, FetchError, StoreError]
const WHAT_TO_DO: Partial<Record<StoreErrorKind, string>> = {
  unauthorized: 'Please reconnect it under Connect Store.',
  forbidden: 'Please grant our app its scopes again in your store, then reconnect it under Connect Store.',
  not_found: 'Please reconnect it under Connect Store.',
}

export interface ImportWork {
  db: Db
  dataDir: string
  /** For tests. */
  network?: Network
  pauseMs?: number
}

/** Runs a partner's steps one after another. @returns false if there may be more */
export async function workFor(given: ImportWork, partnerId: string, signal: AbortSignal): Promise<boolean> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const next = await nextImport(given.db, partnerId)
    if (!next) return true
    if (!(await step(given, next, signal))) return false
  }
  return false
}

export const nextImport = (db: Db, partnerId: string): Promise<ProductImport | null> =>
  db.productImport.findFirst({
    where: { partnerId, status: { in: [...WAITING] } },
    // Finish started work before starting more.
    orderBy: [{ status: 'desc' }, { id: 'asc' }],
  })

/** @returns false if the import waits for an external party: a later process continues it */
async function step(work: ImportWork, given: ProductImport, signal: AbortSignal): Promise<boolean> {
  const { db, dataDir } = work
  const { id } = given
  try {
    if (given.isCancelling && given.status !== 'undoing') throw new Cancelled()
    if (given.status === 'fetching' && given.source === 'store') return await fetchStore(work, given, signal)
    if (given.status === 'fetching') await fetchFeed(work, given)
    else if (given.status === 'applying') await applyProducts(db, dataDir, given, signal)
    else if (given.status === 'undoing') await undoStep(db, given, signal)
    else {
      const known = given.format ? given : await recognise(db, dataDir, given)
      if (known) await parseImport(db, dataDir, await noteScattered(db, dataDir, known), signal)
    }
  } catch (error) {
    // A failure of the storage or the database is not the file's or the partner's fault. A later run continues.
    if (signal.aborted || error instanceof StorageAway || isDatabaseAway(error) || isInterrupted(error)) throw error
    await end(work, given, error)
    if (!KNOWN_ERRORS.some((known) => error instanceof known))
      log.error({ err: error, importId: id }, 'an import failed')
  }
  return true
}

/** Ends an import that was interrupted too often. */
export async function giveUp(work: ImportWork, given: ProductImport, interruption: Interruption): Promise<void> {
  await end(
    work,
    given,
    given.status === 'undoing'
      ? new AppError('unavailable', 'Undoing this import was interrupted several times. Undo it again to continue.')
      : WHY_GIVEN_UP[interruption],
  )
}

/** @returns null if the columns are unknown: the partner is asked to map them. */
async function recognise(db: Db, dataDir: string, given: ProductImport): Promise<ProductImport | null> {
  const { chosen } = tableLayout.pick({ chosen: true }).parse(given.layout ?? {})
  const layout = await detectLayout(importSource(dataDir, given.id), chosen)
  const format = formatOf(layout)
  const headerKey = headerKeyOf(layout.header)
  const before =
    format === 'wtf' || format === 'shopify'
      ? null
      : await db.productImport.findFirst({
          where: { partnerId: given.partnerId, headerKey, format: 'mapped', id: { not: given.id } },
          orderBy: { createdAt: 'desc' },
          select: { mapping: true },
        })
  const mapping = before
    ? validMapping((before.mapping ?? {}) as Record<string, number>, layout.header)
    : format === 'mapped'
      ? suggestedMapping(layout)
      : null
  const data: Prisma.ProductImportUpdateManyMutationInput = {
    layout,
    headerKey,
    format: format ?? (mapping ? 'mapped' : null),
    ...(mapping ? { mapping } : {}),
  }
  if (format || mapping) return db.productImport.update({ where: { id: given.id }, data })
  await db.productImport.updateMany({
    where: { id: given.id, status: { in: ['uploaded', 'reading'] } },
    data: { ...data, status: 'unmapped' },
  })
  return null
}

/** Records whether a product's rows are scattered in the file: the reader must know before it starts. */
async function noteScattered(db: Db, dataDir: string, given: ProductImport): Promise<ProductImport> {
  if (given.source === 'store' || !given.format) return given
  const layout = tableLayout.parse(given.layout)
  const mapping = (given.mapping ?? {}) as Record<string, number>
  const isScattered = await hasScatteredRows(openTable(importSource(dataDir, given.id), layout, given.format, mapping))
  if (isScattered === layout.isScattered) return given
  return db.productImport.update({ where: { id: given.id }, data: { layout: { ...layout, isScattered } } })
}

async function undoStep(db: Db, given: ProductImport, signal: AbortSignal): Promise<void> {
  const undo = await db.productAct.findUniqueOrThrow({
    where: { id: given.undoId ?? '' },
    select: { actorKind: true, actorId: true, actorName: true },
  })
  await undoProducts(db, given, { kind: undo.actorKind, userId: undo.actorId, name: undo.actorName }, signal)
}

/** Ends an import early: records the message for the partner, and deletes its file if it is no longer needed. */
async function end({ db, dataDir }: ImportWork, given: ProductImport, error: unknown): Promise<void> {
  const { id, status, feedId } = given
  const now = await db.productImport.findUnique({ where: { id }, select: { applied: true, done: true, actId: true } })
  if (!now) return removeImportFile(db, dataDir, id)
  const isCancelled = error instanceof Cancelled
  const why = isCancelled
    ? 'Stopped.'
    : error instanceof AppError
      ? error.message
      : error instanceof FetchError
        ? `We could not download the file from its URL: ${error.message}.`
        : error instanceof StoreError
          ? `We could not read your store. ${error.message} ${WHAT_TO_DO[error.kind] ?? 'Please try again later.'}`
          : 'Something went wrong on our side. Please try again.'
  const message =
    status === 'applying' && now.applied > 0
      ? `${why} ${now.applied.toLocaleString('en-GB')} products were imported before that. You can undo them, or import the file again to continue.`
      : why
  const { count } = await db.productImport.updateMany({
    where: { id, status: { in: [...WAITING] } },
    data: { status: isCancelled ? 'cancelled' : 'failed', isCancelling: false, message },
  })
  // Another process has already ended the import.
  if (!count) return
  const isOurs = error instanceof AppError && error.code === 'unavailable'
  if (feedId && !isCancelled && !isOurs) await noteFeedFailure(db, feedId, why)
  if (status !== 'undoing' && status !== 'applying') await removeImportFile(db, dataDir, id)
}
