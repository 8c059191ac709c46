import { z } from 'zod'
import { paragraphs } from '#server/platform/texts.schema.ts'

/**
 * The maximum that one entry adds, in minor units of any currency. An entry cannot take away more than the partner
 * owes.
 */
export const MAX_ADDED = 100_000_00
const ADJUSTMENT_KINDS = ['waiver', 'manual'] as const
export const ADJUSTMENT_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const

export const proposeInput = z.strictObject({
  partnerId: z.uuid(),
  /** Empty if the entry is not about a sale. */
  saleId: z.uuid().or(z.literal('')).default(''),
  kind: z.enum(ADJUSTMENT_KINDS),
  /** Signed, in the ledger's currency: '-12.50'. */
  amount: z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,9}(\.\d{1,3})?$/, 'Enter an amount, such as -12.50'),
  reason: paragraphs('Enter a reason. The partner will see it', 500),
})
export type ProposeInput = z.output<typeof proposeInput>

const adjustmentId = z.uuid()
/** Input for approving or withdrawing an adjustment. */
export const adjustmentInput = z.strictObject({ adjustmentId })
export const rejectInput = z.strictObject({
  adjustmentId,
  reason: paragraphs('Enter a reason for the person who proposed it', 500),
})
export type RejectInput = z.output<typeof rejectInput>
export type AdjustmentInput = z.output<typeof adjustmentInput>

export const adjustmentsQuery = z.object({
  status: z.enum(ADJUSTMENT_STATES).catch('proposed').default('proposed'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
  /** The subject of a proposed entry: a partner, or one of its sales. */
  partner: z.uuid().optional().catch(undefined),
  sale: z.uuid().optional().catch(undefined),
})
export type AdjustmentsQuery = z.output<typeof adjustmentsQuery>
