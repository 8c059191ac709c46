import { z } from 'zod'

export const retryJobInput = z.object({
  queue: z.string().regex(/^[a-z0-9-]{1,100}$/, 'Queue not found'),
  jobId: z.uuid('Job not found'),
})
export type RetryJobInput = z.output<typeof retryJobInput>
