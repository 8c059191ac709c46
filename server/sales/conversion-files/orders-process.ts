// The process that parse-order-file.ts starts for one file. It has no database connection and receives only the file's
// text.
import { AppError } from '#server/platform/errors.ts'
import { answerParent } from '#server/platform/work-process-child.ts'
import type { ParsedFile } from './parse-order-file.ts'
import { parseOrders } from './parse-orders.ts'

answerParent(async ({ text }: { text: string }): Promise<ParsedFile> => {
  try {
    const { orders, problems } = await parseOrders(text)
    return { orders: JSON.stringify(orders), problems: JSON.stringify(problems) }
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
})
