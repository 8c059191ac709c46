import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { MAX_STATEMENT_BYTES } from '#server/platform/file-size.schema.ts'
import { newId } from '#server/platform/ids.ts'
import { lineKeys } from './line-keys.ts'
import { parseStatement } from './parse-statement.ts'
import type { StatementsQuery, UploadStatementInput } from './statements.schema.ts'

const PAGE_SIZE = 25
const MAX_REFERENCE = 500
const MAX_NAME = 200
const PATIENCE_MS = 60_000

/**
 * Stores the incoming payments of a bank statement that no earlier statement contains. Does not store the file itself
 * or outgoing payments, and does not record payments.
 * @returns the statement's id
 * @throws AppError bad_input if it cannot be read, or has no incoming payments; as `parseStatement`
 */
export async function uploadStatement(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { fileName, content, currency }: UploadStatementInput,
): Promise<{ statementId: string }> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MAX_STATEMENT_BYTES)
    throw new AppError('bad_input', `This statement is larger than ${MAX_STATEMENT_BYTES / 2 ** 20} MB.`)
  const { format, payments, isUnsigned, ignored, unread, problems } = await parseStatement(bytes, currency)
  if (!payments.length && !unread)
    throw new AppError(
      'bad_input',
      ignored
        ? 'This statement has only outgoing payments, so there is nothing to match to an invoice.'
        : 'This statement has no payments.',
    )
  const statementId = newId()
  const keys = lineKeys(payments)
  const lines = payments.map(({ bankId: _, bookedOn, reference, payer, payerIban, ...money }, place) => ({
    statementId,
    place,
    key: keys[place] ?? new Uint8Array(),
    bookedOn: new Date(bookedOn),
    ...money,
    reference: short(reference, MAX_REFERENCE),
    payer: short(payer, MAX_NAME),
    payerIban: short(payerIban, 40),
  }))
  const keep = async (tx: Prisma.TransactionClient) => {
    // Serialises uploads, so that the second of two uploads of a file counts correctly.
    await tx.$executeRaw`LOCK TABLE bank_lines IN SHARE ROW EXCLUSIVE MODE`
    const [{ known } = { known: 0 }] = await tx.$queryRaw<Array<{ known: number }>>`
      SELECT count(*)::int AS known FROM bank_lines
      WHERE key IN (SELECT decode(hex, 'hex') FROM unnest(${keys.map((key) => Buffer.from(key).toString('hex'))}::text[]) hex)`
    await tx.bankStatement.create({
      data: {
        id: statementId,
        fileName,
        format,
        uploadedById: viewer.userId,
        isUnsigned,
        known,
        ignored,
        unread,
        problems,
      },
    })
    const { count } = await tx.bankLine.createMany({ data: lines, skipDuplicates: true })
    const data = { fileName, format, payments: count, known, ignored, unread }
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'bank_statement_uploaded', subjectId: statementId, data },
      tx,
    )
  }
  await db.$transaction(keep, { timeout: PATIENCE_MS, maxWait: PATIENCE_MS })
  return { statementId }
}

const short = (text: string, limit: number) => text.replace(/\s+/g, ' ').slice(0, limit).toWellFormed()

/** Lists bank statements, latest first, 25 a page, with the number of recorded payments. Times are UTC. */
export async function listStatements(db: Db, { page }: StatementsQuery) {
  const total = await db.bankStatement.count()
  const totalPages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.bankStatement.findMany({
    orderBy: [{ uploadedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: {
      id: true,
      fileName: true,
      uploadedAt: true,
      known: true,
      ignored: true,
      unread: true,
      _count: { select: { lines: true } },
    },
  })
  const recorded = await db.bankLine.groupBy({
    by: ['statementId'],
    where: { statementId: { in: rows.map(({ id }) => id) }, recordedAt: { not: null }, undoneAt: null },
    _count: true,
  })
  const statements = rows.map(({ _count, ...row }) => ({
    ...row,
    payments: _count.lines,
    recorded: recorded.find(({ statementId }) => statementId === row.id)?._count ?? 0,
  }))
  return { statements, page: shown, totalPages }
}
