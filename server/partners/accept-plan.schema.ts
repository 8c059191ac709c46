import { z } from 'zod'

/** What a partner was shown when it accepted. */
export const acceptPlanInput = z.object({
  planId: z.uuid(),
  termsVersion: z.string().max(20),
  agreedToTerms: z.literal(true, { error: 'Please agree to the terms to continue' }),
})
export type AcceptPlanInput = z.output<typeof acceptPlanInput>
