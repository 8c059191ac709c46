import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { publicProcedure, router, signedInProcedure } from '#server/trpc/procedures.ts'
import { addWishes, clearWishlist, removeWishes, undoRemoval, updateWish } from './change-wishlist.service.ts'
import { getWish, listWishlist } from './list-wishlist.service.ts'
import { countUnseenEvents, listWishlistEvents, markEventsSeen } from './list-events.service.ts'
import { unsubscribe } from './unsubscribe.service.ts'
import {
  addWishesInput,
  removalInput,
  removeWishesInput,
  unsubscribeInput,
  updateSettingsInput,
  updateWishInput,
  wishlistInput,
  wishlistItemInput,
} from './wishlist.schema.ts'
import { readSettings, updateSettings } from './wishlist-settings.service.ts'
import { addToWishlist, listWishlistIds, removeFromWishlist, toggleWishlist } from './wishlist.service.ts'

export const wishlistRouter = router({
  ids: signedInProcedure.query(({ ctx }) => listWishlistIds(ctx)),
  list: signedInProcedure.input(wishlistInput).query(({ ctx, input }) => listWishlist(ctx, input)),
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
  markEventsSeen: signedInProcedure.mutation(({ ctx }) => markEventsSeen(ctx)),
  settings: signedInProcedure.query(({ ctx }) => readSettings(ctx)),
  updateSettings: signedInProcedure.input(updateSettingsInput).mutation(({ ctx, input }) => updateSettings(ctx, input)),
  unsubscribe: publicProcedure.input(unsubscribeInput).mutation(({ ctx, input }) => unsubscribe(ctx.db, input.token)),
})
