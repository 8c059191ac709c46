import { recordPayments } from '#server/statements/record-payments.service.ts'
import { reviewStatement } from '#server/statements/review-statement.service.ts'
import {
  recordPaymentsInput,
  reviewStatementInput,
  statementsQuery,
  undoPaymentInput,
  uploadStatementInput,
} from '#server/statements/statements.schema.ts'
import { listStatements, uploadStatement } from '#server/statements/statements.service.ts'
import { undoPayment } from '#server/statements/undo-payment.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'

export const adminStatementsRouter = router({
  list: adminProcedure.input(statementsQuery).query(({ ctx, input }) => listStatements(ctx.db, input)),
  review: adminProcedure.input(reviewStatementInput).query(({ ctx, input }) => reviewStatement(ctx, input)),
  upload: adminProcedure.input(uploadStatementInput).mutation(({ ctx, input }) => uploadStatement(ctx, input)),
  record: adminProcedure.input(recordPaymentsInput).mutation(({ ctx, input }) => recordPayments(ctx, input)),
  undo: adminProcedure.input(undoPaymentInput).mutation(({ ctx, input }) => undoPayment(ctx, input)),
})
