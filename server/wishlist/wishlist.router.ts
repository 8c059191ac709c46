import { productIdInput } from '#server/catalogue/catalogue.schema.ts'
import { router, signedInProcedure } from '#server/trpc/procedures.ts'
import { addToWishlist, listWishlist, listWishlistIds, removeFromWishlist, toggleWishlist } from './wishlist.service.ts'

export const wishlistRouter = router({
  ids: signedInProcedure.query(({ ctx }) => listWishlistIds(ctx.db, ctx.viewer)),
  list: signedInProcedure.query(({ ctx }) => listWishlist(ctx.db, ctx.viewer)),
  add: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => addToWishlist(ctx.db, ctx.viewer, input.productId)),
  remove: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => removeFromWishlist(ctx.db, ctx.viewer, input.productId)),
  toggle: signedInProcedure.input(productIdInput).mutation(({ ctx, input }) => toggleWishlist(ctx.db, ctx.viewer, input.productId)),
})
