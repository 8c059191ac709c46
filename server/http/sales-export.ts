import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import { exportSales } from '#server/sales/export-sales.service.ts'
import { salesAddress } from '#server/sales/sales.schema.ts'
import type { HttpContext } from './address.ts'
import { exportFile } from './export-file.ts'

/** A partner's sales as a file, sent while it is written: all that the filters in the address find. */
export function addSalesExport(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, callerOf }: { db: Db; callerOf: (c: HttpContext) => Promise<Caller> },
): void {
  app.get('/brand/dashboard/sales/list.csv', async (c) => {
    const { page: _, ...filter } = salesAddress.parse(c.req.query())
    const caller = await callerOf(c)
    return exportFile(
      c,
      () => caller.sales.file(filter),
      ({ partnerId }) => exportSales({ db, partner: { id: partnerId } }, filter),
    )
  })
}
