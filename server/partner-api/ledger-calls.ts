import { z } from 'zod'
import { decodeCursor } from './cursor.ts'
import { currency, minor, none, pageOf, pageQuery, time } from './fields.schema.ts'
import { defineOperation } from './define-operation.ts'
import { pageOfRows } from './page.ts'

const entryPage = pageOf(
  z.strictObject({
    seq: z.int().describe('1, 2, 3 ... within your ledger, without gaps.'),
    kind: z.enum(['accrual', 'adjustment', 'reversal', 'clawback', 'confirmation', 'waiver', 'manual']),
    saleId: z.uuid().nullable(),
    baseMinor: minor.describe('The change in the amount that commission is computed from.'),
    rateBps: z.int().describe('The rate, in hundredths of a per cent.'),
    amountMinor: minor.describe('The change in what you owe.'),
    currency,
    month: z.string().length(7).nullable().describe('The month that the sale counts towards: YYYY-MM'),
    effectiveAt: time,
    reason: z.string(),
    hash: z.string().describe('SHA-256 of the entry and of the one before it, in hex.'),
  }),
)

export const listLedgerEntries = defineOperation({
  id: 'listLedgerEntries',
  method: 'get',
  path: '/store/ledger',
  scope: 'ledger:read',
  status: 200,
  summary: 'List the entries of your ledger',
  description:
    'The oldest first. Entries never change. To get only new ones, set `after` to the last seq that you have.',
  params: none,
  query: pageQuery.extend({
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional()
      .describe('Only entries with a higher seq.'),
  }),
  body: null,
  answer: entryPage,
  rows: ({ query }) => query.limit,
  run: async ({ db, partner }, { query: { limit, cursor, after = 0 } }) => {
    const [last] = decodeCursor(
      cursor,
      z.tuple([
        z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
      ]),
    ) ?? [after]
    const entries = await db.commissionEntry.findMany({
      where: { partnerId: partner.id, seq: { gt: Math.max(last, after) } },
      orderBy: { seq: 'asc' },
      take: limit + 1,
    })
    return pageOfRows(
      entries,
      limit,
      ({ seq }) => [seq],
      ({ seq, kind, conversionId, rateBps, reason, ...entry }) => ({
        seq,
        kind,
        saleId: conversionId,
        rateBps,
        reason,
        currency: entry.currency,
        baseMinor: Number(entry.baseMinor),
        amountMinor: Number(entry.amountMinor),
        month: entry.month?.toISOString().slice(0, 7) ?? null,
        effectiveAt: entry.effectiveAt.toISOString(),
        hash: Buffer.from(entry.hash).toString('hex'),
      }),
    )
  },
})
