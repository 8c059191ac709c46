import { changePartnerCurrencyInput } from '#server/partners/currency/currency.schema.ts'
import { changePartnerCurrency, getPartnerCurrency } from '#server/partners/currency/change-currency.service.ts'
import { addDomainInput, removeDomainInput } from '#server/partners/domains.schema.ts'
import { addDomain, listDomains, removeDomain } from '#server/partners/domains.service.ts'
import { judgedPartnerInput } from '#server/partners/partner-queue.schema.ts'
import { offerPlanInput, withdrawOfferInput } from '#server/partners/plan-offers.schema.ts'
import { listPlanOffers, offerPlan, withdrawOffer } from '#server/partners/plan-offers.service.ts'
import { handOverByAdminInput } from '#server/partners/team/hand-over-by-admin.schema.ts'
import { handOverByAdmin, getStoreTeam } from '#server/partners/team/hand-over-by-admin.service.ts'
import { setLimitInput } from '#server/quotas/limits.schema.ts'
import { setLimit } from '#server/quotas/set-limit.service.ts'
import { getLimits } from '#server/quotas/usage.service.ts'
import { addStaffInput, removeStaffInput } from '#server/sales/own-staff.schema.ts'
import { addStaff, listStaff, removeStaff } from '#server/sales/own-staff.service.ts'
import { adminProcedure, router } from '#server/trpc/procedures.ts'
import { getPartnerBusiness } from './partner-business.service.ts'

/** Administrators' actions on one partner, except approvals, rejections and suspensions. */
export const adminStoresRouter = router({
  domains: adminProcedure.input(judgedPartnerInput).query(({ ctx, input }) => listDomains(ctx.db, input.partnerId)),
  addDomain: adminProcedure.input(addDomainInput).mutation(({ ctx, input }) => addDomain(ctx, input)),
  removeDomain: adminProcedure.input(removeDomainInput).mutation(({ ctx, input }) => removeDomain(ctx, input)),
  staff: adminProcedure.input(judgedPartnerInput).query(({ ctx, input }) => listStaff(ctx.db, input.partnerId)),
  addStaff: adminProcedure.input(addStaffInput).mutation(({ ctx, input }) => addStaff(ctx, input)),
  removeStaff: adminProcedure.input(removeStaffInput).mutation(({ ctx, input }) => removeStaff(ctx, input)),
  currency: adminProcedure
    .input(judgedPartnerInput)
    .query(({ ctx, input }) => getPartnerCurrency(ctx.db, input.partnerId)),
  changeCurrency: adminProcedure
    .input(changePartnerCurrencyInput)
    .mutation(({ ctx, input }) => changePartnerCurrency(ctx, input)),
  business: adminProcedure
    .input(judgedPartnerInput)
    .query(({ ctx, input }) => getPartnerBusiness(ctx.db, input.partnerId)),
  team: adminProcedure.input(judgedPartnerInput).query(({ ctx, input }) => getStoreTeam(ctx.db, input.partnerId)),
  handOver: adminProcedure.input(handOverByAdminInput).mutation(({ ctx, input }) => handOverByAdmin(ctx, input)),
  limits: adminProcedure.input(judgedPartnerInput).query(({ ctx, input }) => getLimits(ctx.db, input.partnerId)),
  setLimit: adminProcedure.input(setLimitInput).mutation(({ ctx, input }) => setLimit(ctx, input)),
  offers: adminProcedure.input(judgedPartnerInput).query(({ ctx, input }) => listPlanOffers(ctx.db, input.partnerId)),
  offerPlan: adminProcedure.input(offerPlanInput).mutation(({ ctx, input }) => offerPlan(ctx, input)),
  withdrawOffer: adminProcedure.input(withdrawOfferInput).mutation(({ ctx, input }) => withdrawOffer(ctx, input)),
})
