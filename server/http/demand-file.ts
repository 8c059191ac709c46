import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { exportFunnel } from '#server/analytics/insights/funnel.service.ts'
import { funnelQuery } from '#server/analytics/insights/insights.schema.ts'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import type { HttpContext } from './address.ts'
import { sentAsWritten } from './sent-as-written.ts'

/** A partner's funnel as a file, of the part, period and order that the page shows. Who may have it says the procedure. */
export function addDemandFile(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, callerOf }: { db: Db; callerOf: (c: HttpContext) => Promise<Caller> },
): void {
  app.get('/brand/dashboard/analytics/demand.csv', async (c) => {
    const query = funnelQuery.parse(c.req.query())
    const caller = await callerOf(c)
    let described: Awaited<ReturnType<Caller['insights']['funnelFile']>>
    try {
      described = await caller.insights.funnelFile(query)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN' && code !== 'SERVICE_UNAVAILABLE') throw error
      const status = code === 'UNAUTHORIZED' ? 401 : code === 'FORBIDDEN' ? 403 : 503
      return c.text(message, status, { 'cache-control': 'no-store' })
    }
    const text = await exportFunnel({ db, partner: { id: described.partnerId } }, query)
    return new Response(sentAsWritten(text), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${described.fileName}"`,
        'cache-control': 'no-store',
      },
    })
  })
}
