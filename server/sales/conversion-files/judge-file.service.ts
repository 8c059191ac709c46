import type { Prisma } from '#prisma/generated/client.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { orderFileApproved, orderFileRejected } from '#server/mail/order-file-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { takeOneOfMany } from '#server/sales/conversions-api/take-events.service.ts'
import { countOrders, describeFile, loadOrders, notFound, type FileOutcome } from './conversion-files.service.ts'
import {
  FILE_STATES,
  type FileInput,
  type FilePageInput,
  type FilesQuery,
  type JudgeFileInput,
} from './conversion-files.schema.ts'
import type { FileOrder } from './parse-orders.ts'

const PAGE_SIZE = 25
/** The maximum number of refused orders that are stored with their reasons. */
const MAX_REASONS = 100
/** Waiting times after the first, second, ... failure. After one more, the file counts as failed. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
const LONGEST_REASON = 300
/** Progress is saved after this many orders, so that a killed run continues there. */
const NOTED_EVERY = 50

type Counts = Record<(typeof FILE_STATES)[number], number>

/**
 * Lists order files for administrators, 25 a page. Files that wait for approval or a retry come oldest first, all
 * others newest first.
 */
export async function listFilesToJudge(db: Db, { status, page }: FilesQuery) {
  const counted = await db.conversionFile.groupBy({ by: ['status'], _count: true })
  const counts = Object.fromEntries(
    FILE_STATES.map((each) => [each, counted.find((row) => row.status === each)?._count ?? 0]),
  ) as Counts
  const total = status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0)
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const order = status === 'submitted' || status === 'failed' ? 'asc' : 'desc'
  const files = await db.conversionFile.findMany({
    where: status ? { status } : {},
    orderBy: [{ createdAt: order }, { id: order }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: { id: true, fileName: true, status: true, createdAt: true, partner: { select: { businessName: true } } },
  })
  return { files, counts, total, page: shown, totalPages }
}

/** Returns a file of any partner. @throws AppError not_found */
export const getFileToJudge = (db: Db, { fileId, page }: FilePageInput) => describeFile(db, { id: fileId }, page)

/**
 * Approves or rejects a file that a partner has submitted, and emails the partner. A job records the sales of approved
 * files.
 * @throws AppError not_found; as `assertMayMoveMoney`; conflict if it is no longer waiting for approval
 */
export async function judgeFile(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { fileId, verdict, reason }: JudgeFileInput,
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    await assertMayJudge(tx, viewer.userId, fileId, now)
    const to = verdict === 'approve' ? 'approved' : 'rejected'
    const { count } = await tx.conversionFile.updateMany({
      where: { id: fileId, status: 'submitted' },
      data: { status: to, reason, decidedAt: now, decidedById: viewer.userId },
    })
    const file = await tx.conversionFile.findUnique({
      where: { id: fileId },
      select: {
        fileName: true,
        partnerId: true,
        partner: {
          select: { businessName: true, contactPerson: true, email: true, owner: { select: { email: true } } },
        },
      },
    })
    if (!file) throw notFound()
    if (!count) throw new AppError('conflict', 'This file is no longer waiting for approval.')
    const { partner } = file
    const about = {
      siteUrl: visit.siteUrl,
      name: partner.contactPerson,
      businessName: partner.businessName,
      fileName: file.fileName,
      link: `/brand/dashboard/connect-store/files/${fileId}`,
    }
    const mail = to === 'approved' ? orderFileApproved(about) : orderFileRejected({ ...about, reason })
    await queueMail(tx, { to: partner.owner?.email ?? partner.email, ...mail })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `order_file_${to}`,
        subjectId: file.partnerId,
        data: { fileId, reason, ...changedFields({ status: 'submitted' }, { status: to }) },
      },
      tx,
    )
  })
}

async function assertMayJudge(tx: Prisma.TransactionClient, by: string, fileId: string, now: Date): Promise<void> {
  const file = await tx.conversionFile.findUnique({ where: { id: fileId }, select: { partnerId: true } })
  if (!file) throw notFound()
  await assertMayMoveMoney(tx, { action: 'order_file', by, partnerId: file.partnerId }, now)
}

/**
 * Records the orders of approved files, the oldest first. A run that was killed continues where it stopped, and each
 * order counts only once. A file that fails does not block the others: it is retried after 1, 5, 30 and 120 minutes,
 * and then counts as failed.
 * @throws the database's error while it is unavailable
 */
export async function recordApprovedFiles(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const files = await db.conversionFile.findMany({
    where: { status: 'approved', isRecorded: false, OR: [{ nextAt: null }, { nextAt: { lte: now } }] },
    orderBy: { decidedAt: 'asc' },
    select: { id: true },
  })
  for (const { id } of files) {
    if (signal?.aborted) return
    try {
      await recordFile(db, id, now, signal)
    } catch (error) {
      // An unavailable database is not the file's fault. A transaction that takes too long may be.
      if (isDatabaseAway(error) && !isTransactionOver(error)) throw error
      log.error({ err: error, fileId: id }, 'an order file could not be recorded')
      await noteFailure(db, id, error, now)
    }
  }
}

async function noteFailure(db: Db, id: string, error: unknown, now: Date): Promise<void> {
  const { attempts } = await db.conversionFile.update({
    where: { id },
    data: { attempts: { increment: 1 } },
    select: { attempts: true },
  })
  const pause = PAUSES_MS[attempts - 1]
  const why = error instanceof AppError ? error.message : 'Something went wrong on our side.'
  await db.conversionFile.updateMany({
    where: { id, status: 'approved' },
    data: {
      failure: why.slice(0, LONGEST_REASON),
      ...(pause === undefined ? { status: 'failed', nextAt: null } : { nextAt: new Date(now.getTime() + pause) }),
    },
  })
}

/**
 * Retries a failed file from where it stopped. @throws AppError not_found; conflict if it has not failed; as
 * `assertMayMoveMoney`
 */
export async function retryFile(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { fileId }: FileInput,
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    await assertMayJudge(tx, viewer.userId, fileId, now)
    const { count } = await tx.conversionFile.updateMany({
      where: { id: fileId, status: 'failed' },
      data: { status: 'approved', attempts: 0, nextAt: null, failure: '' },
    })
    const file = await tx.conversionFile.findUnique({ where: { id: fileId }, select: { partnerId: true } })
    if (!file) throw notFound()
    if (!count) throw new AppError('conflict', 'This file has not failed, or someone has already retried it.')
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'order_file_retried',
        subjectId: file.partnerId,
        data: { fileId, ...changedFields({ status: 'failed' }, { status: 'approved' }) },
      },
      tx,
    )
  })
}

async function recordFile(db: Db, id: string, now: Date, signal?: AbortSignal): Promise<void> {
  const file = await db.conversionFile.findUniqueOrThrow({
    where: { id },
    select: { partnerId: true, outcome: true },
  })
  const count = await countOrders(db, id)
  const outcome = (file.outcome as FileOutcome | null) ?? { recorded: 0, unchanged: 0, refused: 0, reasons: [] }
  const taken = () => outcome.recorded + outcome.unchanged + (outcome.held ?? 0) + outcome.refused
  const note = () => {
    const isRecorded = taken() >= count
    return db.conversionFile.update({
      where: { id },
      data: {
        outcome: outcome as unknown as Prisma.InputJsonObject,
        isRecorded,
        nextAt: null,
        ...(isRecorded && { failure: '' }),
      },
    })
  }
  try {
    let orders: FileOrder[] = []
    while (taken() < count && !signal?.aborted) {
      if (!orders.length) orders = await loadOrders(db, id, taken(), NOTED_EVERY)
      const { event } = orders.shift() as FileOrder
      const result = await takeOneOfMany({ db, partnerId: file.partnerId, source: 'csv', from: 'file', now }, event)
      if (result.outcome === 'recorded') outcome.recorded++
      else if (result.outcome === 'unchanged') outcome.unchanged++
      else if (result.outcome === 'held') outcome.held = (outcome.held ?? 0) + 1
      else {
        outcome.refused++
        if (outcome.reasons.length < MAX_REASONS)
          outcome.reasons.push({ orderId: event.order_id, reason: result.problem ?? result.match.reason })
      }
      if (taken() % NOTED_EVERY === 0) await note()
    }
  } finally {
    // Save progress even if an order fails. Otherwise the next attempt would count earlier orders as already known.
    await note()
  }
}
