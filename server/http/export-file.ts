import type { HttpContext } from './address.ts'
import { sentAsWritten } from './sent-as-written.ts'

const REFUSED: Record<string, 401 | 403 | 503> = { UNAUTHORIZED: 401, FORBIDDEN: 403, SERVICE_UNAVAILABLE: 503 }

/** A CSV file that is sent while it is written, or why it is not given. @param describe the procedure that allows it */
export async function exportFile<File extends { fileName: string }>(
  c: HttpContext,
  describe: () => Promise<File>,
  write: (file: File) => AsyncGenerator<string>,
): Promise<Response> {
  let file: File
  try {
    file = await describe()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    const status = REFUSED[code]
    if (!status) throw error
    return c.text(message, status, { 'cache-control': 'no-store' })
  }
  return new Response(sentAsWritten(write(file)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'cache-control': 'no-store',
    },
  })
}
