import { z } from 'zod'
import { isPeriodChoice, type PeriodChoice } from '#server/platform/period.schema.ts'

/** A period that ends now, or two dates: '2026-11-01..2026-11-15'. */
export const periodChoice = z.custom<PeriodChoice>(isPeriodChoice, 'Choose a period, or two dates.')
export const figuresInput = z.strictObject({ period: periodChoice })
export type FiguresInput = z.infer<typeof figuresInput>
