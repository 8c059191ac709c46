import { z } from 'zod'
import { saleData } from '#server/outgoing-webhooks/event-data.schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { saleDataOf } from '#server/sales/report-sale.ts'
import { decodeCursor } from './cursor.ts'
import { idParams, minor, none, pageOf, timedPosition, timedQuery } from './fields.schema.ts'
import { defineOperation, type ApiAsk } from './define-operation.ts'
import { beforePosition, pageOfRows } from './page.ts'

/** Maximum lines of a sale in an answer. An order may have more. */
const MAX_LINES = 1_000

const salePage = pageOf(saleData)

const saleWithLines = saleData.extend({
  lines: z
    .array(
      z.strictObject({
        productId: z.uuid().nullable().describe('Our product. Null if none matches the line.'),
        sku: z.string().nullable(),
        title: z.string(),
        quantity: z.int(),
        refundedQuantity: z.int(),
        netMinor: minor.describe(
          'The amount that counts towards the commission, after refunds. In the currency of the sale.',
        ),
      }),
    )
    .describe(`The lines of the order, at most ${MAX_LINES.toLocaleString('en')}.`),
})

/** Returns the commission owed for each of the sales that have entries, in minor units of the ledger's currency. */
async function owedFor({ db, partner }: ApiAsk, saleIds: string[]): Promise<Map<string, bigint>> {
  const sums = await db.commissionEntry.groupBy({
    by: ['conversionId'],
    where: { partnerId: partner.id, conversionId: { in: saleIds } },
    _sum: { amountMinor: true },
  })
  return new Map(sums.map(({ conversionId, _sum }) => [conversionId ?? '', _sum.amountMinor ?? 0n]))
}

export const listSales = defineOperation({
  id: 'listSales',
  method: 'get',
  path: '/store/sales',
  scope: 'sales:read',
  status: 200,
  summary: 'List sales',
  description:
    'Sales of your store that we referred, the latest order first. They have the same fields as in webhooks.',
  params: none,
  query: timedQuery.extend({ status: saleData.shape.status.optional() }),
  body: null,
  answer: salePage,
  rows: ({ query }) => query.limit,
  run: async (ask, { query: { limit, cursor, from, to, status } }) => {
    const sales = await ask.db.conversion.findMany({
      where: {
        partnerId: ask.partner.id,
        ...(status && { status }),
        orderedAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
        ...beforePosition('orderedAt', decodeCursor(cursor, timedPosition)),
      },
      orderBy: [{ orderedAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    })
    const owed = await owedFor(
      ask,
      sales.map(({ id }) => id),
    )
    return pageOfRows(
      sales,
      limit,
      ({ orderedAt, id }) => [orderedAt.toISOString(), id],
      (sale) => saleDataOf(sale, owed.get(sale.id) ?? null),
    )
  },
})

export const getSale = defineOperation({
  id: 'getSale',
  method: 'get',
  path: '/store/sales/{id}',
  scope: 'sales:read',
  status: 200,
  summary: 'Get a sale with its lines',
  params: idParams,
  query: none,
  body: null,
  answer: saleWithLines,
  rows: () => 1,
  run: async (ask, { params: { id } }) => {
    const sale = await ask.db.conversion.findFirst({
      where: { id, partnerId: ask.partner.id },
      include: { lines: { orderBy: { place: 'asc' }, take: MAX_LINES } },
    })
    if (!sale) throw new AppError('not_found', 'Sale not found.')
    const owed = await owedFor(ask, [id])
    return {
      ...saleDataOf(sale, owed.get(id) ?? null),
      lines: sale.lines.map(({ productId, sku, title, quantity, refundedQuantity, netMinor }) => ({
        productId,
        sku,
        title,
        quantity,
        refundedQuantity,
        netMinor: Number(netMinor),
      })),
    }
  },
})
