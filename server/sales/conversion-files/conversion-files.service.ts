import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toMinor } from '#server/platform/money.schema.ts'
import { chooseSale, connectedStoreId } from '#server/sales/find-sale.ts'
import { isFromStore } from '#server/sales/store-order.schema.ts'
import type { FileInput, FilePageInput, ReadFileInput } from './conversion-files.schema.ts'
import { parseOrderFile } from './parse-order-file.ts'
import type { FileOrder, FileProblem } from './parse-orders.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'partner'>

const PAGE_SIZE = 50
const MAX_SHOWN = 20
const MAX_WAITING = 5
export const MAX_A_DAY = 50
/** The limit for a partner's orders in files that are not recorded, measured as PostgreSQL stores them. */
export const MAX_KEPT_BYTES = 100 * 2 ** 20

/** The result of an approved file's orders. */
export interface FileOutcome {
  recorded: number
  unchanged: number
  /** Orders that are unusually large, so the owner has to confirm them. Older files have no count. */
  held?: number
  refused: number
  /** The reasons of the first refusals. */
  reasons: Array<{ orderId: string; reason: string }>
}

const ROW = {
  id: true,
  fileName: true,
  status: true,
  outcome: true,
  isRecorded: true,
  reason: true,
  failure: true,
  nextAt: true,
  createdAt: true,
  decidedAt: true,
  createdBy: { select: { profile: { select: { fullName: true } } } },
} satisfies Prisma.ConversionFileSelect

/** Lists the partner's files, the newest first. */
export async function listFiles({ db, partner }: Pick<Ask, 'db' | 'partner'>) {
  const files = await db.conversionFile.findMany({
    where: { partnerId: partner.id },
    orderBy: { createdAt: 'desc' },
    take: MAX_SHOWN,
    select: ROW,
  })
  return files.map(shownRow)
}

const shownRow = ({ createdBy, outcome, ...file }: Prisma.ConversionFileGetPayload<{ select: typeof ROW }>) => ({
  ...file,
  by: createdBy?.profile?.fullName ?? '',
  outcome: outcome as FileOutcome | null,
})

/**
 * Parses a file as a dry run. It has no effect until it is submitted and approved.
 * @throws AppError bad_input if it is not a file with orders, too_many
 */
export async function addOrderFile({ db, viewer, partner }: Ask, { fileName, text }: ReadFileInput) {
  await assertRoom(db, partner.id)
  const { orders, problems } = await parseOrderFile(partner.id, text)
  const id = newId()
  await db.$transaction(async (tx) => {
    // Other files may have been added since the first check. The lock makes simultaneous uploads count one after the
    // other.
    await tx.$executeRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    await assertRoom(tx, partner.id)
    // The file is inserted as text, because it can have megabytes and this process does not need to parse it.
    await tx.$executeRaw`
      INSERT INTO conversion_files (id, partner_id, created_by_id, file_name, orders, problems)
      VALUES (${id}::uuid, ${partner.id}::uuid, ${viewer.userId}::uuid, ${fileName}, ${orders}::jsonb, ${problems}::jsonb)`
  })
  return { fileId: id }
}

/**
 * @throws AppError too_many if the partner has uploaded too many files today, or too much data is stored
 */
async function assertRoom(tx: Db | Prisma.TransactionClient, partnerId: string): Promise<void> {
  const createdAt = { gt: new Date(Date.now() - DAY_MS) }
  if ((await tx.conversionFile.count({ where: { partnerId, createdAt } })) >= MAX_A_DAY)
    throw new AppError('too_many', `You can upload up to ${MAX_A_DAY} files a day.`)
  const [kept] = await tx.$queryRaw<Array<{ bytes: bigint }>>`
    SELECT coalesce(sum(pg_column_size(orders)), 0)::bigint AS bytes FROM conversion_files WHERE partner_id = ${partnerId}::uuid AND NOT is_recorded`
  if (kept && kept.bytes >= MAX_KEPT_BYTES)
    throw new AppError(
      'too_many',
      'Your unrecorded files use all the available space. Discard some that you do not need.',
    )
}

/**
 * Returns one of the partner's files with the predicted result of its orders, a page at a time. @throws AppError
 * not_found
 */
export async function getFile({ db, partner }: Pick<Ask, 'db' | 'partner'>, { fileId, page }: FilePageInput) {
  return describeFile(db, { id: fileId, partnerId: partner.id }, page)
}

/**
 * @param where the file's id, and its partner unless an administrator requests it @throws AppError not_found
 */
export async function describeFile(db: Db, where: { id: string; partnerId?: string }, page: number) {
  const file = await db.conversionFile.findFirst({
    where,
    select: { ...ROW, partnerId: true, problems: true, partner: { select: { businessName: true } } },
  })
  if (!file) throw notFound()
  const { problems, partner, partnerId, ...rest } = file
  const count = await countOrders(db, where.id)
  const totalPages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  const at = Math.min(page, totalPages)
  const shown = await loadOrders(db, where.id, (at - 1) * PAGE_SIZE, PAGE_SIZE)
  return {
    ...shownRow(rest),
    partnerId,
    businessName: partner.businessName,
    count,
    problems: problems as unknown as FileProblem[],
    orders: await foretell(db, partnerId, shown),
    page: at,
    totalPages,
  }
}

export async function countOrders(db: Db, fileId: string): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ count: number }>>`
    SELECT jsonb_array_length(orders) AS count FROM conversion_files WHERE id = ${fileId}::uuid`
  return row?.count ?? 0
}

/**
 * Returns some orders of a file from an offset. A file has up to 10,000, and parsing all of them at once would block
 * the process.
 */
export async function loadOrders(db: Db, fileId: string, from: number, count: number): Promise<FileOrder[]> {
  const [row] = await db.$queryRaw<Array<{ orders: FileOrder[] }>>`
    SELECT jsonb_path_query_array(orders, '$[$from to $to]', jsonb_build_object('from', ${from}::int, 'to', ${from + count - 1}::int)) AS orders
    FROM conversion_files WHERE id = ${fileId}::uuid`
  return row?.orders ?? []
}

/** Predicts the result of recording orders now. */
async function foretell(db: Db, partnerId: string, orders: FileOrder[]) {
  const ids = orders.map(({ event }) => event.order_id)
  const clickIds = orders.flatMap(({ event }) => event.click_id ?? [])
  const [storeId, known, clicks] = await Promise.all([
    connectedStoreId(db, partnerId),
    db.conversion.findMany({
      where: { partnerId, externalId: { in: ids } },
      orderBy: { createdAt: 'desc' },
      select: { externalId: true, storeId: true, currency: true, source: true, orderedAt: true, paidAt: true },
    }),
    db.outboundClick.findMany({
      where: { partnerId, id: { in: clickIds } },
      select: { id: true },
    }),
  ])
  const knownAs = Map.groupBy(known, ({ externalId }) => externalId)
  const ownClicks = new Set(clicks.map(({ id }) => id))
  return orders.map(({ line, event }) => {
    const { order_id: orderId, order_name: name = orderId, click_id: clickId, currency } = event
    const times = { orderedAt: event.ordered_at ?? event.occurred_at, paidAt: event.occurred_at }
    const was = chooseSale(knownAs.get(orderId) ?? [], { id: orderId, source: 'csv', ...times }, storeId)
    return {
      id: orderId,
      line,
      name,
      orderedAt: new Date(event.occurred_at),
      currency,
      valueMinor: event.lines.reduce(
        (sum, { price, quantity, discount }) =>
          sum + Number(toMinor(price, currency)) * quantity - Number(toMinor(discount, currency)),
        0,
      ),
      products: event.lines.map(({ title }) => title).slice(0, 3),
      lines: event.lines.length,
      clickId: clickId ?? null,
      isClickKnown: clickId !== undefined && ownClicks.has(clickId),
      foretold: !was
        ? ('new' as const)
        : was.currency === currency && !isFromStore(was.source)
          ? ('known' as const)
          : ('refused' as const),
    }
  })
}

/** Asks an administrator for approval. @throws AppError not_found, conflict, too_many */
export async function submitFile({ db, partner }: Ask, { fileId }: FileInput): Promise<void> {
  const file = await db.conversionFile.findFirst({
    where: { id: fileId, partnerId: partner.id },
    select: { status: true },
  })
  if (!file) throw notFound()
  if (file.status === 'read' && !(await countOrders(db, fileId)))
    throw new AppError('conflict', 'We could not read any orders in this file.')
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    const waiting = await tx.conversionFile.count({ where: { partnerId: partner.id, status: 'submitted' } })
    if (waiting >= MAX_WAITING)
      throw new AppError(
        'too_many',
        `${MAX_WAITING} of your files are waiting for approval. Please wait for a decision on those first.`,
      )
    const { count } = await tx.conversionFile.updateMany({
      where: { id: fileId, partnerId: partner.id, status: 'read' },
      data: { status: 'submitted' },
    })
    if (!count) throw new AppError('conflict', 'This file has already been sent or discarded.')
  })
}

/** Withdraws a file that is waiting for approval; its status is `read` again. @throws AppError not_found, conflict */
export async function takeFileBack({ db, partner }: Ask, { fileId }: FileInput): Promise<void> {
  const where = { id: fileId, partnerId: partner.id }
  const { count } = await db.conversionFile.updateMany({
    where: { ...where, status: 'submitted' },
    data: { status: 'read' },
  })
  if (count) return
  if (!(await db.conversionFile.count({ where }))) throw notFound()
  throw new AppError('conflict', 'This file has already been reviewed or withdrawn.')
}

/** Discards a file that is not submitted, with its orders. @throws AppError not_found, conflict */
export async function discardFile({ db, partner }: Ask, { fileId }: FileInput): Promise<void> {
  const where = { id: fileId, partnerId: partner.id }
  const { count } = await db.conversionFile.updateMany({
    where: { ...where, status: 'read' },
    data: { status: 'withdrawn', orders: [] },
  })
  if (count) return
  if (!(await db.conversionFile.count({ where }))) throw notFound()
  throw new AppError('conflict', 'This file has already been sent or discarded.')
}

export const notFound = () => new AppError('not_found', 'File not found.')
