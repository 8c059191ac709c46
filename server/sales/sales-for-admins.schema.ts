import { z } from 'zod'
import { afterRow, filterDay } from '#server/platform/table-query.schema.ts'
import { paragraphs } from '#server/platform/texts.schema.ts'
import { statuses } from './sales.schema.ts'

const page = z.coerce.number().int().min(1).max(10_000).catch(1).default(1)

export const ALL_INVOICES = ['open', 'paid', 'settled'] as const
/** `close`: with a preview of the invoices that closing the ended months would issue. */
export const allInvoicesQuery = z.object({
  status: z.enum(ALL_INVOICES).catch('open').default('open'),
  page,
  close: z.literal('preview').optional().catch(undefined),
})
export type AllInvoicesQuery = z.output<typeof allInvoicesQuery>

/** The month that the preview showed, such as '2026-10'. */
export const closeMonthsInput = z.strictObject({ month: z.string().regex(/^\d{4}-\d{2}$/, 'Check the preview again') })
export type CloseMonthsInput = z.output<typeof closeMonthsInput>

export const flagsQuery = z.object({ page })
export type FlagsQuery = z.output<typeof flagsQuery>

/** `worth`: the order's value as the page showed it (as-shown.ts); empty for a flag of a store. */
export const resolveFlagInput = z.object({
  flagId: z.uuid(),
  worth: z.string().max(50),
  outcome: z.enum(['counts', 'does_not_count']),
  resolution: paragraphs('Enter your findings. The partner will see them', 1_000),
})
export type ResolveFlagInput = z.output<typeof resolveFlagInput>

/** The filter of all partners' sales. Invalid values are ignored, so every URL gives a page. */
export const allSalesQuery = z.object({
  /** A partner's id, or part of its name. */
  partner: z.string().trim().max(200).catch('').default(''),
  status: z.enum(statuses).optional().catch(undefined),
  /** Days of the orders in UTC, both included. */
  from: filterDay,
  to: filterDay,
  after: afterRow,
})
export type AllSalesQuery = z.output<typeof allSalesQuery>
