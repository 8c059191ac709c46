// The process that parse-statement.ts starts for one statement. It has no database connection and receives only the
// file.
import { AppError } from '#server/platform/errors.ts'
import { answerParent } from '#server/platform/work-process-child.ts'
import type { ParsedStatement } from './parse-statement.ts'
import { parseStatementFile } from './parse-statement-file.ts'

answerParent(async ({ bytes, currency }: { bytes: Uint8Array; currency: string }): Promise<ParsedStatement> => {
  try {
    return { statement: await parseStatementFile(Buffer.from(bytes), currency) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
})
