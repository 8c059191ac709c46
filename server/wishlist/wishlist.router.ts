import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { getWish, listWishlist } from './list-wishlist.service.ts'
import { countUnseenEvents, listWishlistEvents, markEventsSeen } from './list-events.service.ts'
import { getLookbook } from './lookbook.service.ts'
import { unsubscribeFromWishlist } from './unsubscribe-from-wishlist.service.ts'
import { byItself, publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { addWishes, clearWishlist, removeWishes, undoRemoval, updateWish } from './change-wishlist.service.ts'
import { exportWishlist } from './export-wishlist.service.ts'
import { importWishlist } from './import-wishlist.service.ts'
import { recommend } from './recommend.service.ts'
import { copyShared, getSharedWishlist, getSharing, startSharing, stopSharing } from './share-wishlist.service.ts'
import { analyseWishlist } from './wishlist-analytics.service.ts'
import {
  addWishesInput,
  exportWishlistInput,
  importWishlistInput,
  removalInput,
  removeWishesInput,
  unsubscribeInput,
  updateSettingsInput,
  seenInput,
  sharedWishlistInput,
  shareTokenInput,
  startSharingInput,
  updateWishInput,
  wishlistInput,
  wishlistItemInput,
} from './wishlist.schema.ts'
import { getWishlistSettings, updateSettings } from './wishlist-settings.service.ts'
import { addToWishlist, listWishlistIds, removeFromWishlist, toggleWishlist } from './wishlist.service.ts'

export const wishlistRouter = router({
  ids: signedInProcedure.query(({ ctx }) => listWishlistIds(ctx)),
  list: signedInProcedure.input(wishlistInput).query(({ ctx, input }) => listWishlist(ctx, input)),
  lookbook: signedInProcedure.query(({ ctx }) => getLookbook(ctx)),
  item: signedInProcedure.input(wishlistItemInput).query(({ ctx, input }) => getWish(ctx, input.itemId)),
  add: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => addToWishlist(ctx, input.productId)),
  remove: signedInProcedure
    .input(productIdInput)
    .mutation(({ ctx, input }) => removeFromWishlist(ctx, input.productId)),
  toggle: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => toggleWishlist(ctx, input.productId)),
  update: signedInProcedure.input(updateWishInput).mutation(({ ctx, input }) => updateWish(ctx, input)),
  bulkAdd: signedInProcedure.input(addWishesInput).mutation(({ ctx, input }) => addWishes(ctx, input.productIds)),
  bulkRemove: signedInProcedure.input(removeWishesInput).mutation(({ ctx, input }) => removeWishes(ctx, input.itemIds)),
  clear: signedInProcedure.mutation(({ ctx }) => clearWishlist(ctx)),
  undoRemoval: signedInProcedure.input(removalInput).mutation(({ ctx, input }) => undoRemoval(ctx, input.batchId)),
  events: signedInProcedure.query(({ ctx }) => listWishlistEvents(ctx)),
  unseen: signedInProcedure.query(({ ctx }) => countUnseenEvents(ctx)),
  markEventsSeen: signedInProcedure
    .input(seenInput)
    .mutation(({ ctx, input }) => markEventsSeen(ctx, new Date(input.until))),
  settings: signedInProcedure.query(({ ctx }) => getWishlistSettings(ctx)),
  updateSettings: signedInProcedure.input(updateSettingsInput).mutation(({ ctx, input }) => updateSettings(ctx, input)),
  unsubscribe: publicProcedure
    .input(unsubscribeInput)
    .mutation(({ ctx, input }) => unsubscribeFromWishlist(ctx.db, input.token)),

  export: signedInProcedure
    .use(byItself)
    .input(exportWishlistInput)
    .query(({ ctx, input }) => exportWishlist(ctx, input.format)),
  import: signedInProcedure
    .use(byItself)
    .meta({ hasFileText: true })
    .input(importWishlistInput)
    .mutation(({ ctx, input }) => importWishlist(ctx, input.text)),
  share: signedInProcedure.query(({ ctx }) => getSharing(ctx)),
  startSharing: signedInProcedure.input(startSharingInput).mutation(({ ctx, input }) => startSharing(ctx, input)),
  stopSharing: signedInProcedure.mutation(({ ctx }) => stopSharing(ctx)),
  shared: publicProcedure.input(sharedWishlistInput).query(({ ctx, input }) => getSharedWishlist(ctx, input)),
  copyShared: signedInProcedure.input(shareTokenInput).mutation(({ ctx, input }) => copyShared(ctx, input.token)),
  analytics: signedInProcedure.query(({ ctx }) => analyseWishlist(ctx)),
  recommendations: signedInProcedure.query(({ ctx }) => recommend(ctx)),
})
