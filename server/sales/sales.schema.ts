import { z } from 'zod'

/** Sales on one page of the list. */
export const SALES_PAGE = 25
export const MOST_PAGES = 10_000
/** A search for something that more sales contain, or that no index can find, checks only this many of the latest. */
export const MOST_SEARCHED = 10_000

export const statuses = [
  'tracked',
  'pending',
  'confirmed',
  'invoiced',
  'paid',
  'hold',
  'disputed',
  'cancelled',
] as const
/** `counted`: of whatever status figures count. */
const states = ['counted', ...statuses] as const

/** How sales are sorted; the first of each pair is what a press on the column's head asks for first. */
const SALES_SORTS = ['newest', 'oldest', 'amount', 'amount-up', 'commission', 'commission-up'] as const
export type SalesSort = (typeof SALES_SORTS)[number]

/** The database has no year 0. */
const moment = z.iso.datetime().refine((text) => /^(19[7-9]|[2-9]\d)/.test(text))

/** Which of a partner's sales, and in what order. */
export const salesFilter = z.strictObject({
  status: z.enum(states).optional(),
  /** Part of an order's name, its id at the store, a click's id, or of a line's title or SKU. */
  q: z.string().trim().max(100).optional(),
  /** Ordered from then on (UTC), and before then. */
  from: moment.optional(),
  to: moment.optional(),
  sort: z.enum(SALES_SORTS).default('newest'),
})
export type SalesFilter = z.infer<typeof salesFilter>

export const listSalesInput = salesFilter.extend({ page: z.number().int().min(1).max(MOST_PAGES).default(1) })
export type ListSalesInput = z.infer<typeof listSalesInput>

const { status, q, from, to, sort } = salesFilter.shape
/** The same from an address; invalid values are ignored. */
export const salesAddress = z
  .object({
    state: status.catch(undefined),
    q: q.catch(undefined),
    from: from.catch(undefined),
    to: to.catch(undefined),
    sort: sort.catch('newest'),
    page: z.coerce.number().int().min(1).max(MOST_PAGES).default(1).catch(1),
  })
  .transform(({ state, ...others }) => ({ status: state, ...others }))

export const saleInput = z.strictObject({ saleId: z.uuid() })
export type SaleInput = z.infer<typeof saleInput>

export const invoiceInput = z.strictObject({ invoiceId: z.uuid() })
export type InvoiceInput = z.infer<typeof invoiceInput>

export const markPaidInput = z.strictObject({ invoiceId: z.uuid(), note: z.string().trim().max(300) })
export type MarkPaidInput = z.infer<typeof markPaidInput>
