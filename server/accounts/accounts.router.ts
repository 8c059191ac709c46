import { router, signedInProcedure } from '#server/trpc/procedures.ts'
import { requestDeletionInput, setSearchModeInput, updateNotificationsInput, updatePreferencesInput, updateProfileInput } from './accounts.schema.ts'
import { getAccount, setSearchMode, updateNotifications, updatePreferences, updateProfile } from './accounts.service.ts'
import { listCountries } from './countries.ts'
import { requestDeletion } from './delete-account.service.ts'
import { exportAccount } from './export-account.ts'

export const accountRouter = router({
  get: signedInProcedure.query(({ ctx }) => getAccount(ctx.db, ctx.viewer)),
  countries: signedInProcedure.query(() => listCountries()),
  updateProfile: signedInProcedure.input(updateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx.db, ctx.viewer, input)),
  updatePreferences: signedInProcedure.input(updatePreferencesInput).mutation(({ ctx, input }) => updatePreferences(ctx.db, ctx.viewer, input)),
  updateNotifications: signedInProcedure.input(updateNotificationsInput).mutation(({ ctx, input }) => updateNotifications(ctx.db, ctx.viewer, input)),
  setSearchMode: signedInProcedure.input(setSearchModeInput).mutation(({ ctx, input }) => setSearchMode(ctx.db, ctx.viewer, input.mode)),
  export: signedInProcedure.query(({ ctx }) => exportAccount(ctx.db, ctx.visit, ctx.viewer)),
  requestDeletion: signedInProcedure.input(requestDeletionInput).mutation(({ ctx, input }) => requestDeletion(ctx.db, ctx.visit, ctx.viewer, input)),
})
