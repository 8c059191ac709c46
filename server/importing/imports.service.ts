import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { actorOf } from '#server/products/product-acts.ts'
import { startUndo } from '#server/products/undo-act.service.ts'
import { removeImportFile, reserveImportFile } from './import-files.ts'
import { wakeImports } from './wake-imports.ts'
import {
  FINDINGS_PAGE,
  MAX_IMPORT_BYTES,
  type ApplyImportInput,
  type BeginImportInput,
  type FindingsInput,
  type ImportInput,
} from './imports.schema.ts'
import { MAX_FINDINGS } from './keep-findings.ts'
import { presetOf } from './presets/presets.ts'
import { describeReading } from './tables/describe-reading.ts'
import { layoutOf } from './reading.service.ts'
import { requiredFields, suggestedMapping, columnUse } from './tables/table-columns.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

const SHOWN = 50
const MAX_OPEN = 10
const OPEN = ['receiving', 'fetching', 'uploaded', 'unmapped', 'reading', 'read', 'applying', 'undoing'] as const

const SHOWN_FIELDS = {
  id: true,
  source: true,
  fileName: true,
  byteSize: true,
  format: true,
  gone: true,
  status: true,
  message: true,
  isCancelling: true,
  created: true,
  changed: true,
  unchanged: true,
  goneCount: true,
  refused: true,
  warnings: true,
  overLimit: true,
  done: true,
  total: true,
  applied: true,
  kept: true,
  actId: true,
  feedId: true,
  createdAt: true,
  appliedAt: true,
  createdBy: { select: { email: true, profile: { select: { fullName: true } } } },
} satisfies Prisma.ProductImportSelect
type Row = Prisma.ProductImportGetPayload<{ select: typeof SHOWN_FIELDS }>

const shown = ({ byteSize, createdBy, ...row }: Row) => ({
  ...row,
  byteSize: Number(byteSize),
  by: createdBy ? createdBy.profile?.fullName || createdBy.email : null,
})

/** Lists the partner's imports, newest first. */
export async function listImports({ db, partner }: Pick<Ask, 'db' | 'partner'>) {
  const rows = await db.productImport.findMany({
    where: { partnerId: partner.id, status: { not: 'receiving' } },
    orderBy: { createdAt: 'desc' },
    take: SHOWN,
    select: SHOWN_FIELDS,
  })
  return rows.map(shown)
}

/**
 * Returns one import with its progress and required input. `columns` is set while the partner has to map the columns.
 * @throws AppError not_found
 */
export async function getImport({ db, partner }: Pick<Ask, 'db' | 'partner'>, { importId }: ImportInput) {
  const row = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { ...SHOWN_FIELDS, layout: true, mapping: true },
  })
  if (!row) throw notFound()
  const { layout: stored, mapping: chosen, ...others } = row
  const layout = layoutOf(stored)
  if (!layout || row.source === 'store') return { ...shown(others), reading: null, columns: null }
  const { kind, encoding, separator, headerLine, header, rows, preset } = layout
  const mapping = (chosen as Record<string, number> | null) ?? suggestedMapping(layout)
  const hint = presetOf(preset)?.hint
  return {
    ...shown(others),
    /** Our assumptions about the file, and the alternatives that the partner can choose. */
    reading: {
      assumed: describeReading(layout, row.format),
      hint: hint && mapping.product_url === undefined ? hint : null,
      kind,
      encoding,
      separator,
      headerLine,
      takesFree: layout.chosen.takesFree ?? false,
      ...(row.format ? columnUse(layout, row.format, mapping) : { unused: [], namesCurrency: true }),
    },
    columns:
      row.status === 'unmapped' || row.format === 'mapped'
        ? { header, rows, mapping, required: requiredFields(layout) }
        : null,
  }
}

/**
 * Returns a page of a dry run's findings. `hidden` is the number of findings that were counted but not kept. @throws
 * AppError not_found
 */
export async function listFindings(
  { db, partner }: Pick<Ask, 'db' | 'partner'>,
  { importId, kind, page }: FindingsInput,
) {
  const found = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { created: true, changed: true, goneCount: true, refused: true, warnings: true, overLimit: true },
  })
  if (!found) throw notFound()
  const findings = await db.importFinding.findMany({
    where: { importId, kind },
    orderBy: { place: 'asc' },
    skip: (page - 1) * FINDINGS_PAGE,
    take: FINDINGS_PAGE,
    select: { place: true, line: true, handle: true, productName: true, reason: true, differences: true },
  })
  const { created, changed, goneCount: gone, refused, warnings: warning, overLimit: limit } = found
  const count = { created, changed, gone, refused, warning, limit }[kind]
  return { findings, count, pages: Math.ceil(Math.min(count, MAX_FINDINGS) / FINDINGS_PAGE) }
}

/**
 * Registers a file before its upload. The upload uses HTTP (server/http/import-upload.ts).
 * @returns the import and its maximum bytes: the reserved storage of the partner
 * @throws AppError too_many while too many imports wait for an answer, or if the partner's storage is full
 */
export async function beginImport(
  { db, viewer, partner, dataDir }: Ask & Pick<PartnerAsk, 'dataDir'>,
  { fileName, byteSize }: BeginImportInput,
) {
  return db.$transaction(async (tx) => {
    // Serialise per partner, so that two requests cannot both take the last place.
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    const open = await tx.productImport.count({
      where: {
        partnerId: partner.id,
        status: { in: [...OPEN] },
        NOT: { status: 'receiving', createdAt: { lt: new Date(Date.now() - HOUR_MS) } },
      },
    })
    if (open >= MAX_OPEN)
      throw new AppError('too_many', `You have ${MAX_OPEN} unfinished imports. Import or discard some of them first.`)
    const { id: importId } = await tx.productImport.create({
      data: {
        id: newId(),
        partnerId: partner.id,
        createdById: viewer.userId,
        source: 'file',
        fileName,
        byteSize: byteSize ?? 0,
        status: 'receiving',
      },
      select: { id: true },
    })
    const partnerId = partner.id
    const most = await reserveImportFile(tx, dataDir, { importId, partnerId, bytes: byteSize, most: MAX_IMPORT_BYTES })
    return { importId, partnerId, most }
  })
}

/**
 * Queues the writing of a dry run's results as one act.
 * @throws AppError not_found, conflict if the dry run is not done or was written already
 */
export async function requestImport({ db, partner }: Ask, { importId, gone }: ApplyImportInput) {
  if (gone === 'archive') await refuseArchivingFeeds({ db, partner }, importId)
  const { count } = await db.productImport.updateMany({
    where: { id: importId, partnerId: partner.id, status: 'read' },
    data: { status: 'applying', gone, actId: newId(), done: 0, message: null, isAutomatic: false },
  })
  if (!count)
    throw await whyNot(
      { db, partner },
      importId,
      'We have not finished reading this file. Please wait until it is ready.',
    )
  await turnFeedOn({ db, partner }, importId)
  await wakeImports(db, partner.id)
}

/**
 * Refuses to archive products for an uploaded file, which never includes products from feeds. A feed archives only its
 * own products.
 */
async function refuseArchivingFeeds({ db, partner }: Pick<Ask, 'db' | 'partner'>, importId: string): Promise<void> {
  const found = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { source: true },
  })
  if (!found) throw notFound()
  if (found.source !== 'file') return
  if (await db.shopifyConnection.count({ where: { partnerId: partner.id, status: { not: 'revoked' } } }))
    throw new AppError(
      'conflict',
      'Products from your connected store are not in this file and would be archived. Choose to keep missing products, or disconnect the store.',
      { field: 'gone' },
    )
  if (await db.productFeed.count({ where: { partnerId: partner.id, isActive: true } }))
    throw new AppError(
      'conflict',
      'Products from your feeds are not in this file and would be archived. Choose to keep missing products, or pause the feeds.',
      { field: 'gone' },
    )
}

/** Turns a feed on once its first file was accepted. */
async function turnFeedOn({ db, partner }: Pick<Ask, 'db' | 'partner'>, importId: string): Promise<void> {
  const { feed, gone } = await db.productImport.findFirstOrThrow({
    where: { id: importId, partnerId: partner.id },
    select: { gone: true, feed: { select: { id: true, everyHours: true } } },
  })
  if (!feed) return
  // Later files do not turn the feed on, because the partner has already chosen whether it is read automatically.
  if (await db.productImport.findFirst({ where: { feedId: feed.id, appliedAt: { not: null } }, select: { id: true } }))
    return
  const nextReadAt = new Date(Date.now() + feed.everyHours * HOUR_MS)
  await db.productFeed.update({
    where: { id: feed.id },
    data: { isActive: true, failures: 0, message: null, nextReadAt, gone },
  })
}

/**
 * Stops an import: after the current batch if it is running, at once if it is waiting.
 * @throws AppError not_found, conflict if there is nothing to stop
 */
export async function cancelImport(
  { db, partner, dataDir }: Pick<PartnerAsk, 'db' | 'partner' | 'dataDir'>,
  { importId }: ImportInput,
) {
  const found = { id: importId, partnerId: partner.id }
  const { count } = await db.productImport.updateMany({
    where: { ...found, status: { in: ['receiving', 'unmapped', 'read'] } },
    data: { status: 'cancelled', message: 'Discarded. Nothing has changed.' },
  })
  if (count) return removeImportFile(db, dataDir, importId)
  const { count: running } = await db.productImport.updateMany({
    where: { ...found, status: { in: ['fetching', 'uploaded', 'reading', 'applying'] } },
    data: { isCancelling: true },
  })
  if (!running) throw await whyNot({ db, partner }, importId, 'This import has already ended.')
  await wakeImports(db, partner.id)
}

/**
 * Queues the undo of an import: deletes new products and restores changed and archived ones.
 * @throws AppError not_found, conflict if it has written nothing or was undone
 */
export async function requestUndo({ db, viewer, partner }: Ask, { importId }: ImportInput) {
  const row = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { actId: true, undoId: true, status: true },
  })
  if (!row) throw notFound()
  // eslint-disable-next-line house/listed-products -- counts the products of an act
  const act = await db.productAct.findUnique({ where: { id: row.actId ?? importId }, select: { products: true } })
  if (!act || row.actId === null || !['applied', 'cancelled', 'failed'].includes(row.status))
    throw new AppError('conflict', 'There are no changes to undo.')
  const { actId, undoId } = row
  await db.$transaction(async (tx) => {
    await tx.productImport.update({
      where: { id: importId },
      data: {
        status: 'undoing',
        // Resume a failed undo.
        undoId: undoId ?? (await startUndo(tx, partner.id, actId, actorOf(viewer))).id,
        done: 0,
        total: act.products,
        applied: act.products,
        message: null,
        isCancelling: false,
      },
    })
  })
  await wakeImports(db, partner.id)
}

const notFound = () => new AppError('not_found', 'Import not found.')

async function whyNot({ db, partner }: Pick<Ask, 'db' | 'partner'>, importId: string, why: string): Promise<AppError> {
  const found = await db.productImport.findFirst({
    where: { id: importId, partnerId: partner.id },
    select: { id: true },
  })
  return found ? new AppError('conflict', why) : notFound()
}
