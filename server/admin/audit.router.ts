import { auditFileInput, auditQuery } from '#server/operations/audit/audit.schema.ts'
import { describeAuditFile } from '#server/operations/audit/export-audit.service.ts'
import { listAudit } from '#server/operations/audit/list-audit.service.ts'
import { adminProcedure, byItself, router } from '#server/trpc/procedures.ts'

export const adminAuditRouter = router({
  list: adminProcedure.input(auditQuery).query(({ ctx, input }) => listAudit(ctx.db, input)),
  file: adminProcedure
    .use(byItself)
    .input(auditFileInput)
    .query(({ ctx, input }) => describeAuditFile(ctx, input)),
})
