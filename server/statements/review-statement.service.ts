import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { matchLines, type BankLine } from './match-lines.ts'
import type { Proposal } from './propose-payments.ts'
import { LINES_SHOWN, recordPaymentsInput, type ReviewStatementInput } from './statements.schema.ts'

/**
 * Reads a statement for review: its lines by kind of proposal, 100 of each kind per page, and the payments that wait
 * for a second administrator. Amounts are in minor units, times in UTC.
 * @throws AppError not_found
 */
export async function reviewStatement(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { statementId, page }: ReviewStatementInput,
) {
  const found = await db.bankStatement.findUnique({ where: { id: statementId } })
  if (!found) throw new AppError('not_found', 'Statement not found.')
  const { problems, ...statement } = found
  const { lines, proposals } = await matchLines(db, statementId)
  const waiting = await db.approval.findFirst({
    where: { action: 'statement_payments', subjectId: statementId, status: 'open' },
    select: { input: true, proposedById: true },
  })
  const waitingLines = recordPaymentsInput.safeParse(waiting?.input).data?.payments ?? []
  const proposed = new Set(waitingLines.map(({ lineId }) => lineId))
  const rows = lines.map((line) => toRow(line, proposals.get(line.id), proposed))
  const byGroup = Map.groupBy(rows, (row) => row.group)
  const longest = Math.max(0, ...[...byGroup.values()].map(({ length }) => length))
  const totalPages = Math.max(1, Math.ceil(longest / LINES_SHOWN))
  const shown = Math.min(page, totalPages)
  const group = (name: (typeof rows)[number]['group']) => {
    const all = byGroup.get(name) ?? []
    return { count: all.length, rows: all.slice((shown - 1) * LINES_SHOWN, shown * LINES_SHOWN) }
  }
  return {
    ...statement,
    problems: problems as Array<{ line: number; reason: string }>,
    groups: {
      exact: group('exact'),
      name: group('name'),
      differs: group('differs'),
      none: group('none'),
      proposed: group('proposed'),
      recorded: group('recorded'),
      undone: group('undone'),
    },
    page: shown,
    totalPages,
    waiting: waiting && { isOwn: waiting.proposedById === viewer.userId, count: proposed.size },
  }
}

function toRow(line: BankLine, proposal: Proposal = { kind: 'none' }, proposed: ReadonlySet<string>) {
  const { id, bookedOn, amountMinor, currency, reference, payer, payerIban, recordedAt, undoneAt, undoReason } = line
  const suggested = proposal.kind === 'none' ? null : proposal.invoice
  const invoice = line.invoice ?? (suggested && { id: suggested.id, number: suggested.number })
  return {
    id,
    bookedOn,
    amountMinor: Number(amountMinor),
    currency,
    reference,
    payer,
    payerIban,
    recordedAt,
    undoneAt,
    undoReason,
    invoice,
    group: groupOf(line, proposal, proposed),
    difference:
      proposal.kind === 'differs'
        ? {
            why: proposal.why,
            numbers: proposal.numbers,
            currency: proposal.invoice.currency,
            payableMinor: Number(proposal.invoice.payableMinor),
          }
        : null,
  }
}

function groupOf({ id, recordedAt, undoneAt }: BankLine, { kind }: Proposal, proposed: ReadonlySet<string>) {
  if (undoneAt) return 'undone' as const
  if (recordedAt) return 'recorded' as const
  return proposed.has(id) && (kind === 'exact' || kind === 'name') ? ('proposed' as const) : kind
}
