import { z } from 'zod'
import { invoiceData } from '#server/outgoing-webhooks/event-data.schema.ts'
import { AppError } from '#server/platform/errors.ts'
import { invoiceDataOf } from '#server/sales/invoices/report-invoice.ts'
import { decodeCursor } from './cursor.ts'
import { idParams, minor, none, pageOf, pageQuery, timedPosition, timedQuery } from './fields.schema.ts'
import { defineOperation } from './define-operation.ts'
import { beforePosition, pageOfRows } from './page.ts'

const invoicePage = pageOf(invoiceData)

const invoiceLinePage = pageOf(
  z.strictObject({
    place: z.int(),
    saleId: z.uuid().nullable().describe('Null for lines without a sale.'),
    description: z.string(),
    baseMinor: minor.describe('The amount that the commission was computed from.'),
    amountMinor: minor.describe('The net amount, without VAT.'),
    vatTreatment: z.enum(['none', 'not_registered', 'domestic', 'reverse_charge', 'outside_scope']),
    vatRateBps: z.int().describe('In hundredths of a per cent.'),
  }),
)

export const listInvoices = defineOperation({
  id: 'listInvoices',
  method: 'get',
  path: '/store/invoices',
  scope: 'invoices:read',
  status: 200,
  summary: 'List invoices and credit notes',
  description: 'The latest first, with the same fields as in webhooks. from and to refer to issuedAt.',
  params: none,
  query: timedQuery.extend({ status: invoiceData.shape.status.optional() }),
  body: null,
  answer: invoicePage,
  rows: ({ query }) => query.limit,
  run: async ({ db, partner }, { query: { limit, cursor, from, to, status } }) => {
    const invoices = await db.invoice.findMany({
      where: {
        partnerId: partner.id,
        ...(status && { status }),
        issuedAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(to) }) },
        ...beforePosition('issuedAt', decodeCursor(cursor, timedPosition)),
      },
      orderBy: [{ issuedAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    })
    return pageOfRows(invoices, limit, ({ issuedAt, id }) => [issuedAt.toISOString(), id], invoiceDataOf)
  },
})

export const getInvoice = defineOperation({
  id: 'getInvoice',
  method: 'get',
  path: '/store/invoices/{id}',
  scope: 'invoices:read',
  status: 200,
  summary: 'Get an invoice or a credit note',
  params: idParams,
  query: none,
  body: null,
  answer: invoiceData,
  rows: () => 1,
  run: async ({ db, partner }, { params: { id } }) => {
    const invoice = await db.invoice.findFirst({ where: { id, partnerId: partner.id } })
    if (!invoice) throw new AppError('not_found', 'Invoice not found.')
    return invoiceDataOf(invoice)
  },
})

export const listInvoiceLines = defineOperation({
  id: 'listInvoiceLines',
  method: 'get',
  path: '/store/invoices/{id}/lines',
  scope: 'invoices:read',
  status: 200,
  summary: 'List the lines of an invoice',
  description: 'In the order of the invoice. Amounts are in the currency of the invoice.',
  params: idParams,
  query: pageQuery,
  body: null,
  answer: invoiceLinePage,
  rows: ({ query }) => query.limit,
  run: async ({ db, partner }, { params: { id }, query: { limit, cursor } }) => {
    const position = decodeCursor(
      cursor,
      z.tuple([
        z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
      ]),
    )
    const invoice = await db.invoice.findFirst({
      where: { id, partnerId: partner.id },
      select: {
        lines: {
          ...(position && { where: { place: { gt: position[0] } } }),
          orderBy: { place: 'asc' },
          take: limit + 1,
        },
      },
    })
    if (!invoice) throw new AppError('not_found', 'Invoice not found.')
    return pageOfRows(
      invoice.lines,
      limit,
      ({ place }) => [place],
      ({ place, conversionId, description, vatTreatment, vatRateBps, baseMinor, amountMinor }) => ({
        place,
        saleId: conversionId,
        description,
        vatTreatment,
        vatRateBps,
        baseMinor: Number(baseMinor),
        amountMinor: Number(amountMinor),
      }),
    )
  },
})
