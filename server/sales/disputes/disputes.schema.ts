import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'

/** Counted from the order. */
export const DAYS_TO_DISPUTE = 90
/** Statuses of sales that a partner may dispute, because a commission is owed. */
export const DISPUTABLE = ['pending', 'confirmed', 'invoiced', 'paid'] as const

export const openDisputeInput = z.strictObject({
  saleId: z.uuid(),
  reason: paragraphs('Explain why WTF did not refer this sale', 1_000),
})
export type OpenDisputeInput = z.output<typeof openDisputeInput>

/** `worth`: the order's value as the page showed it (as-shown.ts). */
export const decideDisputeInput = z.strictObject({
  disputeId: z.uuid(),
  worth: z.string().max(50),
  outcome: z.enum(['stands', 'does_not_count']),
  decision: paragraphs('Enter your findings. The partner will see them', 1_000),
})
export type DecideDisputeInput = z.output<typeof decideDisputeInput>

export const disputesQuery = z.object({
  state: z.enum(['open', 'decided']).catch('open').default('open'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
export type DisputesQuery = z.output<typeof disputesQuery>
