import { z } from 'zod'

/** The version that the partner saw when accepting. */
export const acceptPlanInput = z.object({
  planId: z.uuid(),
  termsVersion: z.string().max(20),
  agreedToTerms: z.literal(true, { error: 'Please agree to the terms to continue' }),
})
export type AcceptPlanInput = z.output<typeof acceptPlanInput>
