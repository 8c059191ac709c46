import { listCountries } from '#server/platform/countries.ts'
import { byItself, publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import {
  requestDeletionInput,
  setCurrencyInput,
  setSearchModeInput,
  updateNotificationsInput,
  updatePreferencesInput,
  updateProfileInput,
} from './accounts.schema.ts'
import {
  getAccount,
  setCurrency,
  setSearchMode,
  updateNotifications,
  updatePreferences,
  updateProfile,
} from './accounts.service.ts'
import { requestDeletion } from './delete-account.service.ts'
import { exportAccount } from './export-account.ts'
import { exportByLink, checkExportLink } from './people/close-for-owner.service.ts'
import { exportLinkInput } from './people/people.schema.ts'

export const accountRouter = router({
  get: signedInProcedure.query(({ ctx }) => getAccount(ctx)),
  countries: signedInProcedure.query(() => listCountries()),
  updateProfile: signedInProcedure.input(updateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx, input)),
  updatePreferences: signedInProcedure
    .input(updatePreferencesInput)
    .mutation(({ ctx, input }) => updatePreferences(ctx, input)),
  updateNotifications: signedInProcedure
    .input(updateNotificationsInput)
    .mutation(({ ctx, input }) => updateNotifications(ctx, input)),
  setCurrency: signedInProcedure.input(setCurrencyInput).mutation(({ ctx, input }) => setCurrency(ctx, input.currency)),
  setSearchMode: signedInProcedure
    .input(setSearchModeInput)
    .mutation(({ ctx, input }) => setSearchMode(ctx, input.mode)),
  export: signedInProcedure.use(byItself).query(({ ctx }) => exportAccount(ctx)),
  exportLink: publicProcedure.input(exportLinkInput).query(({ ctx, input }) => checkExportLink(ctx, input)),
  exportByLink: publicProcedure
    .use(byItself)
    .input(exportLinkInput)
    .mutation(({ ctx, input }) => exportByLink(ctx, input)),
  requestDeletion: signedInProcedure
    .input(requestDeletionInput)
    .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
})
