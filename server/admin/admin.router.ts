import { mailIdInput, outboxInput } from '#server/mail/outbox.schema.ts'
import { listOutbox, readMail, retryMail } from '#server/mail/outbox.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

export const adminRouter = router({
  outbox: adminProcedure.input(outboxInput).query(({ ctx, input }) => listOutbox(ctx.db, input)),
  outboxMail: adminProcedure.input(mailIdInput).query(({ ctx, input }) => readMail(ctx.db, ctx.visit, ctx.viewer, input.mailId)),
  retryMail: adminProcedure.input(mailIdInput).mutation(({ ctx, input }) => retryMail(ctx.db, ctx.visit, ctx.viewer, input.mailId)),
})
