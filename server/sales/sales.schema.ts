import { z } from 'zod'

/** Sales on one page of the list. */
export const SALES_PAGE = 25
const MOST_PAGES = 10_000

const statuses = ['tracked', 'pending', 'confirmed', 'invoiced', 'paid', 'hold', 'disputed', 'cancelled'] as const

export const listSalesInput = z.strictObject({
  status: z.enum(statuses).optional(),
  /** Part of an order's name, its id at the store, a click's id, or of a line's title or SKU. */
  q: z.string().trim().max(100).optional(),
  page: z.number().int().min(1).max(MOST_PAGES).default(1),
})
export type ListSalesInput = z.infer<typeof listSalesInput>

export const saleInput = z.strictObject({ saleId: z.uuid() })
export type SaleInput = z.infer<typeof saleInput>

export const invoiceInput = z.strictObject({ invoiceId: z.uuid() })
export type InvoiceInput = z.infer<typeof invoiceInput>

export const markPaidInput = z.strictObject({ invoiceId: z.uuid(), note: z.string().trim().max(300) })
export type MarkPaidInput = z.infer<typeof markPaidInput>
