import { byItself, router, signedInProcedure } from '#server/trpc/procedures.ts'
import {
  requestDeletionInput,
  setSearchModeInput,
  updateNotificationsInput,
  updatePreferencesInput,
  updateProfileInput,
} from './accounts.schema.ts'
import { getAccount, setSearchMode, updateNotifications, updatePreferences, updateProfile } from './accounts.service.ts'
import { listCountries } from './countries.ts'
import { requestDeletion } from './delete-account.service.ts'
import { exportAccount } from './export-account.ts'

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
  setSearchMode: signedInProcedure
    .input(setSearchModeInput)
    .mutation(({ ctx, input }) => setSearchMode(ctx, input.mode)),
  export: signedInProcedure.use(byItself).query(({ ctx }) => exportAccount(ctx)),
  requestDeletion: signedInProcedure
    .input(requestDeletionInput)
    .mutation(({ ctx, input }) => requestDeletion(ctx, input)),
})
