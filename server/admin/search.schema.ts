import { z } from 'zod'
import { MAX_TEXT } from './search-values.schema.ts'

/** The search text, without pasted control characters. */
const q = z
  .string()
  .catch('')
  .default('')
  .transform((text) =>
    text
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_TEXT),
  )

export const searchEverythingInput = z.object({
  q,
  /** Twenty of each kind instead of five. */
  isWide: z.boolean().default(false),
})
export type SearchEverythingInput = z.output<typeof searchEverythingInput>

export const clickToShowInput = z.strictObject({
  clickId: z
    .string()
    .max(40)
    .regex(/^wc_[0-9A-Z]+$/),
})
export type ClickToShowInput = z.output<typeof clickToShowInput>
