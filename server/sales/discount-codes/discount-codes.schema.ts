import { z } from 'zod'
import { oneLine } from '#server/platform/texts.schema.ts'

export const MAX_CODES = 100

export const discountCodeInput = z.object({
  code: oneLine('Please enter the code', 100).transform((code) => code.toLowerCase()),
})
export type DiscountCodeInput = z.output<typeof discountCodeInput>
