import { z } from 'zod'

export const actInput = z.strictObject({ actId: z.uuid() })
export type ActInput = z.infer<typeof actInput>
