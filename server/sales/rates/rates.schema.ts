import { z } from 'zod'
import { oneLine } from '#server/platform/texts.schema.ts'

/**
 * The maximum number of characters that we read of a file from the European Central Bank. Its daily files have about
 * 2,000.
 */
export const MAX_FILE_TEXT = 100_000
/** A change by more than this fraction needs a confirmation. */
export const IMPLAUSIBLE = 0.2

const isSure = z.preprocess((value) => value === true || value === 'on', z.boolean())
/** The id of the newest rate that the page showed, to detect concurrent changes; empty if there was none. */
const last = z.union([z.uuid(), z.literal('')])

export const enterRateInput = z.strictObject({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Enter a three-letter code, such as EUR'),
  /** One unit of the currency in US dollars. */
  toBase: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'Enter a number with up to six decimals, such as 1.160000'),
  asOf: z.iso.date('Enter a date like 2026-11-23'),
  source: oneLine('Enter the source of the rates', 200),
  isSure,
  last,
})
export type EnterRateInput = z.output<typeof enterRateInput>

/** The rates for a second administrator to approve. */
export const agreedRatesInput = z.strictObject({
  asOf: z.iso.date(),
  source: z.string(),
  rates: z.array(z.strictObject({ currency: z.string(), toBase: z.string() })),
})
export type AgreedRatesInput = z.output<typeof agreedRatesInput>

const text = z
  .string()
  .trim()
  .min(1, 'Paste or choose a file')
  .max(MAX_FILE_TEXT, 'This is too long for a file of daily rates')
export const previewRatesInput = z.strictObject({ text })
export type PreviewRatesInput = z.output<typeof previewRatesInput>

export const enterRatesInput = z.strictObject({ text, isSure, last })
export type EnterRatesInput = z.output<typeof enterRatesInput>
