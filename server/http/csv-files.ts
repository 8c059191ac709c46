import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { exportFunnel } from '#server/analytics/insights/funnel.service.ts'
import { funnelQuery } from '#server/analytics/insights/insights.schema.ts'
import { feedbackFilter } from '#server/feedback/customer-feedback.schema.ts'
import { exportFeedback } from '#server/feedback/export-feedback.service.ts'
import { exportProducts } from '#server/importing/export-products.service.ts'
import { exportFindings } from '#server/importing/findings-file.service.ts'
import { exportProductsInput, importInput } from '#server/importing/imports.schema.ts'
import type { Db } from '#server/platform/db.ts'
import { exportOwnProducts } from '#server/products/list-own.service.ts'
import { ownProductsQuery } from '#server/products/own-products.schema.ts'
import type { Caller } from '#server/router.ts'
import { exportSales } from '#server/sales/export-sales.service.ts'
import { salesAddress } from '#server/sales/sales.schema.ts'
import type { HttpContext } from './client-address.ts'
import type { Asker } from './asker.ts'
import type { StreamedFiles } from './streamed-files.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

interface Described {
  partnerId: string
  fileName: string
}

const STATUS_OF = lookup<401 | 403 | 404 | 503>({
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  SERVICE_UNAVAILABLE: 503,
})

interface Parts {
  db: Db
  callerOf: (c: HttpContext) => Promise<Caller>
  askerFor: (c: HttpContext) => Asker
  files: StreamedFiles
}

/** Streams a partner's CSV files: its products (?format= and ?status=), and its dashboard tables as filtered. */
export function addCsvFiles(app: Hono<{ Bindings: HttpBindings }>, { db, callerOf, askerFor, files }: Parts): void {
  /**
   * @param describe checks access before the first byte
   */
  const sendCsv = async (
    c: HttpContext,
    describe: () => Promise<Described>,
    write: (partner: { id: string }) => AsyncGenerator<string> | Promise<AsyncGenerator<string>>,
  ): Promise<Response> => {
    let described: Described
    try {
      described = await describe()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      const status = STATUS_OF[code ?? '']
      if (!status) throw error
      return c.text(message, status, { 'cache-control': 'no-store' })
    }
    const { partnerId, fileName } = described
    return files.send(c, askerFor(c), () => write({ id: partnerId }), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
  }
  app.get('/brand/dashboard/products/export.csv', async (c) => {
    const input = exportProductsInput.parse({ format: c.req.query('format'), status: c.req.query('status') })
    const caller = await callerOf(c)
    return sendCsv(
      c,
      () => caller.imports.export(input),
      (partner) => exportProducts({ db, partner }, input),
    )
  })
  app.get('/brand/dashboard/products/list.csv', async (c) => {
    const query = ownProductsQuery.parse(c.req.query())
    const caller = await callerOf(c)
    return sendCsv(
      c,
      () => caller.products.listFile(query),
      (partner) => exportOwnProducts({ db, partner }, query),
    )
  })
  app.get('/brand/dashboard/products/import/:importId/findings.csv', async (c) => {
    const { success, data } = importInput.safeParse({ importId: c.req.param('importId') })
    if (!success) return c.text('Import not found.', 404)
    const caller = await callerOf(c)
    return sendCsv(
      c,
      () => caller.imports.findingsFile(data),
      (partner) => exportFindings({ db, partner }, data),
    )
  })
  app.get('/brand/dashboard/sales/list.csv', async (c) => {
    const { status, q, from, to, sort } = salesAddress.parse(c.req.query())
    const filter = { status, q, from, to, sort }
    const caller = await callerOf(c)
    return sendCsv(
      c,
      () => caller.sales.file(filter),
      (partner) => exportSales({ db, partner }, filter),
    )
  })
  app.get('/brand/dashboard/analytics/demand.csv', async (c) => {
    const query = funnelQuery.parse(c.req.query())
    const caller = await callerOf(c)
    return sendCsv(
      c,
      () => caller.insights.funnelFile(query),
      (partner) => exportFunnel({ db, partner }, query),
    )
  })
  app.get('/brand/dashboard/feedback/export.csv', async (c) => {
    const filter = feedbackFilter.parse(c.req.query())
    const caller = await callerOf(c)
    return sendCsv(
      c,
      () => caller.feedback.file(filter),
      (partner) => exportFeedback({ db, partner }, filter),
    )
  })
}
