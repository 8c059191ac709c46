import { z } from 'zod'

/** An error in the format of RFC 9457, which the conversions API uses too. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('What is wrong and what to do about it.'),
  errors: z.array(z.object({ path: z.string().describe('The parameter.'), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof problem>
