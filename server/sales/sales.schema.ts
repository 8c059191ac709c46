import { z } from 'zod'

/** Sales on one page of the list. */
export const SALES_PAGE = 25
export const MAX_PAGES = 10_000
/** If a search matches more sales, or no index can be used, only this many of the latest are checked. */
export const MAX_SEARCHED = 10_000

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
/** `counted`: the statuses that figures include. */
const states = ['counted', ...statuses] as const

/** Sort orders. The first of each pair applies when the column's header is first clicked. */
const SALES_SORTS = ['newest', 'oldest', 'amount', 'amount-up', 'commission', 'commission-up'] as const
export type SalesSort = (typeof SALES_SORTS)[number]

/** The database has no year 0. */
const moment = z.iso.datetime().refine((text) => /^(19[7-9]|[2-9]\d)/.test(text))

/** The filter and sort order of a partner's sales. */
export const salesFilter = z.strictObject({
  status: z.enum(states).optional(),
  /** A part of an order's name or its id at the store, of a click's id, or of a line's title or SKU. */
  q: z.string().trim().max(100).optional(),
  /** Ordered from this time on (UTC), and before this time. */
  from: moment.optional(),
  to: moment.optional(),
  sort: z.enum(SALES_SORTS).default('newest'),
})
export type SalesFilter = z.infer<typeof salesFilter>

export const listSalesInput = salesFilter.extend({ page: z.number().int().min(1).max(MAX_PAGES).default(1) })
export type ListSalesInput = z.infer<typeof listSalesInput>

const { status, q, from, to, sort } = salesFilter.shape
/** Parses `salesFilter` from a URL. Invalid values are ignored. */
export const salesAddress = z
  .object({
    state: status.catch(undefined),
    q: q.catch(undefined),
    from: from.catch(undefined),
    to: to.catch(undefined),
    sort: sort.catch('newest'),
    page: z.coerce.number().int().min(1).max(MAX_PAGES).default(1).catch(1),
  })
  .transform(({ state, ...others }) => ({ status: state, ...others }))

export const saleInput = z.strictObject({ saleId: z.uuid() })
export type SaleInput = z.infer<typeof saleInput>

export const invoiceInput = z.strictObject({ invoiceId: z.uuid() })
export type InvoiceInput = z.infer<typeof invoiceInput>

export const markPaidInput = z.strictObject({ invoiceId: z.uuid(), note: z.string().trim().max(300) })
export type MarkPaidInput = z.infer<typeof markPaidInput>
