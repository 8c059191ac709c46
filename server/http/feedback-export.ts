import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { feedbackFilter } from '#server/feedback/customer-feedback.schema.ts'
import { exportFeedback } from '#server/feedback/export-feedback.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { Caller } from '#server/router.ts'
import type { HttpContext } from './address.ts'
import { exportFile } from './export-file.ts'

/** What shoppers wrote to a partner as a file, sent while it is written: all that the filters in the address find. */
export function addFeedbackExport(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, callerOf }: { db: Db; callerOf: (c: HttpContext) => Promise<Caller> },
): void {
  app.get('/brand/dashboard/feedback/export.csv', async (c) => {
    const filter = feedbackFilter.parse(c.req.query())
    const caller = await callerOf(c)
    return exportFile(
      c,
      () => caller.feedback.file(filter),
      ({ partnerId }) => exportFeedback({ db, partner: { id: partnerId } }, filter),
    )
  })
}
