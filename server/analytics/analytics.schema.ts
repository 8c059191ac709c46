import { z } from 'zod'
import { PERIODS } from '#server/platform/period.schema.ts'

export const figuresInput = z.strictObject({ period: z.enum(PERIODS) })
export type FiguresInput = z.infer<typeof figuresInput>
