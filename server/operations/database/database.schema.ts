import { z } from 'zod'

export const retryJobInput = z.object({
  queue: z.string().regex(/^[a-z0-9-]{1,100}$/, 'There is no such queue'),
  jobId: z.uuid('There is no such job'),
})
export type RetryJobInput = z.output<typeof retryJobInput>
