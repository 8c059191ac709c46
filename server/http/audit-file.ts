import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { auditFileInput } from '#server/operations/audit/audit.schema.ts'
import { exportAudit } from '#server/operations/audit/export-audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import type { HttpContext } from './client-address.ts'
import type { Asker } from './asker.ts'
import type { StreamedFiles } from './streamed-files.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

const STATUS_OF = lookup<401 | 403 | 503>({
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  SERVICE_UNAVAILABLE: 503,
})

interface Parts {
  db: Db
  callerOf: (c: HttpContext) => Promise<Caller>
  askerFor: (c: HttpContext) => Asker
  files: StreamedFiles
}

/** Streams the filtered audit log as a file. The procedure checks who may download it. */
export function addAuditFile(app: Hono<{ Bindings: HttpBindings }>, { db, callerOf, askerFor, files }: Parts): void {
  app.get('/admin/audit/export', async (c) => {
    const input = auditFileInput.parse(c.req.query())
    const caller = await callerOf(c)
    let fileName: string
    try {
      fileName = (await caller.admin.audit.file(input)).fileName
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      const status = STATUS_OF[code]
      if (!status) throw error
      return c.text(message, status, { 'cache-control': 'no-store' })
    }
    return files.send(c, askerFor(c), () => exportAudit(db, input), {
      'content-type': `${input.format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
  })
}
