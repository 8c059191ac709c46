import { partnerEditorProcedure, partnerOwnerProcedure, partnerProcedure, router } from '#server/trpc/procedures.ts'
import { listWrittenEntries } from './adjustments/list-adjustments.service.ts'
import { billingProfileInput } from './billing/billing.schema.ts'
import { findBillingProfile, saveBillingProfile } from './billing/billing-profile.service.ts'
import { confirmUnmatched } from './confirm-unmatched.service.ts'
import { openDisputeInput } from './disputes/disputes.schema.ts'
import { openDispute } from './disputes/open-dispute.service.ts'
import { describeSalesFile } from './export-sales.service.ts'
import { confirmHeldInput, heldOrderInput } from './held-orders/held-orders.schema.ts'
import { confirmHeld, listHeld, refuseHeld } from './held-orders/held-orders.service.ts'
import { getSale } from './get-sale.service.ts'
import { describeInvoicesFile } from './invoices/export-invoices.service.ts'
import { getInvoice, listInvoices } from './invoices/invoices.service.ts'
import { describeLedger } from './ledger/describe-ledger.service.ts'
import { invoiceInput, listSalesInput, saleInput, salesFilter } from './sales.schema.ts'
import { listSales } from './sales.service.ts'

export const salesRouter = router({
  list: partnerProcedure.input(listSalesInput).query(({ ctx, input }) => listSales(ctx, input)),
  file: partnerProcedure.input(salesFilter).query(({ ctx, input }) => describeSalesFile(ctx, input)),
  get: partnerProcedure.input(saleInput).query(({ ctx, input }) => getSale(ctx, input)),
  confirm: partnerOwnerProcedure.input(saleInput).mutation(({ ctx, input }) => confirmUnmatched(ctx, input)),
  held: partnerProcedure.query(({ ctx }) => listHeld(ctx)),
  confirmHeld: partnerOwnerProcedure.input(confirmHeldInput).mutation(({ ctx, input }) => confirmHeld(ctx, input)),
  refuseHeld: partnerOwnerProcedure.input(heldOrderInput).mutation(({ ctx, input }) => refuseHeld(ctx, input)),
  dispute: partnerEditorProcedure.input(openDisputeInput).mutation(({ ctx, input }) => openDispute(ctx, input)),
  writtenEntries: partnerProcedure.query(({ ctx }) => listWrittenEntries(ctx)),
  ledger: partnerProcedure.query(({ ctx }) => describeLedger(ctx)),
  billing: partnerProcedure.query(({ ctx }) => findBillingProfile(ctx)),
  saveBilling: partnerOwnerProcedure
    .input(billingProfileInput)
    .mutation(({ ctx, input }) => saveBillingProfile(ctx, input)),
  invoices: partnerProcedure.query(({ ctx }) => listInvoices(ctx)),
  invoicesFile: partnerProcedure.query(({ ctx }) => describeInvoicesFile(ctx.partner.id)),
  invoice: partnerProcedure.input(invoiceInput).query(({ ctx, input }) => getInvoice(ctx, input)),
})
