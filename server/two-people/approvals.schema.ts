import { z } from 'zod'

export const approvalsQuery = z.object({
  state: z.enum(['open', 'decided']).catch('open').default('open'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
export type ApprovalsQuery = z.output<typeof approvalsQuery>

export const approvalInput = z.strictObject({ approvalId: z.uuid() })
export type ApprovalInput = z.output<typeof approvalInput>
