import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { exportProducts } from '#server/importing/export-products.service.ts'
import { exportProductsInput } from '#server/importing/imports.schema.ts'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import type { HttpContext } from './address.ts'
import { exportFile } from './export-file.ts'

/** A partner's products as a file, sent while it is written: ?format= and ?status=. */
export function addProductExport(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, callerOf }: { db: Db; callerOf: (c: HttpContext) => Promise<Caller> },
): void {
  app.get('/brand/dashboard/products/export.csv', async (c) => {
    const input = exportProductsInput.parse({ format: c.req.query('format'), status: c.req.query('status') })
    const caller = await callerOf(c)
    return exportFile(
      c,
      () => caller.imports.export(input),
      ({ partnerId }) => exportProducts({ db, partner: { id: partnerId } }, input),
    )
  })
}
