import { partnerOwnerProcedure, partnerProcedure, publicProcedure, router } from '#server/trpc/procedures.ts'
import { changeCurrencyInput } from '../currency/currency.schema.ts'
import { changeCurrency, getPartnerCurrency } from '../currency/change-currency.service.ts'
import { pauseStore, resumeStore } from './pause.service.ts'
import {
  foldInput,
  hideColumnInput,
  stopStoreMailInput,
  updateDisplayInput,
  updateStoreNoticesInput,
} from './preferences.schema.ts'
import {
  foldSidebar,
  hideColumn,
  getStoreNotices,
  stopStoreMail,
  updateDisplay,
  updateStoreNotices,
} from './preferences.service.ts'
import {
  pauseInput,
  updatePoliciesInput,
  updateStoreProfileInput,
  updateTrackingInput,
} from './store-settings.schema.ts'
import {
  listRecentSignIns,
  getStoreSettings,
  updatePolicies,
  updateStoreProfile,
  updateTracking,
} from './store-settings.service.ts'

export const partnerSettingsRouter = router({
  get: partnerProcedure.query(({ ctx }) => getStoreSettings(ctx)),
  updateProfile: partnerOwnerProcedure
    .input(updateStoreProfileInput)
    .mutation(({ ctx, input }) => updateStoreProfile(ctx, input)),
  currency: partnerProcedure.query(({ ctx }) => getPartnerCurrency(ctx.db, ctx.partner.id)),
  changeCurrency: partnerOwnerProcedure
    .input(changeCurrencyInput)
    .mutation(({ ctx, input }) => changeCurrency(ctx, input)),
  updatePolicies: partnerOwnerProcedure
    .input(updatePoliciesInput)
    .mutation(({ ctx, input }) => updatePolicies(ctx, input)),
  updateTracking: partnerOwnerProcedure
    .input(updateTrackingInput)
    .mutation(({ ctx, input }) => updateTracking(ctx, input)),
  pause: partnerOwnerProcedure.input(pauseInput).mutation(({ ctx, input }) => pauseStore(ctx, input)),
  resume: partnerOwnerProcedure.mutation(({ ctx }) => resumeStore(ctx)),

  notices: partnerProcedure.query(({ ctx }) => getStoreNotices(ctx)),
  updateNotices: partnerProcedure
    .input(updateStoreNoticesInput)
    .mutation(({ ctx, input }) => updateStoreNotices(ctx, input)),
  updateDisplay: partnerProcedure.input(updateDisplayInput).mutation(({ ctx, input }) => updateDisplay(ctx, input)),
  fold: partnerProcedure.input(foldInput).mutation(({ ctx, input }) => foldSidebar(ctx, input)),
  hideColumn: partnerProcedure.input(hideColumnInput).mutation(({ ctx, input }) => hideColumn(ctx, input)),
  recentSignIns: partnerProcedure.query(({ ctx }) => listRecentSignIns(ctx)),

  stopMail: publicProcedure.input(stopStoreMailInput).mutation(({ ctx, input }) => stopStoreMail(ctx.db, input.token)),
})
