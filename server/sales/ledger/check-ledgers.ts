import { Prisma } from '#prisma/generated/client.ts'
import { mailAdmins } from '#server/auth/mail-admins.ts'
import { ledgerAlarm } from '#server/mail/ledger-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { checkVat } from './check-vat.ts'
import { entryFacts, entryHash, FIRST_HASH } from './entry-hash.ts'
import { monthOf } from './place-in-month.ts'
import { planTerms } from './plan-terms.ts'
import { reckonShares } from './reckon.ts'
import { ReplayedPlaces } from './replay-places.ts'
import { OF_SALES, toLedger } from './settle.ts'

const AT_ONCE = 1_000
const MAX_KEPT = 100
const PATIENCE_MS = 600_000

export interface Problem {
  partnerId: string
  seq?: number
  conversionId?: string
  what: string
}

/**
 * Verifies every partner's ledger: the chain of hashes and its end, the position and the sum of each confirmed sale,
 * the sum and the VAT of each invoice. Also finds missing invoices. Stores the result. Problems are logged and emailed
 * to all administrators. Runs nightly.
 */
export async function checkLedgers(
  db: Db,
  siteUrl: string,
  now = new Date(),
  signal?: AbortSignal,
): Promise<{ partners: number; entries: number; problems: Problem[] }> {
  const partners = await db.$queryRaw<Array<{ partnerId: string }>>`
    SELECT partner_id AS "partnerId" FROM ledger_heads UNION SELECT partner_id FROM commission_entries
    UNION SELECT partner_id FROM invoices UNION SELECT partner_id FROM conversions WHERE ledger_rate IS NOT NULL ORDER BY 1`
  const result = { partners: 0, entries: 0, problems: new Array<Problem>() }
  for (const { partnerId } of partners) {
    if (signal?.aborted) return result
    const { entries, problems } = await checkLedger(db, partnerId)
    result.partners++
    result.entries += entries
    result.problems.push(...problems.slice(0, MAX_KEPT - result.problems.length))
  }
  const { problems } = result
  await db.$transaction(async (tx) => {
    const kept = problems.map((problem) => ({ ...problem }))
    await tx.ledgerCheck.create({
      data: { at: now, partners: result.partners, entries: result.entries, problems: kept },
    })
    if (problems.length) await mailAdmins(tx, ledgerAlarm({ siteUrl, problems: problems.map(inWords) }))
  })
  if (problems.length)
    log.error({ problems: problems.slice(0, 10), found: problems.length }, 'a ledger failed verification')
  return result
}

const inWords = ({ partnerId, seq, conversionId, what }: Problem): string =>
  [`Partner ${partnerId}`, seq && `entry ${seq}`, conversionId && `sale ${conversionId}`, what]
    .filter(Boolean)
    .join(', ')

/** Checks one partner's ledger in one snapshot, without locks. */
function checkLedger(db: Db, partnerId: string): Promise<{ entries: number; problems: Problem[] }> {
  const isolationLevel = Prisma.TransactionIsolationLevel.RepeatableRead
  return db.$transaction(
    async (tx) => {
      const problems: Problem[] = []
      const plans = await tx.commissionPlan.findMany({ select: { id: true, basis: true } })
      const places = new ReplayedPlaces(new Map(plans.map(({ id, basis }) => [id, basis])))
      const entries = await checkChain(tx, partnerId, places, problems)
      await checkSales(tx, partnerId, places, problems)
      await checkInvoices(tx, partnerId, problems)
      problems.push(...(await checkVat(tx, partnerId)))
      await checkInvoiced(tx, partnerId, problems)
      await checkLeftOut(tx, partnerId, problems)
      return { entries, problems }
    },
    { isolationLevel, timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}

async function checkChain(
  tx: Prisma.TransactionClient,
  partnerId: string,
  places: ReplayedPlaces,
  problems: Problem[],
): Promise<number> {
  let seq = 0
  let hash: Uint8Array = FIRST_HASH
  for (let after = 0; ;) {
    const entries = await tx.commissionEntry.findMany({
      where: { partnerId, seq: { gt: after } },
      orderBy: { seq: 'asc' },
      take: AT_ONCE,
    })
    for (const entry of entries) {
      const found = (what: string) => problems.push({ partnerId, seq: entry.seq, what })
      if (entry.seq !== ++seq) found(`entry ${seq} is missing`)
      if (!Buffer.from(entry.previousHash).equals(hash)) found('its previous hash does not match the entry before it')
      if (!entryHash(entry.previousHash, entryFacts(entry)).equals(entry.hash)) found('hash mismatch')
      const whyNotThere = places.take(entry)
      if (whyNotThere !== null) found(whyNotThere)
      seq = entry.seq
      hash = entry.hash
    }
    after = seq
    if (entries.length < AT_ONCE) break
  }
  const head = await tx.ledgerHead.findUnique({ where: { partnerId } })
  if ((head?.seq ?? 0) !== seq || !Buffer.from(head?.hash ?? FIRST_HASH).equals(hash))
    problems.push({ partnerId, what: `the chain ends at entry ${seq}, but its head says ${head?.seq ?? 0}` })
  return seq
}

async function checkSales(
  tx: Prisma.TransactionClient,
  partnerId: string,
  places: ReplayedPlaces,
  problems: Problem[],
): Promise<void> {
  const sums = await tx.commissionEntry.groupBy({
    by: ['conversionId', 'tierFrom'],
    where: { partnerId, kind: { in: [...OF_SALES] } },
    _sum: { baseMinor: true, amountMinor: true },
  })
  const chains = new Map<string, string[]>()
  for (const { conversionId, tierFrom, _sum } of sums)
    if (_sum.amountMinor || _sum.baseMinor)
      chains.set(conversionId ?? '', [
        ...(chains.get(conversionId ?? '') ?? []),
        `${_sum.amountMinor} on ${_sum.baseMinor} in the tier starting at ${tierFrom}`,
      ])
  for (let after = ''; ;) {
    const sales = await tx.conversion.findMany({
      where: { partnerId, ledgerRate: { not: null }, ...(after && { id: { gt: after } }) },
      orderBy: { id: 'asc' },
      take: AT_ONCE,
    })
    for (const sale of sales) {
      const { id: conversionId, ledgerCurrency, ledgerRate } = sale
      const plan = sale.planId === null ? null : await planTerms(tx, sale.planId)
      const found = (what: string) => problems.push({ partnerId, conversionId, what })
      const netMinor = toLedger(sale.netMinor, sale.currency, ledgerCurrency ?? '', ledgerRate ?? '')
      if (netMinor !== sale.ledgerNetMinor) found(`its net must be ${netMinor}, not ${sale.ledgerNetMinor}`)
      const confirmed = places.confirmedAt(conversionId)
      if (confirmed && (confirmed.position !== sale.monthPosition || +(confirmed.month ?? 0) !== +(sale.month ?? 0)))
        found(`its month or position (${sale.monthPosition}) does not match its confirmation (${confirmed.position})`)
      if (confirmed?.month && confirmed.month < monthOf(sale.orderedAt))
        found('it was ordered after the month it counts in')
      if (!confirmed && ['confirmed', 'invoiced', 'paid'].includes(sale.status))
        found(`it is ${sale.status}, but no entry confirms it`)
      const place = { position: sale.monthPosition, netMinor: sale.ledgerNetMinor }
      const owed = plan ? reckonShares(plan.basis, plan.brackets, place) : []
      const wanted = owed.map(
        (share) => `${share.amountMinor} on ${share.baseMinor} in the tier starting at ${share.tierFrom}`,
      )
      const stands = chains.get(conversionId) ?? []
      chains.delete(conversionId)
      if (wanted.toSorted().join(', ') !== stands.toSorted().join(', '))
        found(`its commission must be ${wanted.join(', ') || '0'}, but its entries say ${stands.join(', ') || '0'}`)
    }
    if (sales.length < AT_ONCE) break
    after = sales.at(-1)?.id ?? ''
  }
  for (const [conversionId, stands] of chains)
    problems.push({ partnerId, conversionId, what: `its entries say ${stands.join(', ')}, but there is no such sale` })
}

async function checkInvoices(tx: Prisma.TransactionClient, partnerId: string, problems: Problem[]): Promise<void> {
  const wrong = await tx.$queryRaw<Array<{ number: string; total: bigint; ofLines: bigint; ofEntries: bigint }>>`
    SELECT * FROM (
      SELECT i.number, i.total_minor AS total,
        (SELECT coalesce(sum(l.amount_minor), 0)::bigint FROM invoice_lines l WHERE l.invoice_id = i.id) AS "ofLines",
        (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM invoice_entries x
          JOIN commission_entries e ON e.partner_id = x.partner_id AND e.seq = x.seq WHERE x.invoice_id = i.id) AS "ofEntries"
      FROM invoices i WHERE i.partner_id = ${partnerId}::uuid
    ) sums WHERE total <> "ofLines" OR total <> "ofEntries"`
  for (const { number, total, ofLines, ofEntries } of wrong)
    problems.push({
      partnerId,
      what: `invoice ${number} is ${total}, but its lines total ${ofLines} and its entries ${ofEntries}`,
    })
}

/**
 * Checks sales against invoices. If an invoice includes any entry of a sale, an invoice must also include the sale's
 * confirmation, and the sale's status must allow that. No other sale may be marked as invoiced or paid.
 */
async function checkInvoiced(tx: Prisma.TransactionClient, partnerId: string, problems: Problem[]): Promise<void> {
  const wrong = await tx.$queryRaw<Array<{ conversionId: string; status: string; confirmations: bigint }>>`
    SELECT * FROM (
      SELECT c.id AS "conversionId", c.status::text, count(x.seq) AS entries, count(x.seq) FILTER (WHERE e.kind = 'confirmation') AS confirmations
      FROM conversions c LEFT JOIN commission_entries e ON e.conversion_id = c.id AND e.kind NOT IN ('waiver', 'manual')
        LEFT JOIN invoice_entries x ON x.partner_id = e.partner_id AND x.seq = e.seq
      WHERE c.partner_id = ${partnerId}::uuid GROUP BY c.id
    ) sales
    WHERE confirmations = 0 AND (entries > 0 OR status IN ('invoiced', 'paid'))
      OR entries > 0 AND status NOT IN ('invoiced', 'paid', 'hold', 'disputed')`
  for (const { conversionId, status, confirmations } of wrong)
    problems.push({
      partnerId,
      conversionId,
      what: `it is ${status}, but ${confirmations === 0n ? 'no invoice' : 'an invoice'} includes its confirmation`,
    })
}

/**
 * Finds entries that are missing from invoices. Once a sale is invoiced, `closeMonths` includes all its entries in that
 * currency up to the last invoiced month. An entry on no invoice was left out, or its invoice is missing.
 */
async function checkLeftOut(tx: Prisma.TransactionClient, partnerId: string, problems: Problem[]): Promise<void> {
  const leftOut = await tx.$queryRaw<Array<{ seq: number; conversionId: string }>>`
    WITH bills AS (
      SELECT id, currency, row_number() OVER issued AS place,
        max(month) OVER (issued ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS month
      FROM invoices WHERE partner_id = ${partnerId}::uuid WINDOW issued AS (PARTITION BY currency ORDER BY issued_at, number)
    ), billed AS (
      SELECT DISTINCT ON (e.conversion_id, b.currency) e.conversion_id, b.currency, b.month
      FROM bills b JOIN invoice_entries x ON x.invoice_id = b.id
        JOIN commission_entries e ON e.partner_id = x.partner_id AND e.seq = x.seq
      ORDER BY e.conversion_id, b.currency, b.place
    )
    SELECT e.seq, e.conversion_id AS "conversionId" FROM commission_entries e
      JOIN billed b ON b.conversion_id = e.conversion_id AND b.currency = e.currency
    WHERE e.partner_id = ${partnerId}::uuid AND date_trunc('month', e.effective_at) <= b.month
      AND NOT EXISTS (SELECT 1 FROM invoice_entries x WHERE x.partner_id = e.partner_id AND x.seq = e.seq)
    ORDER BY e.seq LIMIT ${MAX_KEPT}`
  for (const { seq, conversionId } of leftOut)
    problems.push({ partnerId, seq, conversionId, what: 'the sale was invoiced, but no invoice includes this entry' })
}
