import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import {
  changeSearchInput,
  findsSeenInput,
  listInput,
  newInTokenInput,
  savedSearchInput,
  saveSearchInput,
} from './new-in.schema.ts'
import { deviceInput, forgetDeviceInput } from '#server/push/push.schema.ts'
import { forgetDevice, listDevices, renewDevice, tellDevice } from '#server/push/devices.service.ts'
import { previewSearch, saveSearch } from './save-search.service.ts'
import {
  bringBackSearch,
  changeSearch,
  countUnseenFinds,
  getSearch,
  listSearches,
  markFindsSeen,
  removeSearch,
  renewFeed,
} from './saved-searches.service.ts'
import { leaveMails, findLeaving } from './unsubscribe.service.ts'

export const newInRouter = router({
  list: signedInProcedure.query(({ ctx }) => listSearches(ctx)),
  unseen: signedInProcedure.query(({ ctx }) => countUnseenFinds(ctx)),
  get: signedInProcedure.input(savedSearchInput).query(({ ctx, input }) => getSearch(ctx, input.searchId)),
  preview: signedInProcedure.input(listInput).query(({ ctx, input }) => previewSearch(ctx, input)),
  save: signedInProcedure.input(saveSearchInput).mutation(({ ctx, input }) => saveSearch(ctx, input)),
  change: signedInProcedure.input(changeSearchInput).mutation(({ ctx, input }) => changeSearch(ctx, input)),
  renewFeed: signedInProcedure.input(savedSearchInput).mutation(({ ctx, input }) => renewFeed(ctx, input.searchId)),
  remove: signedInProcedure.input(savedSearchInput).mutation(({ ctx, input }) => removeSearch(ctx, input.searchId)),
  bringBack: signedInProcedure
    .input(savedSearchInput)
    .mutation(({ ctx, input }) => bringBackSearch(ctx, input.searchId)),
  markSeen: signedInProcedure
    .input(findsSeenInput)
    .mutation(({ ctx, input }) => markFindsSeen(ctx, { ...input, until: new Date(input.until) })),
  devices: signedInProcedure.query(({ ctx }) => listDevices(ctx)),
  tellDevice: signedInProcedure.input(deviceInput).mutation(({ ctx, input }) => tellDevice(ctx, input)),
  renewDevice: signedInProcedure.input(deviceInput).mutation(({ ctx, input }) => renewDevice(ctx, input)),
  forgetDevice: signedInProcedure.input(forgetDeviceInput).mutation(({ ctx, input }) => forgetDevice(ctx, input)),
  leaving: publicProcedure.input(newInTokenInput).query(({ ctx, input }) => findLeaving(ctx.db, input.token)),
  unsubscribe: publicProcedure.input(newInTokenInput).mutation(({ ctx, input }) => leaveMails(ctx.db, input.token)),
})
