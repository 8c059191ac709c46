import { approvalInput, approvalsQuery } from '#server/two-people/approvals.schema.ts'
import { listApprovals, rejectApproval, withdrawApproval } from '#server/two-people/approvals.service.ts'
import {
  adjustmentsQuery,
  adjustmentInput,
  proposeInput,
  rejectInput,
} from '#server/sales/adjustments/adjustments.schema.ts'
import {
  approveAdjustment,
  rejectAdjustment,
  withdrawAdjustment,
} from '#server/sales/adjustments/decide-adjustment.service.ts'
import { listAdjustments } from '#server/sales/adjustments/list-adjustments.service.ts'
import { proposeAdjustment } from '#server/sales/adjustments/propose-adjustment.service.ts'
import { sellerProfileInput } from '#server/sales/billing/billing.schema.ts'
import { listSellerProfiles, saveSellerProfile } from '#server/sales/billing/seller-profile.service.ts'
import { decideDispute } from '#server/sales/disputes/decide-dispute.service.ts'
import { decideDisputeInput, disputesQuery } from '#server/sales/disputes/disputes.schema.ts'
import { listDisputes } from '#server/sales/disputes/list-disputes.service.ts'
import { describeInvoicesFile } from '#server/sales/invoices/export-invoices.service.ts'
import { getInvoice } from '#server/sales/invoices/invoices.service.ts'
import { closeMonthsNow, previewMonths } from '#server/sales/invoices/preview-months.service.ts'
import { listPlans, getPlanVersion } from '#server/sales/plans/list-plans.service.ts'
import { activatePlanInput, draftInput, planInput } from '#server/sales/plans/plans.schema.ts'
import { previewPlan } from '#server/sales/plans/preview-plan.service.ts'
import { activatePlan, writePlan } from '#server/sales/plans/write-plan.service.ts'
import { enterRateInput, enterRatesInput, previewRatesInput } from '#server/sales/rates/rates.schema.ts'
import { enterRate, enterRates, listRates, previewRates } from '#server/sales/rates/rates.service.ts'
import { closeMonthsInput } from '#server/sales/sales-for-admins.schema.ts'
import { invoiceInput } from '#server/sales/sales.schema.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'
import { approve } from './approve.service.ts'

export const adminMoneyRouter = router({
  plans: adminProcedure.query(({ ctx }) => listPlans(ctx.db)),
  plan: adminProcedure.input(planInput).query(({ ctx, input }) => getPlanVersion(ctx.db, input)),
  previewPlan: adminProcedure.input(draftInput).query(({ ctx, input }) => previewPlan(ctx.db, input)),
  writePlan: adminProcedure.input(draftInput).mutation(({ ctx, input }) => writePlan(ctx, input)),
  activatePlan: adminProcedure.input(activatePlanInput).mutation(({ ctx, input }) => activatePlan(ctx, input)),
  rates: adminProcedure.query(({ ctx }) => listRates(ctx.db)),
  previewRates: adminProcedure
    .meta({ hasFileText: true })
    .input(previewRatesInput)
    .query(({ ctx, input }) => previewRates(ctx.db, input)),
  enterRate: adminProcedure.input(enterRateInput).mutation(({ ctx, input }) => enterRate(ctx, input)),
  enterRates: adminProcedure
    .meta({ hasFileText: true })
    .input(enterRatesInput)
    .mutation(({ ctx, input }) => enterRates(ctx, input)),
  adjustments: adminProcedure.input(adjustmentsQuery).query(({ ctx, input }) => listAdjustments(ctx, input)),
  propose: adminProcedure.input(proposeInput).mutation(({ ctx, input }) => proposeAdjustment(ctx, input)),
  approve: adminProcedure.input(adjustmentInput).mutation(({ ctx, input }) => approveAdjustment(ctx, input)),
  reject: adminProcedure.input(rejectInput).mutation(({ ctx, input }) => rejectAdjustment(ctx, input)),
  withdraw: adminProcedure.input(adjustmentInput).mutation(({ ctx, input }) => withdrawAdjustment(ctx, input)),
  approvals: adminProcedure.input(approvalsQuery).query(({ ctx, input }) => listApprovals(ctx, input)),
  approveProposal: adminProcedure.input(approvalInput).mutation(({ ctx, input }) => approve(ctx, input)),
  rejectProposal: adminProcedure.input(approvalInput).mutation(({ ctx, input }) => rejectApproval(ctx, input)),
  withdrawProposal: adminProcedure.input(approvalInput).mutation(({ ctx, input }) => withdrawApproval(ctx, input)),
  invoice: adminProcedure
    .input(invoiceInput)
    .query(({ ctx, input }) => getInvoice({ db: ctx.db, partner: null }, input)),
  previewMonths: adminProcedure.query(({ ctx }) => previewMonths(ctx)),
  closeMonths: adminProcedure.input(closeMonthsInput).mutation(({ ctx, input }) => closeMonthsNow(ctx, input)),
  invoicesFile: adminProcedure.query(() => describeInvoicesFile(null)),
  seller: adminProcedure.query(({ ctx }) => listSellerProfiles(ctx.db)),
  saveSeller: adminProcedure.input(sellerProfileInput).mutation(({ ctx, input }) => saveSellerProfile(ctx, input)),
  disputes: adminProcedure.input(disputesQuery).query(({ ctx, input }) => listDisputes(ctx.db, input)),
  decideDispute: adminProcedure.input(decideDisputeInput).mutation(({ ctx, input }) => decideDispute(ctx, input)),
})
