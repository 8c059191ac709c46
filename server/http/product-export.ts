import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { exportProducts } from '#server/importing/export-products.service.ts'
import { exportProductsInput } from '#server/importing/imports.schema.ts'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import type { HttpContext } from './address.ts'
import { sentAsWritten } from './sent-as-written.ts'

/** A partner's products as a file, sent while it is written: ?format= and ?status=. */
export function addProductExport(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, callerOf }: { db: Db; callerOf: (c: HttpContext) => Promise<Caller> },
): void {
  app.get('/brand/dashboard/products/export.csv', async (c) => {
    const input = exportProductsInput.parse({ format: c.req.query('format'), status: c.req.query('status') })
    const caller = await callerOf(c)
    let described: Awaited<ReturnType<Caller['imports']['export']>>
    try {
      described = await caller.imports.export(input)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN' && code !== 'SERVICE_UNAVAILABLE') throw error
      const status = code === 'UNAUTHORIZED' ? 401 : code === 'FORBIDDEN' ? 403 : 503
      return c.text(message, status, { 'cache-control': 'no-store' })
    }
    const text = exportProducts({ db, partner: { id: described.partnerId } }, input)
    return new Response(sentAsWritten(text), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${described.fileName}"`,
        'cache-control': 'no-store',
      },
    })
  })
}
