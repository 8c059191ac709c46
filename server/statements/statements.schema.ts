import { z } from 'zod'
import { MAX_STATEMENT_BYTES } from '#server/platform/file-size.schema.ts'
import { oneLine, paragraphs } from '#server/platform/texts.schema.ts'

/** Maximum rows or entries of a statement, incoming and outgoing. */
export const MAX_STATEMENT_ROWS = 10_000
/** Lines per group on a page. At most twice as many payments are recorded at once. */
export const LINES_SHOWN = 100

const page = z.coerce.number().int().min(1).max(10_000).catch(1).default(1)
export const statementsQuery = z.object({ page })
export type StatementsQuery = z.output<typeof statementsQuery>

export const uploadStatementInput = z.strictObject({
  /** '' for pasted text. */
  fileName: z
    .string()
    .transform((name) => name.slice(-200))
    .pipe(oneLine(null, 200)),
  /** The file's bytes as base64. */
  content: z
    .base64()
    .min(1, 'Choose a file or paste a statement')
    .max(
      Math.ceil(MAX_STATEMENT_BYTES / 3) * 4,
      `This statement is larger than ${MAX_STATEMENT_BYTES / 2 ** 20} MB. Split it by date`,
    ),
  /** The currency for files without one. */
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{3})?$/, 'Enter a code such as EUR')
    .default(''),
})
export type UploadStatementInput = z.output<typeof uploadStatementInput>

const statementInput = z.strictObject({ statementId: z.uuid() })
export const reviewStatementInput = statementInput.extend({ page })
export type ReviewStatementInput = z.output<typeof reviewStatementInput>

const payment = z.strictObject({ lineId: z.uuid(), invoiceId: z.uuid() })
export const recordPaymentsInput = statementInput.extend({
  payments: z
    .array(payment)
    .min(1, 'Select at least one payment')
    .max(2 * LINES_SHOWN, `Select at most ${2 * LINES_SHOWN} payments`),
})
export type RecordPaymentsInput = z.output<typeof recordPaymentsInput>

export const undoPaymentInput = z.strictObject({
  lineId: z.uuid(),
  reason: paragraphs('Enter a reason. The partner will see it', 300),
})
export type UndoPaymentInput = z.output<typeof undoPaymentInput>
