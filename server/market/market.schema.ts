import { z } from 'zod'
import { PERIODS } from '#server/platform/period.schema.ts'

export const marketInput = z.strictObject({ period: z.enum(PERIODS) })
export type MarketInput = z.infer<typeof marketInput>
